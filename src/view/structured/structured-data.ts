import { modes } from '../../standards/codes/modes.ts'
import type { ViewContext } from '../presenting.ts'
import { handedOut } from '../sections/goods/handed-out.ts'
import { compactFrom } from '../sections/goods/items.ts'
import { pageAddress, type ReceiptLinks } from '../sections/links.ts'
import { exactAmount, isoDate, orderThing, type Thing } from './order.ts'

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
  const { receipt, meaning } = p
  const { currency } = receipt
  const goods = handedOut(receipt)
  if (!told.includes(meaning.kind) || receipt.grandAmount < 0 || modes.find(receipt.mode ?? '')?.isTest)
    return undefined
  if (!currency || goods.length === 0 || goods.length >= compactFrom) return undefined
  const url = pageAddress(p, links)
  const order = orderThing(p, goods, currency)
  const thing = {
    '@context': 'http://schema.org',
    ...(meaning.kind === 'payment-link' ? invoiceThing(p, order, currency) : order),
    ...(url && { url, potentialAction: { '@type': 'ViewAction', target: url } }),
  }
  return JSON.stringify(thing)
}

const told: readonly string[] = ['sale', 'order', 'payment-link']

/** `paymentDueDate` is schema.org's name, `paymentDue` Google's. */
function invoiceThing({ receipt, meaning }: ViewContext, order: Thing, currency: string): Thing {
  const asked = meaning.payment.due ?? receipt.grandAmount
  const schedules = (receipt.orders ?? []).flatMap(({ paymentSchedules = [] }) => paymentSchedules)
  const dueDate = isoDate(schedules.find(({ amountDue }) => amountDue === asked)?.dueDate)
  return {
    '@type': 'Invoice',
    provider: order.merchant,
    paymentStatus: 'http://schema.org/PaymentDue',
    paymentDue: dueDate,
    paymentDueDate: dueDate,
    totalPaymentDue: {
      '@type': 'PriceSpecification',
      price: exactAmount(asked, currency),
      priceCurrency: currency,
    },
    referencesOrder: { ...order, paymentUrl: receipt.paymentLink },
  }
}
