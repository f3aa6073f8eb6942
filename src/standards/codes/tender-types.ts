import { type Code, type CodeGroup, codeTable } from './code-table.ts'

/** A means of payment: one row, and one word in each language if it isn't a name. */
export interface TenderType extends Code {
  /** Its words: the messages `tenders.*` and `means.*`, and what no brand of card says yet. */
  word?: TenderWord
  /** Its name, which is the same in every language. */
  name?: string
  /** What receipts word differently: cash, cards (which may have a brand), what isn't paid yet, and what nobody knows. */
  kind?: 'cash' | 'card' | 'account' | 'unknown'
}

const rows = [
  { code: 'Cash', word: 'cash', kind: 'cash' },
  { code: 'CreditDebit', spellings: ['Card', 'BankCard', 'PaymentCard'], word: 'card', kind: 'card' },
  { code: 'Credit', spellings: ['CreditCard'], word: 'credit', kind: 'card' },
  { code: 'Debit', spellings: ['DebitCard', 'Interac'], word: 'debit', kind: 'card' },
  { code: 'GiftCard', spellings: ['GiftCardRedeem'], word: 'giftCard' },
  { code: 'GiftCertificate', word: 'giftCertificate' },
  { code: 'Check', spellings: ['Cheque'], word: 'check' },
  { code: 'TravelersCheck', spellings: ['TravellersCheque', 'TravelersCheque'], word: 'travelersCheck' },
  { code: 'StoreCredit', spellings: ['MerchandiseCredit'], word: 'storeCredit' },
  { code: 'Coupon', spellings: ['ManufacturerCoupon'], word: 'coupon' },
  { code: 'Voucher', word: 'voucher' },
  { code: 'MobilePayment', spellings: ['Mobile', 'Wallet', 'MobileWallet'], word: 'mobile' },
  { code: 'BankTransfer', spellings: ['WireTransfer'], word: 'bankTransfer' },
  { code: 'Points', spellings: ['LoyaltyPoints', 'Loyalty'], word: 'points' },
  {
    code: 'OnAccount',
    spellings: ['Account', 'HouseAccount', 'AccountsReceivable'],
    word: 'account',
    kind: 'account',
  },
  { code: 'ForeignCurrency', word: 'foreignCurrency' },
  { code: 'Deposit', word: 'deposit' },
  { code: 'PaymentLink', word: 'paymentLink' },
  { code: 'EBT', spellings: ['EBTCard'], word: 'ebt', kind: 'card' },
  {
    code: 'SNAP',
    spellings: ['EBTSNAP', 'SNAPEBT', 'EBTFood', 'EBTFoodStamp', 'EBTFoodStamps', 'FoodStamp', 'FoodStamps'],
    name: 'SNAP EBT',
    kind: 'card',
  },
  { code: 'EBTCash', spellings: ['EBTCashBenefit', 'EBTCashBenefits'], name: 'EBT Cash', kind: 'card' },
  { code: 'WIC', spellings: ['eWIC', 'EBTWIC'], name: 'WIC', kind: 'card' },
  { code: 'HSA', spellings: ['HSACard'], word: 'hsa', kind: 'card' },
  { code: 'FSA', spellings: ['FSACard'], word: 'fsa', kind: 'card' },
  { code: 'PayPal', name: 'PayPal' },
  { code: 'ApplePay', name: 'Apple Pay' },
  { code: 'GooglePay', spellings: ['GPay', 'AndroidPay'], name: 'Google Pay' },
  { code: 'SamsungPay', name: 'Samsung Pay' },
  { code: 'AmazonPay', name: 'Amazon Pay' },
  { code: 'Venmo', name: 'Venmo' },
  { code: 'CashApp', spellings: ['CashAppPay'], name: 'Cash App' },
  { code: 'Klarna', name: 'Klarna' },
  { code: 'Afterpay', name: 'Afterpay' },
  { code: 'Clearpay', name: 'Clearpay' },
  { code: 'Affirm', name: 'Affirm' },
  { code: 'Alipay', name: 'Alipay' },
  { code: 'WeChatPay', spellings: ['WeChat'], name: 'WeChat Pay' },
  { code: 'TWINT', name: 'TWINT' },
  { code: 'Bizum', name: 'Bizum' },
  { code: 'MercadoPago', name: 'Mercado Pago' },
  { code: 'PayPay', name: 'PayPay' },
  { code: 'Other', word: 'other', kind: 'unknown' },
] as const satisfies readonly (Omit<TenderType, 'word'> & { word?: string })[]

/** The means of payment: `tenderTypeCode`. The interface defines no values, so others are accepted and printed as sent. */
export const tenderTypes = codeTable<TenderType>(rows)

/** The messages `tenders.*` of means of payment. */
export type TenderWord = Extract<(typeof rows)[number], { word: string }>['word']

/**
 * By what a `tenderTypeCode` is grouped: its code in this table, in whatever spelling it was sent, or else what all spellings of
 * an unknown one have in common.
 */
export function tenderTypeOf(tenderTypeCode: string): CodeGroup {
  return tenderTypes.group(tenderTypeCode)
}

/** A brand of cards; its code is its name, which is the same in every language but for those with a word. */
export interface CardBrand extends Code {
  /** Its words: the messages `tenders.*` and `means.*`. */
  word?: 'bankCard'
}

/** Card brands, with what terminals send for them: `typeCode`. */
export const cardBrands = codeTable<CardBrand>([
  { code: 'Visa', spellings: ['VI'] },
  { code: 'Visa Debit' },
  { code: 'Mastercard', spellings: ['MC'] },
  { code: 'Debit Mastercard', spellings: ['Mastercard Debit'] },
  { code: 'American Express', spellings: ['Amex', 'AX'] },
  { code: 'Discover', spellings: ['Disc', 'DS'] },
  { code: 'Diners Club', spellings: ['Diners', 'DC'] },
  { code: 'JCB' },
  { code: 'UnionPay' },
  { code: 'Interac' },
  { code: 'Maestro' },
  { code: 'CB', spellings: ['Carte Bancaire', 'Cartes Bancaires'], word: 'bankCard' },
  { code: 'girocard' },
])

/** By what a card's `typeCode` is grouped: `MC` and `MASTER CARD` are 'Mastercard'. Like `tenderTypeOf`. */
export function cardBrandOf(typeCode: string): CodeGroup {
  return cardBrands.group(typeCode)
}
