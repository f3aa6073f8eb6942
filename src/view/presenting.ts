import type { Format } from '../locale/format/format.ts'
import type { Messages } from '../locale/words/messages.ts'
import type { Meaning } from '../reading/meaning.ts'
import type { AddressCommonData } from '../receipt/data/party-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { countryOf } from '../standards/country.ts'
import type { Isolate } from './direction.ts'
import type { ImageSource, LinkView, NoteView } from './receipt-view.ts'

/** What every presenter works from: the receipt, and the words, figures and directions of the reader's language. */
export interface Presenting {
  readonly receipt: ReceiptData
  /** What its numbers mean. */
  readonly meaning: Meaning
  readonly t: Messages
  readonly f: Format
  readonly isolate: Isolate
  /** ISO 3166 code of the store's country, as far as it is known. */
  readonly country: string | undefined
  /** Keeps a picture and gives the key by which templates reach it. */
  readonly keep: (image: ImageSource) => string
}

/** The country in which a phone beside this address is dialled: the address's own, else the store's. */
export function phoneCountry(address: AddressCommonData | undefined, p: Pick<Presenting, 'country'>): string {
  return (address?.country ? countryOf(address.country) : p.country) ?? ''
}

/** Joins the parts that are there into one phrase: 'Chip · Approval 077421'. Undefined when none is. */
export function phrase(parts: readonly (string | undefined)[]): string | undefined {
  let said: string | undefined
  for (const part of parts) if (part) said = said === undefined ? part : `${said}\u00a0· ${part}`
  return said
}

/** Text of one or more lines, without empty lines at its ends. Undefined when there is nothing to read. */
export function note(text: string | undefined, isolate: Isolate): NoteView | undefined {
  if (!text?.trim()) return undefined
  const lines = text
    .replace(/\t/g, '\u2003')
    .split('\n')
    .map(line => line.trimEnd())
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  return { lines: lines.map(isolate.words) }
}

/** The links of a map of supporting documents, in the order they were sent. */
export function links(
  documents: ReceiptData['supportingDocuments'] | undefined,
  { t, isolate }: Pick<Presenting, 't' | 'isolate'>,
): LinkView[] {
  if (!documents) return []
  return Object.values(documents).flatMap(document =>
    document.url
      ? [{ text: isolate.words(document.name || t('documents.open')), url: document.url }]
      : document.name
        ? [{ text: isolate.words(document.name), url: '' }]
        : [],
  )
}

/** The lines of an address in one, with the comma of the language: Arabic has its own, Japanese none. */
export function inOneLine(lines: readonly string[], { tag, dir }: Pick<Format, 'tag' | 'dir'>): string {
  return lines.join(dir === 'rtl' ? '، ' : /^(ja|zh)\b/.test(tag) ? ' ' : ', ')
}

/** The end of a number that must not be shown whole: '•••• 1234'. */
export function masked(number: string): string {
  return `••••\u00a0${number.slice(-4)}`
}

export function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined
}
