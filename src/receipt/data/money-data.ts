import { amount, code, dateTime, field, type Infer, lastFour, object, text } from '../schema/schema.ts'
import { currencyCode } from './currency-code.ts'

/** The tax types of the interface. Others are accepted and printed by their description, or by a plain "Tax". */
export const taxTypeCodes = ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'] as const

export const monetaryAmount = object('MonetaryAmount', {
  amount: field(amount, 'The amount.'),
  currencyCode: field(currencyCode, 'ISO 4217 code of its currency.'),
})
export type MonetaryAmount = Infer<typeof monetaryAmount>

export const discountData = object('DiscountData', {
  amount: field(amount, 'Amount of the discount; negative.'),
  name: field(text, 'Label of the discount.'),
})
export type DiscountData = Infer<typeof discountData>

export const taxData = object('TaxData', {
  description: field(text, 'Label of the tax. Without it a default label is printed.'),
  percent: field(amount, 'Rate as a decimal fraction: 6 percent is 0.06.'),
  taxableAmount: field(amount, 'Amount that is taxed.'),
  amount: field(amount, 'Amount of the tax.'),
  taxTypeCode: field(code(taxTypeCodes), 'Kind of tax.'),
})
export type TaxData = Infer<typeof taxData>

export const feeData = object('FeeData', {
  amount: field(amount, 'Amount of the fee.'),
  description: field(text, 'Label of the fee.'),
})
export type FeeData = Infer<typeof feeData>

export const depositData = object('DepositData', {
  accountNumber: field(lastFour, 'Account of the deposit. Only the last four characters are kept.'),
  amount: field(amount, 'Amount deposited.'),
  balanceDue: field(amount, 'What is still to be paid.'),
})
export type DepositData = Infer<typeof depositData>

export const paymentScheduleData = object('PaymentScheduleData', {
  description: field(text, 'Label of the payment.'),
  amountDue: field(amount, 'Amount due on that day.'),
  dueDate: field(dateTime, 'Day the payment is due.'),
})
export type PaymentScheduleData = Infer<typeof paymentScheduleData>

export const roundingAdjustment = object('RoundingAdjustment', {
  value: field(amount, 'The rounding amount.'),
})
export type RoundingAdjustment = Infer<typeof roundingAdjustment>
