import { describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { engineFor, fixtureNamed, sampled, sharedPrinter } from '../support/fixtures.ts'
import { archiveProblems, attachedFiles } from '../support/pdf-a.ts'
import { referenceProblems } from '../support/pdf-tree.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { readObjects } from '../support/pdf-ua/objects.ts'
import { isExhaustive } from '../support/scope.ts'

const printer = sharedPrinter()

const attached = (pdf: Uint8Array) => attachedFiles(readObjects(pdf))
const { receipt } = fixtureNamed('grocery-vat.de-DE')
const engine = await engineFor(fixtureNamed('grocery-vat.de-DE'))

/** What the interface doesn't know isn't attached. */
const known = (source: unknown) => JSON.parse(JSON.stringify({ ...parseReceipt(source), extra: undefined }))

// Whatever a receipt has is in the file as it is in the receipt.
const some = sampled('modern').filter((_, at) => isExhaustive || at % 3 === 0)
test.each(some)('$name is in its PDF as parsed, and keeps the claims', async fixture => {
  const { acceptLanguage, offers } = fixture
  const pdf = await (await engineFor(fixture)).pdf(fixture.receipt, { acceptLanguage, offers, attachData: true })
  const [file] = attached(pdf)
  expect(file).toMatchObject({ name: 'receipt.json', relationship: 'Data', isNamed: true })
  expect(known(file!.content)).toEqual(known(fixture.receipt))
  expect(archiveProblems(pdf)).toEqual([])
  expect(await accessProblems(pdf)).toEqual([])
})

test('it is dated as the receipt, and the same receipt is the same bytes', async () => {
  const pdf = await engine.pdf(receipt, { attachData: true })
  const created = /\/CreationDate (\(D:.*?\))/.exec([...readObjects(pdf).texts.values()].join('\n'))?.[1]
  expect(attached(pdf)[0]!.keys).toContain(`/ModDate ${created}`)
  expect(Buffer.from(pdf).equals(await engine.pdf(receipt, { attachData: true }))).toBe(true)
})

test.each([
  ['ekabs', 'receipt.ekabs.json', '/Subtype /application#2Fjson', '"full_amount_incl_vat": 61.25'],
  [
    'poslog',
    'receipt.poslog.xml',
    '/Subtype /application#2Fxml',
    '<Total TotalType="TransactionGrandAmount">61.25</Total>',
  ],
] as const)('as %s it is a file of that format', async (format, name, type, content) => {
  const pdf = await engine.pdf(receipt, { attachData: format })
  const [file] = attached(pdf)
  expect(file).toMatchObject({ name, relationship: 'Data', isNamed: true })
  expect(file!.keys).toContain(type)
  expect(file!.content).toContain(content)
  expect(archiveProblems(pdf)).toEqual([])
  const day = await engine.merge([pdf, receipt], { attachData: true })
  expect(attached(day).map(one => one.name)).toEqual([name.replace('.', '-000001.'), 'receipt-000002.json'])
  expect(attached(day)[0]!.content).toBe(file!.content)
  expect(referenceProblems(day)).toEqual([])
})

describe('nothing is attached', () => {
  test('in a format that has no document for it', async () => {
    const request = fixtureNamed('payment-link')
    expect(attached(await (await engineFor(request)).pdf(request.receipt, { attachData: 'ekabs' }))).toEqual([])
  })

  test('unless it is asked for, of the engine or of a call', async () => {
    expect(attached(await engine.pdf(receipt))).toEqual([])
    await using asked = await createEngine({ attachData: true, pdf: { printer } })
    expect(attached(await asked.pdf(receipt))).toHaveLength(1)
    expect(attached(await asked.pdf(receipt, { attachData: false }))).toEqual([])
  })

  test('to a gift receipt, which has no prices', async () => {
    expect(attached(await engine.pdf(receipt, { attachData: true, variant: 'gift' }))).toEqual([])
    await using gifts = await createEngine({ attachData: true, variant: 'gift', pdf: { printer } })
    expect(attached(await gifts.pdf(receipt))).toEqual([])
  })

  test('of a card number or a security code', async () => {
    const fixture = fixtureNamed('card-number-in-text')
    // A number of goods that looks like one is none.
    const { items: _, ...rest } = fixture.receipt as Record<string, unknown>
    const numbers = JSON.stringify(rest).match(/(?<!\d)\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?!\d)/g) ?? []
    expect(numbers.length).toBeGreaterThan(0)
    const [file] = attached(await (await engineFor(fixture)).pdf(fixture.receipt, { attachData: true }))
    for (const number of numbers) expect(file!.content).not.toContain(number)
  })

  test('to an image', async () => {
    // @ts-expect-error an image has no files
    await expect(engine.image(receipt, { attachData: true })).rejects.toThrow('it is an option of pdf and merge')
  })
})

test('a merged PDF has the data of each, also of what was merged before', async () => {
  const coffee = fixtureNamed('minimal').receipt
  const two = await engine.merge([receipt, coffee], { attachData: true })
  const pdf = await engine.merge([two, await engine.pdf(receipt), coffee], { attachData: true })
  expect(attached(pdf).map(({ name }) => name)).toEqual([1, 2, 3].map(place => `receipt-00000${place}.json`))
  expect(attached(pdf).map(({ content }) => known(content))).toEqual([receipt, coffee, coffee].map(known))
  expect(attached(await engine.merge([coffee]))).toEqual([])
  for (const merged of isExhaustive ? [two, pdf] : [pdf]) {
    expect(archiveProblems(merged)).toEqual([])
    expect(referenceProblems(merged)).toEqual([])
    expect(await accessProblems(merged)).toEqual([])
  }
})
