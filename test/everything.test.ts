import { beforeAll, describe, expect, test } from 'vitest'
import type { EmailMessage } from '../src/email/compose.ts'
import { createFormat } from '../src/locale/format/format.ts'
import { loadCatalogue, type MessageKey } from '../src/locale/words/messages.ts'
import { receiptJsonSchema } from '../src/receipt/data/receipt-data.ts'
import { looks } from '../src/view/variant.ts'
import { matchesField, neverShown, whyNeverShown } from '../tools/trace/never-shown.ts'
import { read } from './barcode/read-back.ts'
import { engineFor, fixtureNamed } from './support/fixtures.ts'
import { elementsOf, type FoundElement, textOf } from './support/html.ts'
import { type PdfReading, readPdf } from './support/pdf-text.ts'

/** Fields that are in one of the forms only. */
const onlyIn: Record<string, { forms: Form[]; reason: string }> = {
  trackingPixel: { forms: ['mail'], reason: 'counts the mails that were opened' },
}

const forms = ['mail', 'text', 'a4', 'roll80'] as const
type Form = (typeof forms)[number]
type Print = Exclude<Form, 'mail' | 'text'>

const fixture = fixtureNamed('everything')
const { receipt, acceptLanguage, offers } = fixture
/** A mail has what terminals say, and the reader's own address, only if asked for. */
const detailed = { ...fixture, options: { ...fixture.options, details: 'all' as const } }
const t = loadCatalogue().for(['en-US'])
const f = createFormat('en-US', { currency: 'USD', storeCountry: 'US', currencies: ['USD', 'CAD'] }, t)

let mail: EmailMessage
let elements: FoundElement[]
const prints = {} as Record<Print, PdfReading>
const shown = {} as Record<Form, string>

const leaves = leavesOf(asPrinted(), [])

/** A line that brings six packs back, for more than their price: the pieces and what was added stand above 0, its amount below. */
function asPrinted(): unknown {
  const printed = JSON.parse(JSON.stringify(receipt)) as {
    returns: [{ items: [{ quantity: { value: number }; discounts: [{ amount: number }] }] }]
  }
  const [line] = printed.returns[0].items
  line.quantity.value *= -1
  line.discounts[0].amount *= -1
  expect([line.quantity.value, line.discounts[0].amount]).toEqual([6, 3.05])
  return printed
}

describe.each(looks)('in the look %s', look => {
  beforeAll(async () => {
    const engine = await engineFor(detailed)
    const options = { acceptLanguage, offers, variant: look }
    mail = engine.email(receipt, options)
    elements = elementsOf(mail.html)
    shown.mail = squeezed(textOf(mail.html))
    shown.text = squeezed(mail.text)
    for (const paper of ['a4', 'roll80'] as const) {
      prints[paper] = await readPdf(await engine.pdf(receipt, { ...options, paper }))
      shown[paper] = squeezed(prints[paper].pages.join('\n'))
    }
  })

  describe('every field of the interface shows', () => {
    test.each(leaves.filter(leaf => !reasonNotToShow(leaf)))('$name $short', leaf => {
      for (const form of forms) {
        if (onlyIn[leaf.name]?.forms.includes(form) === false) continue
        expect(missingFrom(form, leaf), form).toEqual([])
      }
    })
  })

  test('the usual mail leaves out what terminals say, the reader’s own address, and what few ask of goods', async () => {
    const usual = await engineFor(fixture)
    const said = squeezed(textOf(usual.email(receipt, { acceptLanguage, offers, variant: look }).html))
    const lost = leaves.filter(leaf => !reasonNotToShow(leaf) && missingFrom('mail', leaf, said).length > 0)
    const isOfGoods = ({ name }: (typeof lost)[number]) => /(^|\.)items\.\d+\./.test(name)
    expect([...new Set(lost.filter(isOfGoods).map(({ name }) => name.replace(/^.*items\.\d+\./, '')))].sort()).toEqual(
      'brand category classCode customCategory1 customCategory2 industry manufacturer upc'.split(' '),
    )
    expect(lost.filter(leaf => !isOfGoods(leaf)).map(({ name }) => name)).toEqual([
      'customer.emailAddress',
      'customer.telephone.areaCode',
      'customer.telephone.localNumber',
      'relatedTransactionReference.reasonCode',
      ...['TVR', 'TSI', 'ARC'].map(code => `tenders.0.emv.additionalAttributes.${code}`),
    ])
  })

  describe('what must not show does not', () => {
    const cards = leaves.filter(leaf => /first6Digits$/.test(leaf.name)).map(leaf => String(leaf.value))
    const accounts = leaves.filter(leaf => /accountNumber$/.test(leaf.name)).map(leaf => String(leaf.value))
    const expiries = leaves.filter(leaf => /expirationDate$/.test(leaf.name)).map(leaf => String(leaf.value))

    test.each(forms)('the first digits of a card, its expiry date, a whole account: %s', form => {
      expect([cards.length, accounts.length, expiries.length]).toEqual([3, 6, 3])
      for (const number of [...cards, ...accounts]) expect(shown[form]).not.toContain(number)
      for (const date of expiries)
        expect(shown[form]).not.toMatch(new RegExp(`(^|\\D)${date.slice(0, 2)}/?${date.slice(2)}(\\D|$)`))
    })

    test('the mail doesn’t have them in its markup either', () => {
      for (const number of [...cards, ...accounts]) expect(mail.html).not.toContain(number)
    })
  })

  test('the mail’s barcodes contain what was sent', async () => {
    const codes = mail.attachments.filter(each => each.cid?.startsWith('barcode-'))
    const readings = await Promise.all(codes.map(({ content }) => read(content)))
    expect(readings.map(reading => reading?.text).sort()).toEqual(['00361414100000123455', 'RDG-260912-5517'])
  })
})

test('what never shows is on the list, with a reason, and was sent', () => {
  const unused = Object.keys(neverShown).filter(
    pattern => !leaves.some(leaf => matchesField(pattern, leaf.name, leaf.value)),
  )
  expect(unused).toEqual([])
})

test('the receipt has every field, except the deprecated units', () => {
  const sent = new Set(leaves.map(leaf => leaf.name.replace(/\.(\d+|\*)(?=\.|$)/g, '.*')))
  const known = schemaFields(receiptJsonSchema())
  expect(known.length).toBeGreaterThan(150)
  expect(known.filter(name => !isSent(name, sent))).toEqual([])
})

test('every value is unique, so that each can be searched for', () => {
  const values = leaves
    .filter(leaf => !reasonNotToShow(leaf) && !sharedOnPurpose.test(leaf.name))
    .map(leaf => `${leaf.value}`)
  expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([])
})

interface Leaf {
  /** `items.0.price`; the keys of maps are as sent. */
  name: string
  short: string
  value: string | number
  /** The object it is in, and the one around that. */
  parents: Record<string, unknown>[]
}

/** All values that are neither objects nor lists, at any depth. */
function leavesOf(value: unknown, path: readonly string[], parents: Record<string, unknown>[] = []): Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const within = [value as Record<string, unknown>, ...parents]
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key], within))
  }
  return [{ name: path.join('.'), short: `${value}`.slice(0, 60), value: value as string | number, parents }]
}

function reasonNotToShow({ name, value }: Leaf): string | undefined {
  return whyNeverShown({ keys: name.split('.'), value })
}

/** What of a field a form does not show; empty when all of it is there. */
function missingFrom(form: Form, leaf: Leaf, said = shown[form]): unknown[] {
  const key = leaf.name.split('.').at(-1)!
  if (key === 'base64Image') return pictureIsIn(form, leaf) ? [] : ['the picture']
  if (/^https?:/.test(String(leaf.value))) return addressIsIn(form, String(leaf.value)) ? [] : [leaf.value]
  return piecesOf(key, leaf)
    .filter(ways => !ways.some(way => way && said.includes(squeezed(way))))
    .map(ways => ways.join(' or '))
}

/** The pieces that must all show, each with the ways in which it may be written. */
function piecesOf(key: string, leaf: Leaf): (string | undefined)[][] {
  const { value, parents, name } = leaf
  if (typeof value === 'number') return [numberWays(key, leaf)]
  if (/DateTime$|^dateTime$|^dueDate$/.test(key)) return [[f.dateTimeLong(value), f.dateTime(value), f.date(value)]]
  if (key === 'areaCode' || key === 'localNumber') return [phoneWays(parents)]
  if (key === 'accountNumber') return [[`•••• ${value.slice(-4)}`]]
  if (key === 'last4Digits') return [[`•••• ${value}`]]
  if (key === 'tenderTypeCode') return [[t(tenderWords[value]!), brandOf(parents[0]!)]]
  if (/^orders\.\d+\.action$/.test(name)) return [[t('orders.delivery')]]
  if (key === 'unitOfMeasureCode') return [[quantityOf(parents[0]!)]]
  if (key === 'currencyCode') return [[f.money(parents[0]!.amount as number, value)]]
  return value
    .split(/\\n|\\t|\n|\t/)
    .filter(Boolean)
    .map(piece => [piece])
}

function numberWays(key: string, { value, parents, name }: Leaf): (string | undefined)[] {
  const amount = value as number
  if (key === 'percent') return [f.percent(amount)]
  if (name.endsWith('quantity.value')) return [quantityOf(parents[0]!)]
  if (name === 'loyalty.balance') return [f.number(amount)]
  return [f.money(amount, (parents[0]!.currencyCode ?? parents[0]!.currency) as string | undefined)]
}

function quantityOf({ value, unitOfMeasureCode }: Record<string, unknown>): string {
  return f.quantity(value as number, unitOfMeasureCode as string)
}

/** As its country writes it; where it is no number of that country, as it was sent. */
function phoneWays([telephone]: Record<string, unknown>[]): (string | undefined)[] {
  return ['US', 'GB', 'NO', 'CA', 'IS'].map(country => f.phone(telephone as { localNumber: string }, country))
}

/** The brand of a card, which says that it is one. */
function brandOf({ creditDebit }: Record<string, unknown>): string | undefined {
  return (creditDebit as { typeCode?: string } | undefined)?.typeCode
}

const tenderWords: Record<string, MessageKey> = {
  Credit: 'tenders.credit',
  Debit: 'tenders.debit',
  Cash: 'tenders.cash',
  Check: 'tenders.check',
  GiftCard: 'tenders.giftCard',
}

function pictureIsIn(form: Form, { value, parents }: Leaf): boolean {
  if (form === 'a4' || form === 'roll80')
    return prints[form].pictures >= leaves.filter(leaf => leaf.name.endsWith('base64Image')).length
  if (form === 'text')
    return mail.text.includes(`[${t('signature.alt')}]`) && shown.text.includes(squeezed(`${parents[0]!.text}`))
  const attachment = mail.attachments.find(each => each.content.toString('base64') === value)
  return elements.some(({ tag, attributes }) => tag === 'img' && attributes.src === `cid:${attachment?.cid}`)
}

function addressIsIn(form: Form, url: string): boolean {
  if (form === 'text') return mail.text.split(/\s+/).includes(url)
  if (form === 'a4' || form === 'roll80') return prints[form].links.includes(url)
  return elements.some(({ attributes }) => attributes.href === url || attributes.src === url)
}

/** Without spaces, and without the marks that keep a value whole in text of the other direction. */
function squeezed(text: string): string {
  return text.replace(/[\s\u00ad\u200b-\u200f\u2060\u2066-\u2069]/g, '')
}

/** Codes of which there are only a few, and things that are the same by their nature. */
const sharedOnPurpose = /unitOfMeasureCode$|tenderTypeCode$|currency(Code)?$|localNumber$|\.action$/

/** The fields that a JSON Schema describes, as dotted names; `*` means any index or key. */
function schemaFields(schema: Record<string, unknown>): string[] {
  const definitions = (schema.$defs ?? {}) as Record<string, Schema>
  const walk = (sent: Schema, path: string): string[] => {
    const part = sent.$ref ? { ...definitions[sent.$ref.replace('#/$defs/', '')]!, ...sent } : sent
    if (part.properties)
      return Object.entries(part.properties).flatMap(([key, child]) => walk(child, path ? `${path}.${key}` : key))
    const { oneOf, anyOf = oneOf } = part
    if (anyOf) return anyOf.flatMap(form => walk(form, path))
    if (part.items) return walk(part.items, `${path}.*`)
    if (typeof part.additionalProperties === 'object') return walk(part.additionalProperties, `${path}.*`)
    return [path]
  }
  return walk(schema as Schema, '')
}

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  additionalProperties?: Schema | boolean
}

/** Sent somewhere, be it in another list of the same kind of thing: history of tenders has no card of each brand. */
function isSent(name: string, sent: ReadonlySet<string>): boolean {
  const wanted = new RegExp(`^${name.replace(/\./g, '\\.').replace(/\*/g, '[^.]+')}$`)
  return sentOtherwise.test(name) || [...sent].some(each => wanted.test(each))
}

/** The deprecated field, and balances and cards that were sent in their other variant. */
const sentOtherwise =
  /\.units$|^items\.\*\.giftCard\.balance\.|giftCard\.balance$|\.creditDebit\.(Name|emvData\.[\w.*]+)$/
