import type { Sent, Spellings } from '../sent.ts'

/** The name of a related record: `[1, "Cash"]`, an object with its `display_name` or `name`, or the name. */
export function nameOf(sent: Sent, key: string): string | undefined {
  const value = sent.value(key)
  if (typeof value === 'string') return sent.text(key)
  if (Array.isArray(value)) return typeof value[1] === 'string' ? value[1] : undefined
  return sent.part(key).text('display_name') ?? sent.part(key).text('name')
}

/** What the till's receipt (`export_for_printing`, up to Odoo 16) calls the fields of a `pos.order`. */
export const printed: Spellings = {
  lines: ['orderlines'],
  payment_ids: ['paymentlines'],
  payment_method_id: ['name'],
  full_product_name: ['product_name'],
  product_uom_id: ['unit_name'],
  qty: ['quantity'],
  price_subtotal: ['price_without_tax'],
  price_subtotal_incl: ['price_with_tax'],
  amount_total: ['total_with_tax'],
  amount_tax: ['total_tax'],
  currency_id: ['currency'],
  user_id: ['cashier'],
}
