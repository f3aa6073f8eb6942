import { type InTotal, type LedgerRow, ledgerTextOf } from './ledger-text.ts'
import type { Media } from './media.ts'
import { columnOf, type PrintedColumn, type PrintedRow, unitsIn, words } from './printed.ts'
import { sumOf, type TrueSale } from './true-sale.ts'

/** What is wrong with a printed column. */
export interface ColumnFault {
  where: 'text column' | 'slip column' | 'subject said'
  fault: string
}

/**
 * Compares the printed columns of a receipt with the sale as it was, and adds them.
 *
 * @param inTotal whether tip and rounding were sent in the total, so that they may stand above it
 */
export function columnFaultsOf(
  sale: TrueSale,
  media: Pick<Media, 'text' | 'slip' | 'subject'>,
  inTotal: InTotal,
): ColumnFault[] {
  const columns = (['text', 'slip'] as const).flatMap(medium => {
    const column = columnOf(media[medium], sale.trade.digits)
    const faults = [
      ...sumFaultsOf(column),
      ...rowFaultsOf(ledgerTextOf(sale, inTotal), column, medium),
      ...savingFaultsOf(sale, media[medium]),
    ]
    return faults.map((fault): ColumnFault => ({ where: `${medium} column`, fault: `${medium}: ${fault}` }))
  })
  return [...columns, ...subjectFaultsOf(sale, media.subject)]
}

/** A subject says what was paid, and that it was a refund if it was. */
function subjectFaultsOf({ trade, total, toPay, paid, due }: TrueSale, subject: string): ColumnFault[] {
  const said = unitsIn(/[^:]*$/.exec(subject)![0], trade.digits)
  const right = Math.abs(due > 0 ? paid : toPay)
  const faults = said === right ? [] : [`${said} is not ${right}`]
  if (total < 0 !== /refund|return/i.test(subject)) faults.push(total < 0 ? 'no word of a refund' : 'says refund')
  return faults.map(fault => ({ where: 'subject said', fault: `subject: ${fault}` }))
}

/** What was saved is what discounts took off of what was sold, less what they had taken off of what came back; of a return, nothing. */
function savingFaultsOf({ kind, sold, back, discounts, trade }: TrueSale, text: string): string[] {
  const said = /You saved (\S+(?:\s?[\d.,]+)?)/.exec(text)?.[1]
  if (said === undefined) return []
  const saved = kind === 'return' ? 0 : -sumOf([...[...sold, ...back].flatMap(line => line.discounts), ...discounts])
  return unitsIn(said, trade.digits) === saved ? [] : [`saved ${saved}, not ${said}`]
}

/**
 * Adds a column from top to bottom, knowing nothing of the sale.
 *
 * @param payments whether they have to come to the total; may be less, with nothing that says what is due (of an order or a deposit); or
 *   aren't all known
 */
export function sumFaultsOf({ above, total, below }: PrintedColumn, payments: KnownPayments = 'all'): string[] {
  const faults: string[] = []
  let running = 0
  let goods: number | undefined
  for (const [at, { label, amount }] of above.entries()) {
    if (words.gross.has(label)) {
      goods = running
      running = amount
    } else if (words.subtotal.has(label)) {
      // Of lines with nothing but prices, it is where the count begins.
      if (running !== amount && at > 0) faults.push(`${label} ${amount} after ${running}`)
      running = amount
    } else {
      running += amount
      if (words.itemDiscounts.has(label) && goods !== undefined && running !== goods)
        faults.push(`${label} ${amount} leads to ${running}, not ${goods}`)
    }
  }
  if (!total) return [...faults, 'no total']
  if (above.length > 0 && running !== total.amount) faults.push(`Total ${total.amount} after ${running}`)
  return [...faults, ...(payments === 'unknown' ? [] : paymentFaultsOf(total.amount, below, payments))]
}

/** Whether a receipt says all payments of its total; an advance is on something else, of which more may be due. */
export type KnownPayments = 'all' | 'some' | 'advance' | 'unknown'

/** From the total, tip and rounding lead to what is paid; payments less change, now and earlier, and what is due make it up. */
function paymentFaultsOf(total: number, below: readonly PrintedRow[], payments: KnownPayments): string[] {
  const of = (set: ReadonlySet<string>) =>
    below.filter(({ label }) => set.has(label)).reduce((sum, row) => sum + row.amount, 0)
  const named = [words.tip, words.rounding, words.change, words.paid, words.earlier, words.due]
  const tenders = below.filter(({ label }) => !words.total.has(label) && named.every(set => !set.has(label)))
  const toPay = total + of(words.tip) + of(words.rounding)
  const handed = Math.abs(tenders.reduce((sum, row) => sum + row.amount, 0))
  const paid = tenders.length > 0 ? handed - Math.abs(of(words.change)) : of(words.paid)
  const rest = Math.abs(of(words.earlier)) + of(words.due)
  const all = paid + rest
  // A sentence says the one payment of all.
  if (tenders.length === 0 && paid === 0 && rest === 0) return toPay === total ? [] : ['nothing says what was paid']
  if (payments === 'advance' && paid === toPay) return []
  if ((payments === 'some' || payments === 'advance') && paid >= 0 && all < toPay) return []
  return all === Math.abs(toPay) ? [] : [`payments of ${paid} and ${rest} for ${toPay}`]
}

/** Looks for each row of the sale, in the part of the column where it belongs; order within a part is free. */
function rowFaultsOf(expected: readonly LedgerRow[], { above, total, below }: PrintedColumn, medium: string): string[] {
  const at = expected.findIndex(({ role }) => role === 'total')
  const [before, after] = [expected.slice(0, at), expected.slice(at + 1)]
  const faults = total?.amount === expected[at]!.amount ? [] : [`total ${expected[at]!.amount} is ${total?.amount}`]
  const isSaid = ({ role, amount }: LedgerRow) =>
    role === 'tender' && isSaidInWords(after, amount, expected[at]!.amount, below, medium)
  return [...faults, ...missingIn(before, above, () => false), ...missingIn(after, below, isSaid)]
}

/** A sentence says a payment where it is the only one, and of all that was to pay; a slip has no other amount than the total. */
function isSaidInWords(
  after: readonly LedgerRow[],
  amount: number,
  total: number,
  below: readonly PrintedRow[],
  medium: string,
) {
  const others = after.filter(({ role }) => role !== 'tip' && role !== 'rounding')
  if (others.length > 1) return false
  return (
    medium === 'text' ||
    amount === Math.abs(total) ||
    below.some(row => words.paid.has(row.label) && row.amount === amount)
  )
}

function missingIn(
  expected: readonly LedgerRow[],
  printed: readonly PrintedRow[],
  isSaid: (row: LedgerRow) => boolean,
): string[] {
  const left = [...printed]
  const missing = expected.filter(({ role, label, amount }) => {
    const at = left.findIndex(row => row.amount === amount && isCalled(row.label, role, label))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const claims = [words.subtotal, words.gross, words.itemDiscounts, words.paid, words.total]
  const extra = left.filter(({ label, amount }) => amount !== 0 && claims.every(set => !set.has(label)))
  return [
    ...missing.filter(row => !isSaid(row)).map(({ role, label, amount }) => `no ${role} ${label} ${amount}`),
    ...extra.map(({ label, amount }) => `${label} ${amount} isn't in the sale`),
  ]
}

function isCalled(printed: string, role: LedgerRow['role'], label: string): boolean {
  const own = { tip: words.tip, rounding: words.rounding, change: words.change, earlier: words.earlier, due: words.due }
  if (role in own) return own[role as keyof typeof own].has(printed)
  return role === 'tender' || label === '' || printed === label
}
