import type { ReceiptView } from './receipt-view.ts'

/** A view for a till's paper: without links and without why a mail was sent. */
export function slipOf(view: ReceiptView): ReceiptView {
  return { ...view, receiptLinks: [], storeLinks: [], footer: { ...view.footer, automatic: '' } }
}
