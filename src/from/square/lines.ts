import type { DiscountInput, FeeInput, ItemInput, TaxInput } from '../../generated/receipt-input.ts'
import {
  type Decimal,
  hundredth,
  isSame,
  isZero,
  minus,
  negative,
  numberOf,
  readDecimal,
  rounded,
  sum,
  times,
} from '../decimal.ts'
import { soldGiftCard } from '../gift-card.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'
import type { OrderWords } from '../words.ts'
import { amountIn, moneyOf, needMoney } from './money.ts'

/** A line of goods: its price and total have its modifiers in them. */
export function itemOf(
  line: Sent,
  discounts: ReadonlyMap<string | undefined, Sent>,
  words: Required<OrderWords>,
  kind?: 'return',
): ItemInput {
  const modifiers = line.list(kind === 'return' ? 'return_modifiers' : 'modifiers')
  const extra = modifiers.map(each => {
    const count = readDecimal(each.text('quantity') ?? 1) ?? { units: 1n, digits: 0 }
    return times(amountIn(each, 'base_price_money'), count)
  })
  const off = discountsOf(line, discounts, kind)
  const base = moneyOf(line.part('base_price_money'))
  const price = base && sum([base, ...extra])
  const count = line.decimal('quantity')
  const priced = price && count && rounded(times(price, count), price.digits)
  const gross = grossOf(line, priced, kind) ?? priced ?? needMoney(line.part('gross_sales_money'))
  const note = line.text('note')
  // An amount that was keyed in is called by its note.
  const keyed = line.text('item_type') === 'CUSTOM_AMOUNT' ? (note ?? words.customAmount) : undefined
  const name = line.text('name') ?? line.text('variation_name') ?? keyed
  return given<ItemInput>({
    name: name ?? line.needText('name'),
    description: line.has('name') ? line.text('variation_name') : undefined,
    price: price && numberOf(price),
    giftCard: line.text('item_type') === 'GIFT_CARD' ? soldGiftCard(currencyIn(line)) : undefined,
    quantity: given({ value: count && numberOf(count), unitOfMeasureCode: unitOf(line) }),
    discounts: off.map(({ name, amount }) => given<DiscountInput>({ name, amount: numberOf(negative(amount)) })),
    total: numberOf(minus(gross, sum(off.map(({ amount }) => amount)))),
    miscInfo: joined([...modifiers.map(modifierOf), name === note ? undefined : note], '\n'),
  })
}

/** How many of it, as pieces are counted: `2 × Bacon`. */
function modifierOf(modifier: Sent): string | undefined {
  const [name, count] = [modifier.text('name'), modifier.text('quantity') ?? '1']
  return name === undefined || Number(count) === 1 ? name : `${count} × ${name}`
}

const currencyIn = (line: Sent) =>
  line.part('base_price_money').text('currency') ?? line.part('gross_sales_money').text('currency')

/** The line's own discounts, and all that came back with it; a line may say only what they come to. */
function discountsOf(line: Sent, discounts: ReadonlyMap<string | undefined, Sent>, kind?: 'return') {
  const total = amountIn(line, 'total_discount_money')
  if (!line.has('applied_discounts')) return isZero(total) ? [] : [{ name: undefined, amount: total }]
  const own = line.list('applied_discounts').filter(each => kind === 'return' || !isOfOrder(each, discounts))
  return own.map(each => ({
    name: discounts.get(each.text('discount_uid'))?.text('name'),
    amount: amountIn(each, 'applied_money'),
  }))
}

/** What a line comes to before discounts. Square takes an included tax out of gross sales in some countries, so prices come first. */
function grossOf(line: Sent, priced: Decimal | undefined, kind?: 'return'): Decimal | undefined {
  const gross = moneyOf(line.part(kind === 'return' ? 'gross_return_money' : 'gross_sales_money'))
  const variation = moneyOf(line.part('variation_total_price_money'))
  if (!variation) {
    const isTaxOut = gross && priced && isSame(sum([gross, amountIn(line, 'total_tax_money')]), priced)
    return isTaxOut && isSame(amountIn(line, 'total_money'), minus(priced, amountIn(line, 'total_discount_money')))
      ? priced
      : gross
  }
  const modifiers = line.list(kind === 'return' ? 'return_modifiers' : 'modifiers')
  return sum([variation, ...modifiers.map(each => amountIn(each, 'total_price_money'))])
}

function isOfOrder(applied: Sent, discounts: ReadonlyMap<string | undefined, Sent>): boolean {
  return discounts.get(applied.text('discount_uid'))?.text('scope') === 'ORDER'
}

/** The discounts on the whole order, each once. */
export function orderDiscountsOf(
  lines: readonly Sent[],
  discounts: ReadonlyMap<string | undefined, Sent>,
): DiscountInput[] {
  const applied = Map.groupBy(
    lines.flatMap(line => line.list('applied_discounts')),
    each => each.text('discount_uid'),
  )
  return [...discounts].flatMap(([uid, discount]) => {
    if (discount.text('scope') !== 'ORDER') return []
    const shares = applied.get(uid) ?? []
    const amount = moneyOf(discount.part('applied_money')) ?? sum(shares.map(each => amountIn(each, 'applied_money')))
    return [given<DiscountInput>({ name: discount.text('name'), amount: numberOf(negative(amount)) })]
  })
}

/** A service charge. */
export function chargeOf(charge: Sent, isNegative = false): FeeInput {
  const amount = moneyOf(charge.part('applied_money')) ?? needMoney(charge.part('amount_money'))
  return given<FeeInput>({
    description: charge.text('name'),
    amount: numberOf(isNegative ? negative(amount) : amount),
  })
}

/**
 * A tax of the order.
 *
 * @param isMixed whether some taxes are added and others in the prices: then those that are added say so
 */
export function taxOf(tax: Sent, { isNegative = false, isMixed = false }): TaxInput {
  const amount = needMoney(tax.part('applied_money'))
  const percentage = tax.decimal('percentage')
  return given<TaxInput>({
    description: tax.text('name'),
    percent: percentage && numberOf(hundredth(percentage)),
    amount: numberOf(isNegative ? negative(amount) : amount),
    taxTypeCode: isMixed && tax.text('type') !== 'INCLUSIVE' ? 'Sales' : undefined,
  })
}

/** A unit of weight, length, area, volume or of the seller's own. */
function unitOf(line: Sent): string | undefined {
  const unit = line.part('quantity_unit').part('measurement_unit')
  const named = ['weight_unit', 'length_unit', 'area_unit', 'volume_unit', 'generic_unit', 'time_unit'].map(key =>
    unit.text(key),
  )
  const code = named.find(each => each !== undefined)
  return unit.part('custom_unit').text('abbreviation') ?? (code && units[code])
}

/** UN/CEFACT's common codes, which receipts print in the reader's words. */
const units: Readonly<Record<string, string>> = {
  METRIC_KILOGRAM: 'KGM',
  METRIC_GRAM: 'GRM',
  METRIC_MILLIGRAM: 'MGM',
  IMPERIAL_POUND: 'LBR',
  IMPERIAL_WEIGHT_OUNCE: 'ONZ',
  METRIC_LITER: 'LTR',
  METRIC_MILLILITER: 'MLT',
  GENERIC_FLUID_OUNCE: 'OZA',
  METRIC_METER: 'MTR',
  METRIC_CENTIMETER: 'CMT',
  IMPERIAL_FOOT: 'FOT',
  IMPERIAL_YARD: 'YRD',
  IMPERIAL_INCH: 'INH',
  GENERIC_HOUR: 'HUR',
}
