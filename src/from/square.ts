import type {
  DiscountInput,
  FeeInput,
  ItemInput,
  ReceiptInput,
  TaxInput,
  TenderInput,
} from '../generated/receipt-input.ts'
import { currencyDigits } from '../standards/currency.ts'
import { type AddressKeys, addressOf } from './address.ts'
import {
  type Decimal,
  fromMinor,
  hundredth,
  isZero,
  minus,
  negative,
  numberOf,
  readDecimal,
  sum,
  times,
  zero,
} from './decimal.ts'
import { given, givenAny, joined } from './given.ts'
import { localTime, type OrderOptions, recipientOf, workstationOf } from './seller.ts'
import { readOrder, type Sent } from './sent.ts'

/** A Square order's seller, and what the order doesn't have of the person who buys. */
export interface SquareOptions extends OrderOptions {
  /** Where to mail the receipt; default `buyer_email_address` of the payment. */
  emailAddress?: string
}

/**
 * The receipt of an order of Square's Orders API: a sale, a return or an exchange. A payment of the Payments API adds what the order's
 * tenders lack: the card's application, the receipt's number and the customer's address.
 *
 * | Square | Receipt |
 * |---|---|
 * | `payment.receipt_number`, else `order.id` | `transactionNumber` |
 * | `closed_at`, `created_at` | `receiptDateTime` |
 * | `line_items[]`: `name`, `variation_name`, modifiers, `note`, `base_price_money`, `quantity` | `items[]` |
 * | discounts applied to lines | `discounts[]` of the item; of the receipt if their scope is the order |
 * | `service_charges[]`, `returns[].return_service_charges[]` | `fees[]` |
 * | `taxes[]`, `returns[].return_taxes[]` | `taxes[]` |
 * | `total_tip_money`, `returns[].return_tips[]`, `rounding_adjustment` | `tip`, `roundingAdjustment`, both in the total |
 * | `total_money`; with returns `net_amounts.total_money` | `grandAmount` |
 * | `tenders[]`, else the payment | `tenders[]`, `changeDue` |
 * | `returns[].return_line_items[]` | `returns[]` |
 * | `fulfillments[]` | `deliveryPickup` |
 * | `payment.device_details.device_name` | `workstation.id` |
 *
 * Lost: catalog ids, metadata, pricing rules, rewards, which line bears which tax.
 *
 * @param order parsed JSON, with or without its envelope `{ order }`
 * @param payment the same of its payment, if there is one
 * @throws OrderError with every wrong or missing field by its path in Square's words
 */
export function fromSquare(order: unknown, options: SquareOptions, payment?: unknown): ReceiptInput {
  return readOrder({ order, payment: payment ?? {} }, 'Square', both => {
    const [outer, paid] = [both.part('order'), both.part('payment')]
    const sent = outer.has('order') ? outer.part('order') : outer
    return receiptOf(sent, paid.has('payment') ? paid.part('payment') : paid, options)
  })
}

function receiptOf(order: Sent, payment: Sent, options: SquareOptions): ReceiptInput {
  const lines = order.list('line_items')
  const returned = order.list('returns')
  const total = returned.length > 0 ? order.part('net_amounts').part('total_money') : order.part('total_money')
  const discounts = new Map(order.list('discounts').map(each => [each.text('uid'), each]))
  const isReturn = lines.length === 0 && returned.length > 0
  // Above 0 in their list, and off the total beside goods that are sold.
  const partsOf = (key: string) => returned.flatMap(each => each.list(key))
  const back = (amount: Decimal) => (isReturn ? amount : negative(amount))
  const returnedTaxes = partsOf('return_taxes').map(tax => taxOf(tax, !isReturn))
  const returnedCharges = partsOf('return_service_charges').map(charge => chargeOf(charge, !isReturn))
  const returnedTips = sum(partsOf('return_tips').map(each => amountIn(each, 'applied_money')))
  const tip = sum([amountIn(order, 'total_tip_money'), back(returnedTips)])
  const roundedBack = sum(returned.map(each => amountIn(each.part('rounding_adjustment'), 'amount_money')))
  const rounding = sum([amountIn(order.part('rounding_adjustment'), 'amount_money'), back(roundedBack)])
  const tenders = order.has('tenders') ? order.list('tenders') : payment.has('id') ? [payment] : []
  const paid = tenders.filter(each => each.text('type') !== 'NO_SALE')
  return given<ReceiptInput>({
    ...recipientOf(options.emailAddress ?? payment.text('buyer_email_address')),
    workstation: workstationOf(options, registerOf(order, payment)),
    transactionType: isReturn ? 'ReturnTransaction' : 'SaleTransaction',
    transactionNumber: payment.text('receipt_number') ?? order.needText('id'),
    referenceId: order.text('reference_id'),
    receiptDateTime: localTime(order.text('closed_at') ?? order.text('created_at'), options),
    header: order.text('ticket_name'),
    currency: needCurrency(total) as ReceiptInput['currency'],
    items: lines.map(line => itemOf(line, discounts)),
    returns: returned.map(each =>
      given({
        originalTransactionNumber: each.text('source_order_id'),
        items: each.list('return_line_items').map(line => itemOf(line, new Map(), 'return')),
      }),
    ),
    discounts: orderDiscountsOf(lines, discounts),
    fees: [...order.list('service_charges').map(charge => chargeOf(charge)), ...returnedCharges],
    taxes: [...order.list('taxes').map(tax => taxOf(tax)), ...returnedTaxes],
    tip: isZero(tip) ? undefined : numberOf(tip),
    roundingAdjustment: isZero(rounding) ? undefined : { value: numberOf(rounding) },
    grandAmount: numberOf(needMoney(total)),
    tenders: paid.map(each => tenderOf(each, options)),
    changeDue: changeOf(paid),
    deliveryPickup: fulfilmentOf(order.list('fulfillments')[0], options),
  })
}

/** Cash and cards that were read say that someone was there, where no device does. */
function registerOf(order: Sent, payment: Sent) {
  const tenders = [...order.list('tenders'), payment]
  const isInPerson = tenders.some(
    each =>
      each.has('cash_details') ||
      /^(EMV|SWIPED|CONTACTLESS)$/.test(each.part('card_details').text('entry_method') ?? ''),
  )
  return { isInPerson, register: payment.part('device_details').text('device_name') }
}

/** Minor units of its currency, which is the field's own. */
function moneyOf(money: Sent): Decimal | undefined {
  if (!money.has('amount')) return undefined
  const amount = money.needDecimal('amount')
  if (amount.digits > 0) money.wrong('amount', 'must be a whole number of the smallest unit')
  return fromMinor(amount.units, currencyDigits(money.text('currency')).minimum)
}

function needMoney(money: Sent): Decimal {
  const amount = moneyOf(money)
  if (!amount) money.wrong('amount', 'may not be null')
  return amount ?? zero
}

const needCurrency = (money: Sent): string => money.needText('currency')

const amountIn = (sent: Sent, key: string): Decimal => moneyOf(sent.part(key)) ?? zero

/** A line of goods: its price and total have its modifiers in them. */
function itemOf(line: Sent, discounts: ReadonlyMap<string | undefined, Sent>, kind?: 'return'): ItemInput {
  const modifiers = line.list(kind === 'return' ? 'return_modifiers' : 'modifiers')
  const extra = modifiers.map(each => {
    const count = readDecimal(each.text('quantity') ?? 1) ?? { units: 1n, digits: 0 }
    return times(amountIn(each, 'base_price_money'), count)
  })
  const off = discountsOf(line, discounts)
  const gross = grossOf(line, kind)
  return given<ItemInput>({
    name: line.text('name') ?? line.text('variation_name') ?? line.needText('name'),
    description: line.has('name') ? line.text('variation_name') : undefined,
    price: numberOf(sum([amountIn(line, 'base_price_money'), ...extra])),
    quantity: given({ value: line.number('quantity'), unitOfMeasureCode: unitOf(line) }),
    discounts: off.map(({ name, amount }) => given<DiscountInput>({ name, amount: numberOf(negative(amount)) })),
    total: numberOf(minus(gross, sum(off.map(({ amount }) => amount)))),
    miscInfo: joined([...modifiers.map(each => each.text('name')), line.text('note')], '\n'),
  })
}

/** The line's own discounts. Lines that came back say only what they come to. */
function discountsOf(line: Sent, discounts: ReadonlyMap<string | undefined, Sent>) {
  const total = amountIn(line, 'total_discount_money')
  if (!line.has('applied_discounts')) return isZero(total) ? [] : [{ name: undefined, amount: total }]
  const own = line.list('applied_discounts').filter(each => !isOfOrder(each, discounts))
  return own.map(each => ({
    name: discounts.get(each.text('discount_uid'))?.text('name'),
    amount: amountIn(each, 'applied_money'),
  }))
}

/** What a line comes to before discounts. Square takes an included tax out of gross sales in some countries, so prices come first. */
function grossOf(line: Sent, kind?: 'return'): Decimal {
  const gross = moneyOf(line.part(kind === 'return' ? 'gross_return_money' : 'gross_sales_money'))
  const variation = moneyOf(line.part('variation_total_price_money'))
  if (!variation) return gross ?? needMoney(line.part('gross_sales_money'))
  const modifiers = line.list(kind === 'return' ? 'return_modifiers' : 'modifiers')
  return sum([variation, ...modifiers.map(each => amountIn(each, 'total_price_money'))])
}

function isOfOrder(applied: Sent, discounts: ReadonlyMap<string | undefined, Sent>): boolean {
  return discounts.get(applied.text('discount_uid'))?.text('scope') === 'ORDER'
}

function orderDiscountsOf(lines: readonly Sent[], discounts: ReadonlyMap<string | undefined, Sent>): DiscountInput[] {
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

function chargeOf(charge: Sent, isNegative = false): FeeInput {
  const amount = moneyOf(charge.part('applied_money')) ?? needMoney(charge.part('amount_money'))
  return given<FeeInput>({
    description: charge.text('name'),
    amount: numberOf(isNegative ? negative(amount) : amount),
  })
}

function taxOf(tax: Sent, isNegative = false): TaxInput {
  const amount = needMoney(tax.part('applied_money'))
  const percentage = tax.decimal('percentage')
  return given<TaxInput>({
    description: tax.text('name'),
    percent: percentage && numberOf(hundredth(percentage)),
    amount: numberOf(isNegative ? negative(amount) : amount),
  })
}

const codes: Readonly<Record<string, string>> = {
  CARD: 'CreditDebit',
  THIRD_PARTY_CARD: 'CreditDebit',
  CASH: 'Cash',
  SQUARE_GIFT_CARD: 'GiftCard',
  BANK_ACCOUNT: 'BankTransfer',
  WALLET: 'MobilePayment',
  HOUSE_ACCOUNT: 'OnAccount',
}

const brands: Readonly<Record<string, string>> = { DISCOVER_DINERS: 'Diners Club', CHINA_UNIONPAY: 'UnionPay' }

/** A tender of an order, or a payment: that has its tip beside its amount. */
function tenderOf(tender: Sent, options: SquareOptions): TenderInput {
  const isPayment = tender.has('source_type')
  const type = tender.text(isPayment ? 'source_type' : 'type') ?? 'OTHER'
  const details = tender.part('card_details')
  const card = details.part('card')
  const brand = card.text('card_brand')
  const wallet = tender.part('wallet_details').text('brand') ?? tender.part('buy_now_pay_later_details').text('brand')
  const amount = isPayment ? needMoney(tender.part('total_money')) : needMoney(tender.part('amount_money'))
  const isGiftCard = brand === 'SQUARE_GIFT_CARD'
  return given<TenderInput>({
    tenderTypeCode: isGiftCard
      ? 'GiftCard'
      : (wallet ?? codes[type] ?? tender.part('external_details').text('type') ?? type),
    dateTime: localTime(tender.text('created_at'), options),
    amount: numberOf(type === 'CASH' ? (givenOf(tender) ?? amount) : amount),
    creditDebit:
      card.has('last_4') && !isGiftCard
        ? given({ typeCode: brands[brand ?? ''] ?? brand, last4Digits: card.text('last_4') ?? '' })
        : undefined,
    giftCard: isGiftCard ? givenAny({ accountNumber: card.text('last_4') }) : undefined,
    authorizationCode: details.text('auth_result_code'),
    emv: givenAny({ aid: details.text('application_identifier'), appLabel: details.text('application_name') }),
  })
}

/** What was given in cash, change and all. */
function givenOf(tender: Sent): Decimal | undefined {
  const cash = tender.part('cash_details')
  return moneyOf(cash.part('buyer_tendered_money')) ?? moneyOf(cash.part('buyer_supplied_money'))
}

function changeOf(tenders: readonly Sent[]): number | undefined {
  const change = sum(tenders.map(each => amountIn(each.part('cash_details'), 'change_back_money')))
  return isZero(change) ? undefined : numberOf(change)
}

function fulfilmentOf(fulfilment: Sent | undefined, options: SquareOptions): ReceiptInput['deliveryPickup'] {
  if (!fulfilment) return undefined
  const type = fulfilment.text('type') ?? ''
  const details = fulfilment.part(`${type.toLowerCase()}_details`)
  const recipient = details.part('recipient')
  return givenAny({
    dateTime: localTime(
      details.text('pickup_at') ?? details.text('deliver_at') ?? details.text('expected_shipped_at'),
      options,
    ),
    instructions: details.text('note') ?? details.text('shipping_note'),
    address: addressOf(recipient.part('address'), keys, recipient.text('display_name')),
  })
}

const keys: AddressKeys = {
  lines: ['address_line_1', 'address_line_2'],
  city: 'locality',
  territory: ['administrative_district_level_1'],
  postalCode: 'postal_code',
  country: 'country',
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
