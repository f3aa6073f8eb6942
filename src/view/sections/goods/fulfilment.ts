import type { ItemData, OrderData } from '../../../receipt/data/item-data.ts'
import type { AddressCommonData, DeliveryPickupData } from '../../../receipt/data/party-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { type OrderAction, orderActions } from '../../../standards/codes/tables.ts'
import {
  fact,
  inOneLine,
  isPresent,
  joined,
  note,
  phoneCountry,
  phrase,
  shownDate,
  type ViewContext,
} from '../../presenting.ts'
import type { FulfilmentView } from '../../receipt-view.ts'

/** Delivery or pickup: where and when. */
export function presentFulfilment(
  p: ViewContext,
  fulfilment: DeliveryPickupData,
  handover: Handover | undefined,
): FulfilmentView | undefined {
  const { t, f, isolate } = p
  const country = phoneCountry(fulfilment.address, p)
  const phones = [fulfilment.phoneNumber1, fulfilment.phoneNumber2]
    .map(phone => f.phone(phone, country))
    .filter(isPresent)
  const address = f.address(fulfilment.address).map(isolate.words)
  const when = fulfilment.dateTime && shownDate(p, fulfilment.dateTime, 'dateTime')
  const title = t(`fulfilment.${handover ?? handoverBy(fulfilment, p)}`)
  const phone = phrase(phones.map(isolate.code))
  const instructions = note(fulfilment.instructions, isolate)
  const facts = [
    fact('when', t('fulfilment.when'), when),
    fact('where', t('fulfilment.where'), inOneLine(address, f)),
    fact('phone', t('fulfilment.phone'), phone),
  ].filter(isPresent)
  if (!facts.length && !instructions) return undefined
  return {
    title,
    facts,
    heading: when ? joined(title, when) : title,
    lines: phone ? [...address, phone] : address,
    ...(instructions && { note: instructions }),
  }
}

/** By where it is, if nothing says more: to an address it is a delivery, at the store a pickup. A time alone may be of either. */
function handoverBy({ address }: DeliveryPickupData, { receipt }: ViewContext): Handover | 'either' {
  if (!address?.addressLine1 && !address?.city && !address?.postalCode) return 'either'
  const { address: store } = receipt.workstation.store
  const isAtStore = address.addressLine1 !== undefined && placeOf(address) === placeOf(store)
  return isAtStore ? 'pickup' : 'delivery'
}

function placeOf({ addressLine1 = '', city = '' }: AddressCommonData): string {
  return `${addressLine1} ${city}`.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** How the customer gets the items. */
export type Handover = NonNullable<OrderAction['handover']>

/** How an order reaches the customer, according to the order, else its receipt. Undefined if neither says. */
export function orderHandover(order: OrderData, receipt: ReceiptData): Handover | undefined {
  return handoverOf(order.action ?? '') ?? handoverOf(receipt.transactionType)
}

/** The same for a whole receipt: what all its orders say, else its type. */
export function receiptHandover(receipt: ReceiptData): Handover | undefined {
  const [one, ...others] = new Set((receipt.orders ?? []).map(order => orderHandover(order, receipt)))
  return others.length ? undefined : (one ?? handoverOf(receipt.transactionType))
}

function handoverOf(code: string): Handover | undefined {
  return orderActions.find(code)?.handover
}

/** Whether an order waits to be picked up. */
export function isToFetch(order: OrderData, receipt: ReceiptData): boolean {
  const { isUndone, code } = orderActions.find(order.action ?? '') ?? {}
  return !isUndone && code !== 'Complete' && orderHandover(order, receipt) === 'pickup'
}

/** The items that the customer gets, sold or ordered: without voided lines, and without canceled or returned orders. */
export function handedOut(receipt: Pick<ReceiptData, 'items' | 'orders'>): ItemData[] {
  const ordered = (receipt.orders ?? []).filter(({ action = '' }) => !orderActions.find(action)?.isUndone)
  return [receipt, ...ordered].flatMap(({ items = [] }) => items).filter(isHandedOut)
}

function isHandedOut({ price = 0, total = 0, quantity }: ItemData): boolean {
  return price >= 0 && total >= 0 && (quantity?.value ?? 1) >= 0
}
