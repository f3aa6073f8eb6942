import { type Code, codeTable } from './code-table.ts'
import { taxNameOf, taxTypes } from './tax-types.ts'
import { cardBrands, isRoundingName, tenderTypes } from './tender-types.ts'

/** The interface's transaction types, plus `BOPUS` (buy online, pick up in store), which tills also send. Others are accepted. */
export const transactionTypes = codeTable([
  // An exchange is a sale with returns: its goods say so.
  {
    code: 'SaleTransaction',
    spellings: ['Sale', 'Sales', 'RetailSale', 'Purchase', 'Exchange', 'ExchangeTransaction'],
  },
  {
    code: 'ReturnTransaction',
    spellings: [
      'Return',
      'Returns',
      'Refund',
      'Refunds',
      'RefundTransaction',
      'SalesReturn',
      'CustomerReturn',
      'CreditNote',
    ],
  },
  { code: 'OrderTransaction', spellings: ['Order', 'Orders', 'SalesOrder', 'CustomerOrder', 'SpecialOrder'] },
  { code: 'PaymentLinkTransaction' },
  { code: 'BOPUS' },
])

/** How a till works. */
export interface Mode extends Code {
  /** Its word; none for what goes without saying. */
  message?: Extract<(typeof modeRows)[number], { message: string }>['message']
  /** Nothing was sold. */
  isTest?: true
}

const modeRows = [
  { code: 'Online', message: 'facts.modes.online' },
  { code: 'Offline', message: 'facts.modes.offline' },
  { code: 'Production' },
  { code: 'Training', message: 'facts.modes.training', isTest: true },
  { code: 'Test', message: 'facts.modes.test', isTest: true },
  { code: 'Reprint', message: 'facts.modes.reprint' },
  { code: 'GiftReceipt', message: 'document.gift' },
] as const satisfies readonly (Omit<Mode, 'message'> & { message?: string })[]

/** The till's mode. The interface defines no values, so others are accepted and printed as sent. */
export const modes = codeTable<Mode>(modeRows)

/** What happens to an order. */
export interface OrderAction extends Code {
  /** Its word. */
  message: (typeof actionRows)[number]['message']
  /** How the customer gets the goods, or that they only have an appointment. */
  handover?: 'delivery' | 'pickup' | 'appointment'
  /** The customer doesn't get the goods. */
  isUndone?: true
}

const actionRows = [
  { code: 'New', spellings: ['Create', 'Created'], message: 'orders.create' },
  { code: 'Update', spellings: ['Updated', 'Modify'], message: 'orders.update' },
  { code: 'Payment', message: 'orders.payment' },
  { code: 'Layaway', message: 'orders.layaway' },
  {
    code: 'Pickup',
    spellings: [
      ...['PickedUp', 'StorePickup', 'InStorePickup', 'PickupInStore', 'CurbsidePickup', 'Curbside', 'WillCall'],
      ...['BOPUS', 'BOPIS', 'BOPAC', 'ROPIS', 'ClickAndCollect', 'ClickCollect', 'Collect', 'Collection', 'Collected'],
    ],
    message: 'orders.pickup',
    handover: 'pickup',
  },
  {
    code: 'Delivery',
    spellings: ['Deliver', 'Delivered', 'HomeDelivery', 'Ship', 'Shipping', 'Shipment', 'Shipped', 'ShipToHome'],
    message: 'orders.delivery',
    handover: 'delivery',
  },
  {
    code: 'Appointment',
    spellings: ['ServiceAppointment', 'Booking'],
    message: 'fulfilment.appointment',
    handover: 'appointment',
  },
  { code: 'Complete', spellings: ['Completed'], message: 'orders.complete' },
  { code: 'Return', spellings: ['Returned', 'Refund'], message: 'orders.return', isUndone: true },
  { code: 'Cancel', spellings: ['Canceled', 'Cancelled'], message: 'orders.cancel', isUndone: true },
] as const satisfies readonly (Omit<OrderAction, 'message'> & { message: string })[]

/** What happens to an order: `action`. The interface defines no values, so others are accepted and printed as sent. */
export const orderActions = codeTable<OrderAction>(actionRows)

/** The tables by the fields whose codes they have: other codes are accepted there, with a warning. */
export const tables = {
  action: orderActions,
  mode: modes,
  taxTypeCode: { ...taxTypes, has: (sent: string) => taxTypes.has(sent) || taxNameOf(sent) !== undefined },
  // Some tills send the card's brand, or their rounding.
  tenderTypeCode: {
    ...tenderTypes,
    has: (sent: string) => tenderTypes.has(sent) || cardBrands.has(sent) || isRoundingName(sent),
  },
  transactionType: transactionTypes,
} as const
