import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../support/receipts.ts'

const store = { id: '118', name: 'Pebble & Pine', address: {} }
const facts = (differs: Record<string, unknown>, language = 'en-US') =>
  Object.fromEntries(viewOf(aReceipt(differs), language).facts.map(({ label, value }) => [label, plain(value)]))

test('lists the numbers a returns desk asks for', () => {
  expect(facts({})).toEqual({ Receipt: '20931', Register: '3', Store: '118' })
})

test('names the cashier, and the associate if it was somebody else', () => {
  expect(facts({ workstation: { id: '3', operator: 'Ada', associate: 'Ben', store } })).toMatchObject({
    Register: '3 (Ada)',
    'Served by': 'Ben',
  })
  expect(facts({ workstation: { id: '3', operator: 'Ada', associate: 'Ada', store } })).not.toHaveProperty('Served by')
})

test('lists revision, reference and mode', () => {
  const sent = {
    revision: { number: 'R-2', dateTime: '2026-09-13T08:05:00-07:00' },
    referenceId: 'X-77',
    mode: 'Training',
  }
  expect(facts(sent)).toMatchObject({
    Revision: 'R-2 · Sep 13, 2026, 8:05 AM',
    Reference: 'X-77',
    Mode: 'Training – not a sale',
  })
})

test('translates the mode, and omits ordinary modes', () => {
  expect(facts({ mode: 'Training' }, 'de-DE')).toMatchObject({ Modus: 'Training – kein Verkauf' })
  expect(facts({ mode: 'constructor' })).toMatchObject({ Mode: 'constructor' })
  expect(facts({ mode: 'Production' })).not.toHaveProperty('Mode')
})

test('omits blank values', () => {
  expect(Object.keys(facts({ mode: ' ', referenceId: '', revision: { number: '' } }))).toEqual([
    'Receipt',
    'Register',
    'Store',
  ])
})
