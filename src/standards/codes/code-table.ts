// Stage `standards`: facts that others publish: currencies, countries, addresses, codes.
// It knows stages up to `options`; `barcode` and those after it may call it.

import { normalized } from '../normal-form.ts'

/** A code that tills send. The interface leaves most codes open, and spellings differ. */
export interface Code {
  /** As it is published, and as it names a group of statistics. */
  code: string
  /** What else it is called. Case, accents, spaces and signs don't count, nor does a number at the end. */
  spellings?: readonly string[]
}

/** The codes of one field. */
export interface CodeTable<Row extends Code> {
  readonly rows: readonly Row[]
  /** The codes as they are published. */
  readonly codes: ReadonlySet<Row['code']>
  /** The row of a code in any spelling: 'GIFT_CARD', 'GiftCard', 'gift card'. Undefined if there is none. */
  find(sent: string): Row | undefined
  /** Whether there is a row for it. */
  has(sent: string): boolean
  /** What is the same for all spellings of a code. Never throws. */
  group(sent: string): CodeGroup
}

/** What all spellings of a code have in common. */
export interface CodeGroup {
  /** The table's code, or else `plainCode` of what was sent. */
  code: string
  /** Whether the table has it. */
  isListed: boolean
}

/**
 * A table to look codes up in.
 *
 * @param published which rows the interface shows as its known values; default all
 * @throws Error if two rows have the same spelling
 */
export function codeTable<const Row extends Code>(
  rows: readonly Row[],
  published: (row: Row) => boolean = () => true,
): CodeTable<Row> {
  const bySpelling = new Map<string, Row>()
  for (const row of rows)
    for (const spelling of new Set([row.code, ...(row.spellings ?? [])].map(plainCode))) {
      if (bySpelling.has(spelling)) throw new Error(`Two codes are spelled ${spelling}.`)
      bySpelling.set(spelling, row)
    }
  const found = new Map<string, Row | undefined>()

  return {
    rows,
    codes: new Set<Row['code']>(rows.filter(published).map(({ code }) => code)),
    find,
    has: sent => find(sent) !== undefined,
    group(sent) {
      const row = find(sent)
      return row ? { code: row.code, isListed: true } : { code: plainCode(sent) || sent, isListed: false }
    },
  }

  /** Tills send the same codes again and again. No code is long: a text that is isn't brought into its form for each look-up. */
  function find(sent: string): Row | undefined {
    if (sent.length > maxLength) return undefined
    if (found.has(sent)) return found.get(sent)
    const row = spelled(bySpelling, sent)
    if (found.size >= maxKept) found.clear()
    found.set(sent, row)
    return row
  }
}

/** What a map has for a code in any spelling, its keys being `plainCode`s. */
export function spelled<Value>(bySpelling: ReadonlyMap<string, Value>, sent: string): Value | undefined {
  const plain = plainCode(sent)
  return bySpelling.get(plain) ?? bySpelling.get(withoutNumber(plain))
}

/** Without the digits at its end. Not by a pattern, which would look at each row of digits again from each of them. */
function withoutNumber(text: string): string {
  let end = text.length
  while (end > 0 && isDigit(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** A code without what differs between spellings: 'GIFT_CARD', 'GiftCard' and 'gift card' become 'giftcard', 'Chèque' 'cheque'. */
export function plainCode(code: string): string {
  // Nearly all codes are ASCII, and receipts look many up.
  if (ascii.test(code)) return code.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const letters = normalized(code, 'NFKD').replace(/[\u0300-\u036f]|[^\p{L}\p{M}\p{N}]/gu, '')
  return normalized(letters, 'NFC').toLowerCase()
}

const ascii = /^[ -~]*$/

const maxKept = 1000
const maxLength = 100
