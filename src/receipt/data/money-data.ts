import { listed, newer } from '../../generated/currencies.ts'
import { tables } from '../../standards/codes/tables.ts'
import { amount, code, dateToCome, field, type Infer, lastFour, object, oneOf, text } from '../schema/schema.ts'

/** The interface's currency codes: 147 in use and 50 withdrawn. Matched exactly. */
export const currencyCodes = listed

/** Every accepted currency: the interface's list, plus ISO 4217 codes newer than that list. */
export const acceptedCurrencies = [...listed, ...newer] as const

/** A field for one of them. */
export const currencyCode = oneOf(acceptedCurrencies)

/** ISO 4217, in upper case. */
export type CurrencyCode = Infer<typeof currencyCode>

/** An amount with its own currency (spec, "MonetaryAmount"), such as a gift card's balance. */
export const monetaryAmount = object('MonetaryAmount', {
  amount: field(amount, 'Amount.'),
  currencyCode: field(currencyCode, 'ISO 4217 currency code.'),
})

/** On a line, or on the whole receipt (spec, "DiscountData"). */
export const discountData = object('DiscountData', {
  amount: field(amount, 'Discount amount, as a negative number.'),
  name: field(text, 'Discount label.'),
})

/** What is taken off, and why. */
export type DiscountData = Infer<typeof discountData>

/** Of a line, an order or the whole receipt (spec, "TaxData"). */
export const taxData = object('TaxData', {
  description: field(text, 'Tax label. If missing, a default label is printed.'),
  percent: field(amount, 'Tax rate as a decimal fraction: 0.06 for 6 percent.'),
  taxableAmount: field(amount, 'Taxable amount.'),
  amount: field(amount, 'Tax amount.'),
  taxTypeCode: field(code(tables.taxTypeCode), 'Tax type.'),
})

/** One tax: its rate is a fraction, its amount money. */
export type TaxData = Infer<typeof taxData>

/** On an order, or on the whole receipt (spec, "FeeData"). */
export const feeData = object('FeeData', {
  amount: field(amount, 'Fee amount.'),
  description: field(text, 'Fee label.'),
})

/** A surcharge and what it is for. */
export type FeeData = Infer<typeof feeData>

/** Money paid on an order ahead of it (spec, "DepositData"). */
export const depositData = object('DepositData', {
  accountNumber: field(lastFour, 'Account number of the deposit. Only the last four characters are kept.'),
  amount: field(amount, 'Amount deposited.'),
  balanceDue: field(amount, 'Balance still due.'),
})

/** A down payment, and what is still to pay. */
export type DepositData = Infer<typeof depositData>

/** A payment to come (spec, "PaymentScheduleData"). */
export const paymentScheduleData = object('PaymentScheduleData', {
  description: field(text, 'Payment label.'),
  amountDue: field(amount, 'Amount due on dueDate.'),
  dueDate: field(dateToCome, 'Due date.'),
})

/** Rounding of the total, as for cash (spec, "RoundingAdjustment"). */
export const roundingAdjustment = object('RoundingAdjustment', {
  value: field(amount, 'Rounding amount.'),
})
