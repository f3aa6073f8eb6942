import { currencyCode } from './currency-code.ts'
import { amount, code, dateTime, type Infer, lastFour, object, text } from './schema.ts'

/** The tax types of the interface. Others are accepted and printed by their description, or by a plain "Tax". */
export const taxTypeCodes = ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'] as const

export const monetaryAmount = object('MonetaryAmount', { amount: amount, currencyCode })
export type MonetaryAmount = Infer<typeof monetaryAmount>

export const discountData = object('DiscountData', { amount: amount, name: text })
export type DiscountData = Infer<typeof discountData>

export const taxData = object('TaxData', {
  description: text,
  percent: amount,
  taxableAmount: amount,
  amount: amount,
  taxTypeCode: code(taxTypeCodes),
})
export type TaxData = Infer<typeof taxData>

export const feeData = object('FeeData', { amount: amount, description: text })
export type FeeData = Infer<typeof feeData>

export const depositData = object('DepositData', { accountNumber: lastFour, amount: amount, balanceDue: amount })
export type DepositData = Infer<typeof depositData>

export const paymentScheduleData = object('PaymentScheduleData', {
  description: text,
  amountDue: amount,
  dueDate: dateTime,
})
export type PaymentScheduleData = Infer<typeof paymentScheduleData>

export const roundingAdjustment = object('RoundingAdjustment', { value: amount })
export type RoundingAdjustment = Infer<typeof roundingAdjustment>
