import { type Code, codeTable } from './code-table.ts'

/** What happens to an order. */
export interface OrderAction extends Code {
  /** Its word. */
  message: (typeof rows)[number]['message']
  /** How the customer gets the goods. */
  handover?: 'delivery' | 'pickup'
  /** The customer doesn't get the goods. */
  isUndone?: true
}

const rows = [
  { code: 'New', spellings: ['Create', 'Created'], message: 'orders.create' },
  { code: 'Update', spellings: ['Updated', 'Modify'], message: 'orders.update' },
  { code: 'Payment', message: 'orders.payment' },
  { code: 'Layaway', message: 'orders.layaway' },
  { code: 'Pickup', spellings: ['BOPUS', 'BOPIS', 'ClickAndCollect'], message: 'orders.pickup', handover: 'pickup' },
  { code: 'Delivery', spellings: ['HomeDelivery'], message: 'orders.delivery', handover: 'delivery' },
  { code: 'Complete', spellings: ['Completed'], message: 'orders.complete' },
  { code: 'Return', spellings: ['Returned', 'Refund'], message: 'orders.return', isUndone: true },
  { code: 'Cancel', spellings: ['Canceled', 'Cancelled'], message: 'orders.cancel', isUndone: true },
] as const satisfies readonly (Omit<OrderAction, 'message'> & { message: string })[]

/** What happens to an order: `action`. The interface defines no values, so others are accepted and printed as sent. */
export const orderActions = codeTable<OrderAction>(rows)
