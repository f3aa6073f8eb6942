import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromFixture } from '../../../test/fuzz/from-fixtures.ts'
import { tries } from '../../../test/support/scope.ts'
import { readFixtures } from '../../../tools/lint/fixtures.ts'
import { seeded } from '../../reliability/random.ts'
import { startService, type TestService } from '../support/service.ts'

/** What the service refuses and a schema can't say; the README of the service has the same list. */
const rules: Readonly<Record<string, (problem: Problem) => boolean>> = {
  'an email address is one': ({ path, message }) =>
    path === 'customer.emailAddress' && message.startsWith('must be an e-mail address'),
  'a URL is http or https': ({ path }) => /(?:^|\.)(?:url|paymentLink|trackingPixel)$/.test(path),
  'a barcode’s text is valid for its type': ({ path }) => /(?:^|\.)barcodeNumber$/.test(path),
  'two dates are ISO 8601': ({ path, message }) =>
    /^(?:receiptDateTime|revision\.dateTime)$/.test(path) && message === 'must use ISO 8061 date format.',
  'a picture is one, and not too large': ({ path }) => /\.(?:base64Image|imageMimeType)$/.test(path),
  'an amount is no card number': ({ message }) => message === 'must be an amount, not a card number',
  'a receipt has limits as a whole': ({ message }) =>
    /must keep the receipt within|must be nested at most|at most \d+/.test(message),
  'what shows nothing is blank': ({ message, value }) => message === 'may not be null' && holdsNothing(value),
}

/** What the service takes beyond the schema; "Beyond the interface" in its README has the reasons. */
const leniences: Readonly<Record<string, (problem: SchemaProblem) => boolean>> = {
  'blanks are left out': ({ value, holder }) => (value !== undefined && holdsNothing(value)) || holdsNothing(holder),
  'numbers as text': ({ keyword, wants, value }) =>
    keyword === 'type' && wants === 'number' && typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value),
  'text as numbers': ({ keyword, wants, value }) =>
    keyword === 'type' && wants === 'string' && Number.isSafeInteger(value),
  'a picture’s bytes tell its type': ({ keyword }) => keyword === 'dependentRequired',
  'card data in either spelling': ({ path }) => /\.creditDebit\.(?:name|Name)$/.test(path),
}

interface Problem {
  path: string
  message: string
  value: unknown
}

interface SchemaProblem {
  path: string
  keyword: string
  wants: unknown
  value: unknown
  holder: unknown
}

let shop: TestService
/** What belongs to the second form of a card and of a balance. */
let forms: { card: Set<unknown>; money: Set<unknown> }
let problemsOf: (body: unknown) => SchemaProblem[]
beforeAll(async () => {
  shop = await startService({ withoutWorker: true })
  const { components } = (await shop.ask('/openapi.json', { credentials: null })).json
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  ajv.addSchema({ $id: 'openapi', components })
  const validate = ajv.compile({ $ref: 'openapi#/components/schemas/ReceiptData' })
  const { CardData, EmvData, MonetaryAmount } = components.schemas
  forms = { card: partsOf([CardData, EmvData]), money: partsOf(MonetaryAmount) }
  problemsOf = body => (validate(body) ? [] : schemaProblems(validate.errors ?? [], body))
})
afterAll(() => shop.stop())

/** Where the two differ about a receipt, but for what is listed. `used` gets the listed reasons. */
async function differences(body: unknown, used: Set<string>): Promise<string[]> {
  const text = JSON.stringify(body)
  const { status, json } = await shop.ask(shop.receipts(), { method: 'POST', body: text })
  if (![200, 409, 422].includes(status)) return [`${status}`]
  const refused: Problem[] = Object.entries<{ message: string }[]>(status === 422 ? json.errors : {}).flatMap(
    ([path, found]) => found.map(({ message }) => ({ path, message, value: valueAt(body, path) })),
  )
  const published = problemsOf(JSON.parse(text))
  return [
    ...refused
      .filter(({ path }) => !published.some(problem => isAbout(problem.path, path)))
      .filter(problem => !isListed(rules, problem, used))
      .map(({ path, message }) => `only the service: ${path} ${message}`),
    ...published
      .filter(({ path }) => !refused.some(problem => isAbout(problem.path, path)))
      .filter(problem => !isListed(leniences, problem, used))
      .map(
        ({ path, keyword, wants, value }) => `only the schema: ${path} ${keyword} ${wants} ${JSON.stringify(value)}`,
      ),
  ]
}

test('a validator and the service agree on every fixture', async () => {
  const found: string[] = []
  for (const { name, receipt } of readFixtures())
    for (const difference of await differences(JSON.parse(receipt), new Set())) found.push(`${name}: ${difference}`)
  expect(found).toEqual([])
})

test('a validator and the service agree on mutations of them', async () => {
  const rounds = Number(process.env.ROUNDS ?? tries(500))
  const random = seeded(20261124)
  const found: string[] = []
  let refused = 0
  for (let turn = 0; turn < rounds; turn++) {
    const body = JSON.parse(JSON.stringify(fromFixture({ random, canary: 'https://example.com', card: undefined })))
    const here = await differences(body, new Set())
    if (here.length > 0) found.push(`${turn}: ${here.join('; ')}`)
    if (problemsOf(body).length > 0) refused++
  }
  expect(found).toEqual([])
  expect(refused).toBeGreaterThan(rounds / 4)
})

const sale = {
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '20931',
  workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address: {} } },
  grandAmount: 12.5,
}
const paidBy = (creditDebit: object) => ({ tenders: [{ tenderTypeCode: 'CreditDebit', creditDebit }] })
const greenPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

/** For each listed reason a receipt that only it explains. */
const examples: Readonly<Record<string, object>> = {
  'an email address is one': { receiptType: 'DigitalOnly', customer: { emailAddress: 'ada at example.com' } },
  'a URL is http or https': { trackingPixel: 'javascript:alert(1)' },
  'a barcode’s text is valid for its type': { barcodeType: 'GTIN', barcodeNumber: '4006381333932' },
  'two dates are ISO 8601': { receiptDateTime: '03/14/2026' },
  'a picture is one, and not too large': { signature: { base64Image: 'QUJDRA==', imageMimeType: 'image/png' } },
  'an amount is no card number': { tip: 378282246310005 },
  'a receipt has limits as a whole': { items: Array.from({ length: 2001 }, () => ({ name: 'Tea' })) },
  'what shows nothing is blank': { transactionNumber: '\u200b' },
  'blanks are left out': { header: null, barcodeType: '', soldTo: { address: { city: ' ' } }, items: null },
  'numbers as text': { tip: '2.50' },
  'text as numbers': { transactionNumber: 20931 },
  'a picture’s bytes tell its type': { signature: { base64Image: greenPixel } },
  'card data in either spelling': paidBy({ last4Digits: '1111', name: 'A. Lovelace' }),
}

test.each(Object.entries({ ...rules, ...leniences }).map(([reason]) => reason))(
  'the listed reason is needed: %s',
  async reason => {
    const used = new Set<string>()
    expect(await differences({ ...sale, ...examples[reason] }, used)).toEqual([])
    expect([...used]).toEqual([reason])
  },
)

test('a card is of the second variant by a name or EMV data that show something', async () => {
  const cards = [
    { typeCode: 'Visa' },
    { Name: '' },
    { emvData: {} },
    { Name: ' ', emvData: { aid: '' } },
    { Name: 'Ada' },
  ]
  for (const card of cards) expect(await differences({ ...sale, ...paidBy(card) }, new Set())).toEqual([])
})

function isListed<P>(
  listed: Readonly<Record<string, (problem: P) => boolean>>,
  problem: P,
  used: Set<string>,
): boolean {
  const found = Object.entries(listed).find(([, isSo]) => isSo(problem))
  if (found) used.add(found[0])
  return found !== undefined
}

/** Whether two paths are the same, or one is within the other: one side names an object, the other what is missing in it. */
function isAbout(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return (
    longer === shorter || shorter === '' || (longer.startsWith(shorter) && /^[.[]/.test(longer.slice(shorter.length)))
  )
}

/** The validator's errors at the interface's paths. Of two forms, those of the one that is meant. */
function schemaProblems(errors: ErrorObject[], body: unknown): SchemaProblem[] {
  return errors
    .filter(({ keyword }) => !['if', 'anyOf', 'oneOf'].includes(keyword))
    .filter(error => isOfForm(error, body))
    .map(({ instancePath, keyword, params }) => {
      const missing = params.missingProperty as string | undefined
      const keys = keysOf(instancePath)
      const path = joined(missing === undefined ? keys : [...keys, missing])
      const holder = valueAt(body, joined(keys))
      const within = missing === undefined ? valueAt(body, joined(keys.slice(0, -1))) : holder
      return { path, keyword, wants: params.type, value: missing === undefined ? holder : undefined, holder: within }
    })
}

function isOfForm({ instancePath, parentSchema }: ErrorObject, body: unknown): boolean {
  const at = (pattern: RegExp) => {
    const [start] = pattern.exec(instancePath) ?? []
    return start === undefined ? undefined : valueAt(body, joined(keysOf(start)))
  }
  const card = at(/^.*\/creditDebit(?=\/|$)/)
  if (isObject(card)) {
    const isSecond = !holdsNothing(card.Name) || !holdsNothing(card.emvData)
    return isSecond === forms.card.has(parentSchema)
  }
  const balance = at(/^.*\/giftCard\/balance(?=\/|$)/)
  return balance === undefined || isObject(balance) === forms.money.has(parentSchema)
}

function partsOf(schema: unknown): Set<unknown> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  return new Set([schema, ...Object.values(schema).flatMap(part => [...partsOf(part)])])
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function joined(keys: readonly string[]): string {
  return keys
    .map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const [key] of path.matchAll(/[^.[\]]+/g)) value = (value as Record<string, unknown> | undefined | null)?.[key]
  return value
}

function holdsNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(value)
  return typeof value === 'object' && Object.values(value).every(holdsNothing)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
