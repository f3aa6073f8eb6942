import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import type { Format } from '../locale/format/format.ts'
import { inOnePiece, named } from '../locale/format/one-piece.ts'
import type { Messages } from '../locale/words/messages.ts'
import type { Ledger } from '../reading/ledger.ts'
import type { ItemData } from '../receipt/data/item-data.ts'
import type { AddressCommonData } from '../receipt/data/party-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { OrderAction } from '../standards/codes/tables.ts'
import { countryOf } from '../standards/country.ts'
import { parseDateTime, withoutMidnight, writeDateTime } from '../standards/iso8601.ts'
import type { Isolate, ShownMoney } from './direction.ts'
import type { DocumentKind, FactKey, FactView, ImageSource, LinkView, NoteView } from './receipt-view.ts'

/** In place of a receipt's wording, or of one of its languages': that of the store's country, if the language is spoken there. */
export type CountryWords = (t: Messages, locale?: string) => Messages

/** How much goods leave out of a mail that would be too long, the least first. */
export const leanLevels = ['lean', 'bare'] as const

/** A name of `leanLevels`. */
export type Lean = (typeof leanLevels)[number]

/** What every presenter works with: the receipt, and the reader's wording, formats and direction. */
export interface ViewContext {
  readonly receipt: ReceiptData
  /** What the receipt's numbers mean; `receipt` is in its one spelling. */
  readonly ledger: Ledger
  readonly t: Messages
  /** In place of `t`, of all languages or of one: words for what belongs to the store's country. */
  readonly names: CountryWords
  readonly f: Format
  readonly isolate: Isolate
  /** The languages of `t`, if there are several. */
  readonly languages?: readonly string[] | undefined
  readonly money: ShownMoney
  /** ISO 3166 code of the store's country, if known. */
  readonly country: string | undefined
  /** The address of an item's picture, if the merchant shows pictures. */
  readonly pictureOf: (item: ItemData) => string | undefined
  /** How the customer gets the goods, if all of the receipt says one way. */
  readonly handover: OrderAction['handover']
  /** The ledger's, or `gift` for a sale's receipt without money. */
  readonly kind: DocumentKind
  /** How much goods leave out, for a mail that would be too long. */
  readonly lean: Lean | undefined
  /** Characters that a price notation may have to stand behind amounts; longer ones stand below the name. */
  readonly notationRoom: () => number
  /** What a GTIN of twelve digits is. */
  readonly gtin12: Gtin12
  /** Adds an image and returns its key for templates. */
  readonly keep: (image: ImageSource) => string
}

/** The country for phone numbers with this address: the address's, else the store's. */
export function phoneCountry(address: AddressCommonData | undefined, p: Pick<ViewContext, 'country'>): string {
  return (address?.country ? countryOf(address.country) : p.country) ?? ''
}

/** Joins the defined parts into one phrase: 'Chip · Auth code 077421'. It wraps behind a dot, or in a long part: no line begins with one. Undefined if there are none. */
export function phrase(parts: readonly (string | undefined)[]): string | undefined {
  let whole: string | undefined
  for (const part of parts) if (part) whole = joined(whole, inOnePiece(part))
  return whole
}

/** One phrase of two. */
export function joined(one: string, other: string | undefined): string
export function joined(one: string | undefined, other: string | undefined): string | undefined
export function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one && other ? `${one}\u00a0· ${other}` : one || other
}

/** A fact, if it has a value. */
export function fact(key: FactKey, label: string, value: string | undefined): FactView | undefined {
  return value ? { key, label, value } : undefined
}

/** A fact as words: 'Register 7'. */
export function labeled(fact: Pick<FactView, 'label' | 'value'> | undefined): string | undefined {
  return fact && named(fact.label, fact.value)
}

/** A date in the reader's language, without a time that only stands for the day; text that is no date as sent. */
export function shownDate(
  { f, isolate }: Pick<ViewContext, 'f' | 'isolate'>,
  text: string,
  style: 'date' | 'dateTime' | 'dateTimeLong',
): string {
  const sent = parseDateTime(text)
  if (!sent) return isolate.words(text)
  const meant = withoutMidnight(sent, style === 'date')
  const shown = f[style](meant === sent ? text : writeDateTime(meant))
  return style === 'dateTimeLong' ? isolate.longDate(shown) : isolate.amount(shown)
}

/** Text as lines, without blank lines at either end; a gap between columns, of tabs or three spaces, is one wide space. Undefined if it is blank. */
export function note(text: string | undefined, isolate: Isolate): NoteView | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const hasColumns = text.includes('\t') || text.includes('   ')
  if (!hasColumns && !text.includes('\n')) return { lines: [isolate.words(text.trimEnd())] }
  const sent = (hasColumns ? text.replace(columnGap, wideSpace) : text).split('\n')
  const lines = sent.map(line => isolate.words(line.trimEnd()))
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  return hasColumns && sent.some(line => line.includes(wideSpace)) ? { lines, hasColumns } : { lines }
}

/** What parts columns in a text; what a line begins with does not. */
const wideSpace = '\u2003'
const columnGap = /\t|(?<=\S) {3,}(?=\S)/g

/** The links in a map of supporting documents, in sent order. */
export function links(
  documents: ReceiptData['supportingDocuments'] = {},
  { t, isolate }: Pick<ViewContext, 't' | 'isolate'>,
): LinkView[] {
  return Object.values(documents).flatMap(document =>
    document.url
      ? [{ text: isolate.words(document.name || t('documents.open')), url: document.url }]
      : document.name
        ? [{ text: isolate.words(document.name), url: '' }]
        : [],
  )
}

/** Joins the lines of an address with the language's comma: Arabic has its own, Chinese and Japanese lines none. */
export function inOneLine(lines: readonly string[], { tag }: Pick<Format, 'tag'>): string {
  const isHan = /^(ja|zh)\b/.test(tag) && lines.some(line => /\p{Script=Han}/u.test(line))
  return lines.join(/^(?:ar|fa|ur)\b/.test(tag) ? '، ' : isHan ? ' ' : ', ')
}

/** A number that must not be shown in full: '•••• 1234'. */
export function masked(number: string): string {
  return `••••\u00a0${number.slice(-4)}`
}

/** For `filter`: keeps all but undefined. */
export function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined
}

/** A view without the parts that are undefined. Faster than spreading each part that exists into one object. */
export function withoutAbsent<View extends object>(
  parts: {
    [Name in keyof View]: View[Name] | (object extends Pick<View, Name> ? undefined : never)
  },
): View {
  const view: Partial<View> = {}
  for (const name in parts) if (parts[name] !== undefined) view[name] = parts[name]
  return view as View
}
