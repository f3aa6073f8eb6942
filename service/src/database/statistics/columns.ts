/** Counts of receipts and their mails. */
export const receiptCounts = [
  'receipts',
  'sales',
  'returns',
  'payment_requests',
  'training',
  'revised',
  'late',
  'digital_only',
  'paper_only',
  'digital_and_paper',
  'no_receipt',
  'with_address',
  'pieces',
  'pieces_returned',
  'offers',
  'gross_known',
  'net_known',
  'unsummed',
  'mails_trying',
  'mails_sent',
  'mails_failed',
  'mails_bounced',
  'mails_canceled',
  'resends',
  'attempts',
  'payments',
  'deposits',
  'later_invoices',
  'gift_receipts',
  'takings_known',
  'without_offset',
  'taxes_from_items',
  'discounts_ignored',
  'mixed_signs',
] as const

/** Sums of receipts' amounts, as whole numbers of 10^-scale. */
export const receiptSums = [
  'gross',
  'net',
  'grand',
  'sold',
  'discounts',
  'taxes',
  'tips',
  'fees',
  'service_charges',
  'refunds',
  'change_due',
  'rounding',
  'takings',
  'paid_apart',
  'gift_cards_sold',
  'gift_cards_redeemed',
] as const

/** Counts of what receipts consist of: tenders, taxes, items. `receipts` is how many had it. */
export const partCounts = ['receipts', 'entries', 'pieces', 'pieces_returned'] as const

/** Sums of their amounts. `taxable` is the base of taxes; change and tips are in the tenders' amount. */
export const partSums = ['amount', 'taxable', 'refunds', 'change_due', 'tips'] as const

export type ReceiptMeasure = (typeof receiptCounts)[number] | (typeof receiptSums)[number]
export type PartMeasure = (typeof partCounts)[number] | (typeof partSums)[number]
