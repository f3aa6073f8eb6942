import { numberFormat } from '../locale/format/intl.ts'
import type { ItemData } from '../receipt/data/item-data.ts'
import type { TenderData } from '../receipt/data/tender-data.ts'
import { modes, orderActions } from '../standards/codes/tables.ts'
import { currencyDigits } from '../standards/currency.ts'
import { type DateTime, parseDateTime, withoutMidnight, writeDateTime } from '../standards/iso8601.ts'
import { withoutIsolates } from './direction.ts'
import type { ViewContext } from './presenting.ts'
import { handedOut } from './sections/goods/fulfilment.ts'
import { compactFrom } from './sections/goods/items.ts'
import { pageAddress, type ReceiptLinks } from './sections/links.ts'
import { labelOf, tenderKind } from './sections/payment/payment-methods.ts'

/**
 * What mail clients can read without the page, as JSON-LD: schema.org's Order for sales and orders, Invoice for payment
 * requests, with the fields that Google publishes (developers.google.com/gmail/markup/reference). It has nothing that the page
 * doesn't show, no card number and no buyer.
 *
 * Undefined if there is nothing true to say: for returns and exchanges (`OrderReturned` is about a whole order), gift receipts,
 * test receipts, receipts without a currency or goods. A receipt of so many items that they are shown compactly has none
 * either, because with each item listed again Gmail would clip the mail.
 */
export function presentStructuredData(p: ViewContext, links: ReceiptLinks = {}): string | undefined {
  const { receipt, ledger } = p
  const { currency } = receipt
  const goods = handedOut(receipt)
  const isOfSale = kindsWithData.includes(ledger.kind) && !ledger.isRefund && !modes.find(receipt.mode ?? '')?.isTest
  if (!isOfSale || !currency || goods.length === 0 || goods.length >= compactFrom) return undefined
  const url = pageAddress(p, links)
  const order = orderThing(p, goods, currency)
  const thing = {
    '@context': 'http://schema.org',
    ...(ledger.kind === 'payment-link' ? invoiceThing(p, order, currency) : order),
    ...(url && { url, potentialAction: { '@type': 'ViewAction', target: url } }),
  }
  return JSON.stringify(thing)
}

const kindsWithData: readonly string[] = ['sale', 'order', 'payment-link']

/** `paymentDueDate` is schema.org's name, `paymentDue` Google's. */
function invoiceThing({ receipt, ledger }: ViewContext, order: Thing, currency: string): Thing {
  const due = ledger.payment.due ?? ledger.payment.toPay
  const schedules = (receipt.orders ?? []).flatMap(({ paymentSchedules = [] }) => paymentSchedules)
  const dueDate = isoDate(schedules.find(({ amountDue }) => amountDue === due)?.dueDate, date =>
    withoutMidnight(date, true),
  )
  return {
    '@type': 'Invoice',
    provider: order.merchant,
    paymentStatus: 'http://schema.org/PaymentDue',
    paymentDue: dueDate,
    paymentDueDate: dueDate,
    totalPaymentDue: {
      '@type': 'PriceSpecification',
      price: exactAmount(due, currency),
      priceCurrency: currency,
    },
    referencesOrder: { ...order, paymentUrl: receipt.paymentLink },
  }
}

/** A value of schema.org: `undefined` fields are left out. */
type Thing = { '@type': string; [property: string]: unknown }

/**
 * The sale as schema.org's Order. Google's examples name the shop `merchant`, its table of required fields `seller`.
 *
 * @param goods what the customer gets
 * @param currency ISO 4217 code of all amounts
 */
function orderThing(p: ViewContext, goods: readonly ItemData[], currency: string): Thing {
  const { receipt, ledger } = p
  const shop = { '@type': 'Organization', name: receipt.workstation.store.name }
  return {
    '@type': 'Order',
    merchant: shop,
    seller: shop,
    orderNumber: ledger.sameOrder?.number ?? receipt.transactionNumber,
    orderDate: isoDate(receipt.receiptDateTime),
    orderStatus: `http://schema.org/${statusOf(p)}`,
    price: exactAmount(ledger.payment.toPay, currency),
    priceCurrency: currency,
    acceptedOffer: goods.map(item => offerThing(p, item, currency)),
    paymentMethod: methodsOf(p, receipt.tenders ?? []),
  }
}

/** A date in ISO 8601's usual form; undefined for other text. @param meant what a date-time stands for; default itself */
function isoDate(text: string | undefined, meant = (date: DateTime) => date): string | undefined {
  const date = text === undefined ? undefined : parseDateTime(text)
  return date && writeDateTime(meant(date))
}

/** An amount as an exact decimal, `29.99`: at least the currency's decimals, at most six. */
function exactAmount(amount: number, currency: string): string {
  const { minimum } = currencyDigits(currency)
  return decimal(minimum).format(amount)
}

function decimal(minimumFractionDigits: number): Intl.NumberFormat {
  return numberFormat('en-US', `decimal ${minimumFractionDigits}`, () => ({
    useGrouping: false,
    minimumFractionDigits,
    maximumFractionDigits: 6,
  }))
}

/**
 * What schema.org can say of it. At a till the goods go with the customer, unless they are ordered, delivered or picked up
 * later; then only a complete order is known to have arrived.
 */
function statusOf({ receipt, ledger: { kind, payment } }: ViewContext): string {
  const { orders = [], deliveryPickup, transactionType } = receipt
  if (kind === 'payment-link' || payment.due !== undefined) return 'OrderPaymentDue'
  const isOrder =
    kind === 'order' || orders.length > 0 || deliveryPickup || orderActions.find(transactionType)?.handover
  const isComplete =
    orders.length > 0 && orders.every(({ action }) => orderActions.find(action ?? '')?.code === 'Complete')
  return isOrder && !isComplete ? 'OrderProcessing' : 'OrderDelivered'
}

function offerThing({ pictureOf }: ViewContext, item: ItemData, currency: string): Thing {
  const { name, sku, price, total, quantity } = item
  const count = quantity?.value
  const each = price ?? (count === undefined || count === 1 ? total : undefined)
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Product', name, sku, image: pictureOf(item) },
    ...(each !== undefined && { price: exactAmount(each, currency), priceCurrency: currency }),
    eligibleQuantity: {
      '@type': 'QuantitativeValue',
      value: decimal(0).format(count ?? 1),
      unitText: quantity?.unitOfMeasureCode,
    },
  }
}

/** The means of payment without numbers and names; change and unknown means are left out. */
function methodsOf(p: ViewContext, tenders: readonly TenderData[]): Thing[] | undefined {
  const names = tenders.flatMap(tender => {
    const kind = tenderKind(p, tender)
    if (tender.amount !== undefined && tender.amount < 0) return []
    return 'word' in kind && kind.word === 'other' ? [] : [withoutIsolates(labelOf(p, kind))]
  })
  const methods = [...new Set(names)].map(name => ({ '@type': 'PaymentMethod', name }))
  return methods.length ? methods : undefined
}
