import { plainCode } from '../../codes.ts'

/** What tills and terminals call means of payment. The interface defines no values, and spellings differ. */

export type TenderGroup =
  | 'cash'
  | 'card'
  | 'credit'
  | 'debit'
  | 'check'
  | 'giftCard'
  | 'storeCredit'
  | 'mobile'
  | 'voucher'
  | 'points'
  | 'account'
  | 'coupon'
  | 'bankTransfer'
  | 'foreignCurrency'
  | 'deposit'
  | 'paymentLink'
  | 'other'

/** A tender's kind by its code, in any spelling: 'GIFT_CARD', 'GiftCard', 'gift card'. Undefined if unknown. */
export function tenderGroup(tenderTypeCode: string | undefined): TenderGroup | undefined {
  return groups.get(plainCode(tenderTypeCode ?? ''))
}

/** A card brand's usual name, by the code a terminal sent. Undefined if unknown. */
export function cardBrand(typeCode: string): string | undefined {
  return cardBrands.get(plainCode(typeCode))
}

const groups = new Map<string, TenderGroup>([
  ['cash', 'cash'],
  ['creditdebit', 'card'],
  ['card', 'card'],
  ['bankcard', 'card'],
  ['paymentcard', 'card'],
  ['credit', 'credit'],
  ['creditcard', 'credit'],
  ['debit', 'debit'],
  ['debitcard', 'debit'],
  ['interac', 'debit'],
  ['check', 'check'],
  ['cheque', 'check'],
  ['travelerscheck', 'check'],
  ['giftcard', 'giftCard'],
  ['giftcertificate', 'giftCard'],
  ['giftcardredeem', 'giftCard'],
  ['storecredit', 'storeCredit'],
  ['merchandisecredit', 'storeCredit'],
  ['mobile', 'mobile'],
  ['mobilepayment', 'mobile'],
  ['wallet', 'mobile'],
  ['mobilewallet', 'mobile'],
  ['voucher', 'voucher'],
  ['points', 'points'],
  ['loyaltypoints', 'points'],
  ['loyalty', 'points'],
  ['onaccount', 'account'],
  ['account', 'account'],
  ['houseaccount', 'account'],
  ['accountsreceivable', 'account'],
  ['coupon', 'coupon'],
  ['manufacturercoupon', 'coupon'],
  ['banktransfer', 'bankTransfer'],
  ['wiretransfer', 'bankTransfer'],
  ['foreigncurrency', 'foreignCurrency'],
  ['deposit', 'deposit'],
  ['paymentlink', 'paymentLink'],
  ['other', 'other'],
])

/** Brand names are the same in every language. */
const cardBrands = new Map<string, string>([
  ['visa', 'Visa'],
  ['vi', 'Visa'],
  ['visadebit', 'Visa Debit'],
  ['mastercard', 'Mastercard'],
  ['mc', 'Mastercard'],
  ['debitmastercard', 'Debit Mastercard'],
  ['amex', 'American Express'],
  ['ax', 'American Express'],
  ['americanexpress', 'American Express'],
  ['discover', 'Discover'],
  ['disc', 'Discover'],
  ['ds', 'Discover'],
  ['diners', 'Diners Club'],
  ['dinersclub', 'Diners Club'],
  ['dc', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['interac', 'Interac'],
  ['maestro', 'Maestro'],
  ['girocard', 'girocard'],
])
