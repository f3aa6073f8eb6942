import { currencyDigits } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import type { SumRow } from '../../database/statistics/read-sums.ts'
import { decimalText, millionths } from '../counting/decimals.ts'
import { quantilesOf } from '../counting/mails.ts'
import type { Figures } from './answer-shape.ts'

/** The figures of whole receipts. @param waits how long first mails took: how many by bucket */
export function receiptFigures(cell: Aggregate, waits?: ReadonlyMap<string, number>): Figures {
  const of = (name: string) => countOf(cell, name)
  const receipts = of('receipts')
  const byReceiptType = {
    DigitalOnly: of('digital_only'),
    DigitalAndPaper: of('digital_and_paper'),
    PaperOnly: of('paper_only'),
    NoReceipt: of('no_receipt'),
  }
  return {
    receipts,
    sales: of('sales'),
    returns: of('returns'),
    paymentRequests: of('payment_requests'),
    training: of('training'),
    payments: of('payments'),
    deposits: of('deposits'),
    laterInvoices: of('later_invoices'),
    giftReceipts: of('gift_receipts'),
    revised: of('revised'),
    late: of('late'),
    notSummed: of('unsummed'),
    mixedSigns: of('mixed_signs'),
    discountsIgnored: of('discounts_ignored'),
    taxesFromItems: of('taxes_from_items'),
    timesWithoutOffset: of('without_offset'),
    byReceiptType,
    digitalShare: digitalShareIn(cell),
    withAddress: of('with_address'),
    addressShare: ratio(of('with_address'), receipts, 4),
    offersShown: of('offers'),
    items: of('pieces'),
    itemsReturned: of('pieces_returned'),
    itemsPerSale: ratio(of('pieces'), of('sales'), 2),
    amounts: byReceipts(cell).map(([currency, sums]) => receiptAmounts(currency, sums)),
    deliveries: deliveriesOf(of, waits),
  }
}

/** The figures of tenders, taxes or items. */
export function partFigures(cell: Aggregate, dimension: string): Figures {
  const count = countOf(cell, 'entries')
  if (isCountOnly(dimension)) return { count }
  const hasItems = dimension === 'item' || dimension === 'category'
  const hasChange = dimension === 'tenderType' || dimension === 'cardBrand'
  return {
    receipts: countOf(cell, 'receipts'),
    count,
    ...(hasItems && { items: countOf(cell, 'pieces'), itemsReturned: countOf(cell, 'pieces_returned') }),
    amounts: byReceipts(cell).map(([currency, sums]) => {
      const text = textIn(currency)
      const { amount = 0n, taxable = 0n, refunds = 0n, change_due: change = 0n, tips = 0n } = sums.amounts
      return {
        currency,
        amount: text(amount),
        ...(hasChange && { changeDue: text(change), tips: text(tips), tenderApplied: text(appliedIn(sums)) }),
        ...(dimension === 'taxType' && { taxableAmount: text(taxable) }),
        ...(hasItems && { refunds: text(refunds) }),
      }
    }),
  }
}

/** The share of receipts that went out digitally, of those that were given at all. */
export function digitalShareIn(cell: Aggregate): number | null {
  const digital = countOf(cell, 'digital_only') + countOf(cell, 'digital_and_paper')
  return ratio(digital, digital + countOf(cell, 'paper_only'), 4)
}

/** Whether what a dimension counts has no amounts: mails, requests, addresses. */
export function isCountOnly(dimension: string): boolean {
  return ['mailReason', 'mailDomain', 'refusal', 'validation'].includes(dimension)
}

/** A cell's currencies, the one with the most receipts first. */
export function byReceipts(cell: Aggregate): [string, CurrencySums][] {
  return [...cell]
    .filter(([, sums]) => hasSums(sums))
    .sort(
      ([code, { counts: one }], [otherCode, { counts: other }]) =>
        (other.receipts ?? 0) - (one.receipts ?? 0) || (code < otherCode ? -1 : 1),
    )
}

/** Whether there is anything but zeros. */
export function hasSums({ counts, amounts }: CurrencySums): boolean {
  return Object.values(counts).some(Boolean) || Object.values(amounts).some(Boolean)
}

/** What came back. */
export function returnsIn({
  amounts: { sold = 0n, gift_cards_sold: giftCards = 0n, grand = 0n },
}: CurrencySums): bigint {
  return sold + giftCards - grand
}

/** What is left of tenders after change and tips. */
export function appliedIn({ amounts: { amount = 0n, change_due: change = 0n, tips = 0n } }: CurrencySums): bigint {
  return amount - change - tips
}

/** What a sale comes to on average; undefined without any. */
export function basketIn({ counts: { sales = 0 }, amounts: { sold = 0n } }: CurrencySums, currency: string) {
  return sales > 0 ? average(sold, sales, currencyDigits(currency).minimum) : undefined
}

function receiptAmounts(currency: string, sums: CurrencySums) {
  const { counts, amounts } = sums
  const text = textIn(currency)
  const written = (name: string) => text(amounts[name] ?? 0n)
  const { receipts = 0, sales = 0, gross_known: grossKnown = 0, net_known: netKnown = 0, takings_known = 0 } = counts
  const averageBasket = basketIn(sums, currency)
  return {
    currency,
    receipts,
    sales,
    grossAmount: written('gross'),
    grossKnown,
    netAmount: written('net'),
    netKnown,
    grandAmount: written('grand'),
    salesAmount: written('sold'),
    ...(averageBasket !== undefined && { averageBasket }),
    discounts: written('discounts'),
    taxes: written('taxes'),
    tips: written('tips'),
    fees: written('fees'),
    serviceCharges: written('service_charges'),
    returnsAmount: text(returnsIn(sums)),
    refunds: written('refunds'),
    giftCardsSold: written('gift_cards_sold'),
    giftCardsRedeemed: written('gift_cards_redeemed'),
    takings: written('takings'),
    takingsKnown: takings_known,
    paymentsAmount: written('paid_apart'),
    changeDue: written('change_due'),
    roundingAdjustment: written('rounding'),
  }
}

function deliveriesOf(
  of: (name: string) => number,
  waits: ReadonlyMap<string, number> | undefined,
): Figures['deliveries'] {
  const [sent, failed, bounced] = [of('mails_sent'), of('mails_failed'), of('mails_bounced')]
  const quantiles = waits && quantilesOf(waits, [0.5, 0.95, 0.99])
  const [p50 = 0, p95 = 0, p99 = 0] = (quantiles ?? []).map(seconds)
  const mails = [...(waits?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  return {
    sent,
    failed,
    bounced,
    trying: of('mails_trying'),
    canceled: of('mails_canceled'),
    resent: of('resends'),
    attempts: of('attempts'),
    attemptsPerMail: ratio(of('attempts'), sent + failed + bounced, 2),
    ...(quantiles && { secondsToMail: { mails, p50, p95, p99 } }),
  }
}

/** A rounding that is felt would come on top of the 5 %. */
function seconds(milliseconds: number): number {
  return Number((milliseconds / 1000).toPrecision(4))
}

function ratio(part: number, whole: number, digits: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(digits))
}

/** Writes amounts with the currency's decimals, or more where there are more. */
export function textIn(currency: string): (amount: bigint) => string {
  const { minimum } = currencyDigits(currency === '' ? undefined : currency)
  return amount => decimalText(amount, minimum)
}

/** Rounded half away from zero, to the currency's unit. */
function average(sum: bigint, count: number, digits: number): string {
  const unit = 10n ** BigInt(6 - digits)
  const divisor = BigInt(count) * unit
  const half = sum < 0n ? -divisor / 2n : divisor / 2n
  return decimalText(((sum + half) / divisor) * unit, digits)
}

/** Sums of one currency. Amounts are in millionths. */
interface CurrencySums {
  counts: Record<string, number>
  amounts: Record<string, bigint>
}

/** A group in a period: sums by currency. */
export type Aggregate = Map<string, CurrencySums>

/** Adds a row to a cell; what is 0 in it stays out. */
export function addRow(cell: Aggregate, row: SumRow, counts: readonly string[], amounts: readonly string[]): void {
  const sums = getOrAdd(cell, row.currency, () => ({ counts: {}, amounts: {} }))
  for (const name of counts) {
    const count = row[name] as number | undefined
    if (count) sums.counts[name] = (sums.counts[name] ?? 0) + count
  }
  for (const name of amounts) {
    const amount = row[name]
    if (!amount || amount === '0') continue
    sums.amounts[name] = (sums.amounts[name] ?? 0n) + millionths(BigInt(amount), row.scale)
  }
}

/** A count over all currencies. */
export function countOf(cell: Aggregate, name: string): number {
  let count = 0
  for (const { counts } of cell.values()) count += counts[name] ?? 0
  return count
}
