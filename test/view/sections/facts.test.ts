import { expect, test } from 'vitest'
import { aReceipt, plain, shownOf, viewOf } from '../../support/receipts.ts'

const store = { id: '118', name: 'Pebble & Pine', address: {} }
const facts = (differs: Record<string, unknown>, language = 'en-US') =>
  Object.fromEntries(viewOf(aReceipt(differs), language).facts.map(({ label, value }) => [label, plain(value)]))

test('lists the numbers a returns desk asks for', () => {
  expect(facts({})).toEqual({ Receipt: '20931', Store: '118', Register: '3' })
})

test('names the cashier, and the associate if it was somebody else', () => {
  expect(facts({ workstation: { id: '3', operator: 'Ada', associate: 'Ben', store } })).toMatchObject({
    Register: '3 (Ada)',
    'Served by': 'Ben',
  })
  expect(facts({ workstation: { id: '3', operator: 'Ada', associate: 'Ada', store } })).not.toHaveProperty('Served by')
})

test('lets a line end before a cashier of several words, and not within the brackets', () => {
  const register = (operator: string, language: string) =>
    shownOf(aReceipt({ workstation: { id: '3', operator, store } }), language).facts.at(-1)?.value
  expect(register('Ada', 'en-US')).toBe('3\u00a0(Ada)')
  expect(register('Self service', 'en-US')).toBe('3 (Self\u00a0service)')
  expect(register('店員 027', 'ja-JP')).toBe('3（店員 027）')
})

test('lists revision, reference and mode', () => {
  const sent = {
    revision: { number: 'R-2', dateTime: '2026-09-13T08:05:00-07:00' },
    referenceId: 'X-77',
    mode: 'Offline',
  }
  expect(facts(sent)).toMatchObject({
    Revision: 'R-2 · Sep 13, 2026, 8:05 AM',
    Reference: 'X-77',
    Mode: 'Offline',
  })
})

test('lists the receipt’s numbers before the store, its register and its staff', () => {
  const sent = {
    ...{ revision: { number: 'R-2' }, referenceId: 'X-77', mode: 'Offline' },
    workstation: { id: '3', operator: 'Ada', associate: 'Ben', store },
  }
  expect(viewOf(aReceipt(sent)).facts.map(({ key }) => key)).toEqual([
    'receipt',
    'revision',
    'reference',
    'mode',
    'store',
    'register',
    'associate',
  ])
})

test('names no register where there was none', () => {
  const online = { id: 'online', store }
  expect(viewOf(aReceipt({ workstation: online })).facts.map(({ key }) => key)).toEqual(['receipt', 'store'])
  const served = viewOf(aReceipt({ workstation: { ...online, operator: 'Ada' } }))
  expect(served.facts.find(({ key }) => key === 'register')?.value).toBe('Ada')
})

test('leaves it to the heading to say that nothing was sold', () => {
  for (const mode of ['Training', 'training', 'TEST']) {
    const view = viewOf(aReceipt({ mode }))
    expect(view.facts.map(({ key }) => key)).toEqual(['receipt', 'store', 'register'])
    expect(view.heading.copy).toBeTruthy()
  }
})

test('translates the mode, and omits ordinary modes', () => {
  expect(facts({ mode: 'Reprint' }, 'de-DE')).toMatchObject({ Modus: 'Belegkopie' })
  expect(facts({ mode: 'constructor' })).toMatchObject({ Mode: 'constructor' })
  expect(facts({ mode: 'Production' })).not.toHaveProperty('Mode')
})

test('omits blank values', () => {
  expect(Object.keys(facts({ mode: ' ', referenceId: '', revision: { number: '' } }))).toEqual([
    'Receipt',
    'Store',
    'Register',
  ])
})
