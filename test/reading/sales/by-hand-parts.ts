import type { SentReceipt } from '../../support/receipts.ts'

/** A line of goods. */
export const line = (name: string, price: number, value: number, total: number, more: SentReceipt = {}) => ({
  ...{ name, price, quantity: { value }, total },
  ...more,
})

/** A payment. */
export const paid = (tenderTypeCode: string, amount: number, more: SentReceipt = {}) => ({
  ...{ tenderTypeCode, amount },
  ...more,
})

/** A payment by card. */
export const visa = (amount: number, more: SentReceipt = {}) =>
  paid('Credit', amount, { creditDebit: { typeCode: 'Visa', last4Digits: '4821' }, ...more })

/** A discount. */
export const off = (name: string, amount: number) => ({ name, amount })

/** A sales tax. */
export const tax = (percent: number, taxableAmount: number, amount: number) => ({
  ...{ taxTypeCode: 'Sales', percent, taxableAmount, amount },
})
