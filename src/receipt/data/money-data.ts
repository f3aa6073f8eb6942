import { amount, code, dateText, field, type Infer, lastFour, object, text } from '../schema/schema.ts'
import { currencyCode } from './currency-code.ts'

/** The interface's tax types. Others are accepted, and labeled with their description or just "Tax". */
export const taxTypeCodes = ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'] as const

export const monetaryAmount = object('MonetaryAmount', {
  amount: field(amount, 'Amount.'),
  currencyCode: field(currencyCode, 'ISO 4217 currency code.'),
})
export type MonetaryAmount = Infer<typeof monetaryAmount>

export const discountData = object('DiscountData', {
  amount: field(amount, 'Discount amount, as a negative number.'),
  name: field(text, 'Discount label.'),
})
export type DiscountData = Infer<typeof discountData>

export const taxData = object('TaxData', {
  description: field(text, 'Tax label. If missing, a default label is printed.'),
  percent: field(amount, 'Tax rate as a decimal fraction: 0.06 for 6 percent.'),
  taxableAmount: field(amount, 'Taxable amount.'),
  amount: field(amount, 'Tax amount.'),
  taxTypeCode: field(code(taxTypeCodes), 'Tax type.'),
})
export type TaxData = Infer<typeof taxData>

export const feeData = object('FeeData', {
  amount: field(amount, 'Fee amount.'),
  description: field(text, 'Fee label.'),
})
export type FeeData = Infer<typeof feeData>

export const depositData = object('DepositData', {
  accountNumber: field(lastFour, 'Account number of the deposit. Only the last four characters are kept.'),
  amount: field(amount, 'Amount deposited.'),
  balanceDue: field(amount, 'Balance still due.'),
})
export type DepositData = Infer<typeof depositData>

export const paymentScheduleData = object('PaymentScheduleData', {
  description: field(text, 'Payment label.'),
  amountDue: field(amount, 'Amount due on dueDate.'),
  dueDate: field(dateText, 'Due date.'),
})
export type PaymentScheduleData = Infer<typeof paymentScheduleData>

export const roundingAdjustment = object('RoundingAdjustment', {
  value: field(amount, 'Rounding amount.'),
})
export type RoundingAdjustment = Infer<typeof roundingAdjustment>
