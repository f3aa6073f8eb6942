import { readFileSync } from 'node:fs'

/** A row of a printed column: a label, and an amount in the currency's smallest unit. */
export interface PrintedRow {
  label: string
  amount: number
}

/** What is printed from the goods down to the last payment: the rows above the total, the total, and the rows below it. */
export interface PrintedColumn {
  above: PrintedRow[]
  total: PrintedRow | undefined
  below: PrintedRow[]
}

/** Our words for rows, in the English that the tests print. */
export const words = rowWords()

/**
 * Reads the column of a mail's text or of a slip, in English: from the heading to the tear line, and below the total as far as the
 * payments go. What is indented belongs to the line above.
 *
 * @param digits of the currency, behind the point
 */
export function columnOf(text: string, digits: number): PrintedColumn {
  const lines = text
    .replace(/[\u2060-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
  const tear = lines.findIndex(line => line.startsWith('- - - -'))
  const column: PrintedColumn = { above: [], total: undefined, below: [] }
  for (let at = afterHeading(lines); at < (tear < 0 ? lines.length : tear); at++) {
    const line = lines[at]!
    // The next section.
    if (line === '' && column.total) break
    const found = rowIn(line, lines[at - 1] ?? '', digits)
    if (!found) continue
    if (column.total) column.below.push(found)
    else if (words.total.has(found.label)) column.total = found
    else column.above.push(found)
  }
  return column
}

/** Where the goods begin: below the heading of a mail, or below the line of a slip that has kind and date. */
function afterHeading(lines: readonly string[]): number {
  const kind = lines.findIndex(line => /receipt .*\d{4}/i.test(line) && / at |, \d+:\d\d/.test(line))
  const isSlip = !lines[kind]!.includes(' · ')
  if (isSlip) return kind + 1
  const end = lines.findIndex((line, at) => at > kind && (line === '' || line.startsWith('----')))
  return end < 0 ? lines.length : end
}

function rowIn(line: string, above: string, digits: number): PrintedRow | undefined {
  const money = String.raw`[−-]?(?:\p{Sc}|[A-Z]{2,3}\$?\s?)\s?[−-]?\d[\d,]*(?:\.\d+)?`
  const found = new RegExp(String.raw`^(\S.*?)\s{2,}(${money})$`, 'u').exec(line)
  // A label that takes the whole line has its amount on the next.
  const alone = found ? undefined : new RegExp(`^ {6,}(${money})$`, 'u').exec(line)
  // Large letters may leave one space.
  const large = [...words.total].find(word => new RegExp(`^${word} ${money}$`, 'u').test(line))
  if (large) return { label: large, amount: unitsIn(line.slice(large.length), digits) }
  const [label, amount] = found ? [found[1]!, found[2]!] : [above.trim(), alone?.[1]]
  if (amount === undefined) return undefined
  return { label: label.replace(/\s+/g, ' '), amount: unitsIn(amount, digits) }
}

/** An amount as it is written, in the currency's smallest unit. */
export function unitsIn(amount: string, digits: number): number {
  const units = Math.round(Number(amount.replace(/[^\d.]/g, '')) * 10 ** digits)
  return /[−-]/.test(amount) ? -units || 0 : units
}

function rowWords() {
  const messages = JSON.parse(readFileSync('locales/en.json', 'utf8')) as Record<string, Record<string, string>>
  const of = (section: string, ...keys: string[]) => new Set(keys.map(key => messages[section]![key]!))
  return {
    total: of('totals', 'grand', 'refund', 'toPay'),
    /** What the rows above come to. */
    subtotal: new Set([
      ...of('totals', 'subtotal', 'net', 'afterDiscounts', 'includingFees'),
      ...of('orders', 'subtotal', 'net', 'afterDiscounts', 'total'),
    ]),
    /** Where another count begins. */
    gross: of('totals', 'beforeDiscounts'),
    itemDiscounts: of('totals', 'itemDiscounts'),
    tip: of('totals', 'tip'),
    rounding: of('totals', 'rounding'),
    change: of('tenders', 'change'),
    paid: of('tenders', 'paidToday', 'applied'),
    earlier: of('tenders', 'paidEarlier'),
    due: of('tenders', 'balanceDue'),
  }
}
