import type { FeeData, TaxData } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { isRoundingName } from '../../standards/codes/tender-types.ts'
import { mapped, withChanged } from '../changes.ts'
import type { ColumnReading } from '../column/column.ts'
import { linesOf } from '../lines.ts'
import { paidBy } from '../payment.ts'
import { micros, sizeOf, sumOf } from '../sums.ts'

/**
 * The receipt with tip and service charge once, where a till sends them among the fees or the goods, too, or one as the other: under such a name, of the
 * same amount, and neither total nor payments have both; with its taxes once, where their sum is among them; and with discounts and fees once, where
 * they are goods, too. The same receipt if it has none.
 *
 * @param reading of its column; without one, the total is known to have them once
 */
export function withChargesOnce(receipt: ReceiptData, reading?: ColumnReading): ReceiptData {
  const isLoose = reading === undefined || reading.taxes.inside.size > 0
  // In the prices, a sum is only told by the others' rates.
  const isSum: IsSum = isLoose
    ? () => true
    : (tax, others) => isTotalName(tax) || (reading.taxes.are === 'included' && others.every(saysRate))
  let once = withChanged(receipt, {
    taxes: taxesOnce(receipt.taxes, isSum),
    orders: mapped(receipt.orders, order => withChanged(order, { taxes: taxesOnce(order.taxes, isSum) })),
  })
  for (const charge of ['tip', 'serviceCharge'] as const) {
    const { isIn, turn } = reading?.[charge] ?? {}
    // One that had to be taken off is another's.
    const isOther = turn === 1 && (isIn || isPaidApart(receipt, receipt[charge]))
    if (receipt[charge] && !isOther) once = withChargeOnce(once, charge)
  }
  once = withRoundingOnce(once)
  return reading ? once : withoutGoodsAgain(once)
}

/** Whether a tax may be what the others come to. */
type IsSum = (tax: TaxData, others: readonly TaxData[]) => boolean

/** Taxes without one that has no rate and is the sum of all others; of one other, only if it is called so, or nothing. */
function taxesOnce(taxes: TaxData[] | undefined, isSum: IsSum): TaxData[] | undefined {
  if (!taxes || taxes.length < 2) return taxes
  const all = sumOf(taxes)
  const charged = taxes.filter(tax => tax.amount)
  const mayBeSum = charged.length > 2 ? isSum : isTotalName
  const isOfOthers = (sum: TaxData) =>
    mayBeSum(
      sum,
      charged.filter(tax => tax !== sum),
    )
  const sum = taxes.find(tax => !saysRate(tax) && 2 * micros(tax.amount) === all && isOfOthers(tax))
  return sum && all !== 0 ? taxes.filter(tax => tax !== sum) : taxes
}

function saysRate({ percent }: TaxData): boolean {
  return percent !== undefined
}

function isTotalName({ description, taxTypeCode }: TaxData): boolean {
  return description === undefined ? taxTypeCode === undefined : totalNames.test(description)
}

/** What a sum is called at tills, in the package's languages and some more; no tax is called so. */
const totalNames =
  /totaal|total|\bsum|gesamt|i alt|összes|végössz|yhteens|kokku|kopā|iš viso|ukup|celk|spolu|skupaj|razem|guztira|toplam|jumlah|kabuuan|tổng|σύνολο|итог|всего|усього|разом|укуп|обща|общо|вкупно|합계|총|合[计計]|[总總][计計额額]|รวม|कुल|মোট|மொத்த|סה[״"]כ|إجمالي|مجموع|جمع|کل/iu

/** Without discounts and fees that stand among the goods under the same name. */
function withoutGoodsAgain(receipt: ReceiptData): ReceiptData {
  const { discounts, fees, orders } = receipt
  if (!(discounts?.length || fees?.length || orders?.some(order => order.fees?.length))) return receipt
  const all = [...(receipt.items ?? []), ...linesOf(orders)]
  const lines = new Set(all.map(({ name, total, price }) => `${micros(total ?? price)} ${name}`))
  const isOther = (amount: number, name: string | undefined) => !lines.has(`${amount} ${name}`)
  const withoutThem = (of: FeeData[] | undefined) =>
    kept(of, ({ description, amount }) => isOther(micros(amount), description))
  return withChanged(receipt, {
    discounts: kept(discounts, ({ name, amount }) => isOther(-sizeOf(amount), name)),
    fees: withoutThem(fees),
    orders: mapped(orders, order => withChanged(order, { fees: withoutThem(order.fees) })),
  })
}

/** The list without some; the same list if all stay. */
function kept<Entry>(list: Entry[] | undefined, isKept: (entry: Entry) => boolean): Entry[] | undefined {
  return list?.every(isKept) ? list : list?.filter(isKept)
}

/** A line of goods stays, and a fee is the charge. */
function withChargeOnce(receipt: ReceiptData, charge: keyof typeof names): ReceiptData {
  const { [charge]: amount, ...others } = receipt
  const other = charge === 'tip' ? 'serviceCharge' : 'tip'
  if (receipt[other] === amount) return others
  const isSame = (name: string | undefined, other: number | undefined) =>
    other === amount && names[charge].test(name ?? '')
  const fee = receipt.fees?.find(({ description, amount: other }) => isSame(description, other))
  if (fee) return { ...receipt, fees: receipt.fees?.filter(each => each !== fee) ?? [] }
  return receipt.items?.some(({ name, total, price }) => isSame(name, total ?? price)) ? others : receipt
}

/** A rounding among the fees is the rounding, and a line of goods stays. */
function withRoundingOnce(receipt: ReceiptData): ReceiptData {
  const { roundingAdjustment, ...others } = receipt
  const { value } = roundingAdjustment ?? {}
  if (!value) return receipt
  const isSame = (name: string | undefined, amount: number | undefined) =>
    amount === value && isRoundingName(name ?? '')
  const fees = kept(receipt.fees, ({ description, amount }) => !isSame(description, amount))
  if (fees !== receipt.fees) return withChanged(receipt, { fees })
  return receipt.items?.some(({ name, total, price }) => isSame(name, total ?? price)) ? others : receipt
}

/** Whether the payments have it beside the total. */
function isPaidApart(receipt: ReceiptData, amount: number | undefined): boolean {
  const { grandAmount } = receipt
  return paidBy(receipt)?.(micros(grandAmount) + micros(amount)) === true
}

/** What such a charge is called, in words that begin so. */
const names = {
  tip: /(?<!\p{L})(?:tips?(?!\p{L})|gratuit|trinkg|pourboire|propin|mancia|gorjeta|drick|drikk|fooi|napiw|チップ|小[费費])/iu,
  serviceCharge: /(?<!\p{L})(?:servi|bedien|gratuit|coperto|サービス|服[务務]|봉사)/iu,
}
