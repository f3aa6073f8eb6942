import { type Code, type CodeGroup, codeTable, plainCode } from './code-table.ts'
import { isPublished, wallets } from './wallets.ts'

/** A means of payment: one row, and one word in each language if it isn't a name. */
export interface TenderType extends Code {
  /** Its words: the messages `tenders.*` and `means.*`, and what no brand of card says yet. */
  word?: TenderWord
  /** Its name, which is the same in every language. */
  name?: string
  /**
   * What receipts word differently: cash, cards (which may have a brand), wallets (which may have a card in them), what isn't paid yet,
   * and what nobody knows.
   */
  kind?: 'cash' | 'card' | 'wallet' | 'account' | 'unknown'
  /** It brings no money now: it was paid for when it was sold or before, or isn't paid yet. */
  isPaid?: 'whenSold' | 'before' | 'later'
}

/** Cash as tills call it in the package's languages. */
const cashNames = [
  ...['Bar', 'Bargeld', 'Barzahlung', 'Efectivo', 'Efectiu', 'Espèces', 'Comptant', 'Argent comptant', 'Contanti'],
  ...['Dinheiro', 'Numerário', 'Numerar', 'Contant', 'Contant geld', 'Kontant', 'Kontanter', 'Käteinen', 'Sularaha'],
  ...[
    'Gotówka',
    'Gotovina',
    'Hotovost',
    'Hotovosť',
    'Készpénz',
    'Nakit',
    'Tunai',
    'Uang tunai',
    'Grynieji',
    'Eskudirua',
  ],
  ...[
    'Skaidra nauda',
    'Tiền mặt',
    'Μετρητά',
    'Наличными',
    'Наличные',
    'Готівка',
    'Готовина',
    'В брой',
    'מזומן',
    'نقدًا',
  ],
  ...['نقدی', 'نقد', '現金', '现金', '현금', 'เงินสด', 'नकद', 'নগদ', 'ரொக்கம்'],
]

/** Change, where no till calls anything else so. */
const changeNames = [
  ...['Change', 'CashChange', 'Rückgeld', 'Rueckgeld', 'Wechselgeld', 'Wisselgeld', 'Vuelto', 'Troco', 'Rendu'],
  ...[
    'Monnaie rendue',
    'Reszta',
    'Byttepenge',
    'Vekslepenger',
    'Vaihtoraha',
    'Växel',
    'Сдача',
    'Решта',
    'お釣り',
    'おつり',
  ],
  ...['找零', '거스름돈'],
]

const rows = [
  { code: 'Cash', spellings: [...cashNames, ...changeNames], word: 'cash', kind: 'cash' },
  { code: 'CreditDebit', spellings: ['Card', 'BankCard', 'PaymentCard'], word: 'card', kind: 'card' },
  { code: 'Credit', spellings: ['CreditCard'], word: 'credit', kind: 'card' },
  { code: 'Debit', spellings: ['DebitCard', 'PIN', 'EC', 'ECCard', 'ECCash', 'ECKarte'], word: 'debit', kind: 'card' },
  { code: 'GiftCard', spellings: ['GiftCardRedeem'], word: 'giftCard', isPaid: 'whenSold' },
  { code: 'GiftCertificate', word: 'giftCertificate', isPaid: 'whenSold' },
  { code: 'Check', spellings: ['Cheque'], word: 'check' },
  { code: 'TravelersCheck', spellings: ['TravellersCheque', 'TravelersCheque'], word: 'travelersCheck' },
  { code: 'StoreCredit', spellings: ['MerchandiseCredit'], word: 'storeCredit' },
  { code: 'Coupon', spellings: ['ManufacturerCoupon'], word: 'coupon' },
  { code: 'Voucher', word: 'voucher' },
  {
    code: 'MobilePayment',
    spellings: ['Mobile', 'Wallet', 'MobileWallet', 'DigitalWallet', 'EWallet'],
    word: 'mobile',
    kind: 'wallet',
  },
  { code: 'BankTransfer', spellings: ['WireTransfer'], word: 'bankTransfer' },
  { code: 'Points', spellings: ['LoyaltyPoints', 'Loyalty'], word: 'points' },
  {
    code: 'OnAccount',
    spellings: ['Account', 'HouseAccount', 'AccountsReceivable'],
    word: 'account',
    kind: 'account',
    isPaid: 'later',
  },
  { code: 'ForeignCurrency', word: 'foreignCurrency' },
  { code: 'Deposit', word: 'deposit', isPaid: 'before' },
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
  { code: 'Other', word: 'other', kind: 'unknown' },
] as const satisfies readonly (Omit<TenderType, 'word'> & { word?: string })[]

/** The means of payment: `tenderTypeCode`. The interface defines no values, so others are accepted and printed as sent. */
export const tenderTypes = codeTable<TenderType>([...rows, ...wallets], isPublished)

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
  { code: 'Mastercard', spellings: ['MC', 'Eurocard'] },
  { code: 'Debit Mastercard', spellings: ['Mastercard Debit'] },
  { code: 'American Express', spellings: ['Amex', 'AX'] },
  { code: 'Discover', spellings: ['Disc', 'DS'] },
  { code: 'Diners Club', spellings: ['Diners', 'DC'] },
  { code: 'JCB' },
  { code: 'UnionPay', spellings: ['China UnionPay', 'CUP', '银联', '銀聯'] },
  { code: 'Interac' },
  { code: 'Bancontact' },
  { code: 'Maestro' },
  { code: 'V PAY' },
  { code: 'Visa Electron', spellings: ['Electron'] },
  { code: 'CB', spellings: ['Carte Bancaire', 'Cartes Bancaires'], word: 'bankCard' },
  { code: 'girocard' },
  { code: 'eftpos' },
  { code: 'Dankort' },
  { code: 'Elo' },
  { code: 'Hipercard' },
  { code: 'RuPay' },
  { code: 'Mir' },
  { code: 'Troy' },
  { code: 'mada' },
])

/** With what a payment was made. */
export interface PaymentMeans {
  /** The kind of it, if the table has it. */
  type: TenderType | undefined
  /** The wallet: one that the card is in, or that pays by itself. */
  wallet: TenderType | undefined
  /** The card's brand; one that no table has, with what was sent as its code. */
  brand: CardBrand | undefined
}

/**
 * Reads with what a payment was made: a wallet, a card, or a card in a wallet.
 *
 * @param typeCode the card's; some terminals send the wallet there
 */
export function paymentMeans(tenderTypeCode: string | undefined, typeCode: string | undefined): PaymentMeans {
  const type = tenderTypes.find(tenderTypeCode ?? '')
  const own = type?.kind === 'wallet' ? type : undefined
  // Some tills send the card's brand as the means of payment.
  if (!typeCode) return { type, wallet: own, brand: type ? undefined : cardBrands.find(tenderTypeCode ?? '') }
  const brand = cardBrands.find(typeCode)
  const inBrand = brand ? undefined : tenderTypes.find(typeCode)
  if (inBrand?.kind === 'wallet') return { type, wallet: own?.name ? own : inBrand, brand: undefined }
  // Interac is both.
  const isSame = own !== undefined && brand !== undefined && plainCode(own.code) === plainCode(brand.code)
  return { type, wallet: isSame ? undefined : own, brand: brand ?? { code: typeCode } }
}

/** By what a card's `typeCode` is grouped: `MC` and `MASTER CARD` are 'Mastercard'. Like `tenderTypeOf`. */
export function cardBrandOf(typeCode: string): CodeGroup {
  return cardBrands.group(typeCode)
}

/** Whether a payment's code says that it is change. */
export function isChangeName(tenderTypeCode: string): boolean {
  return changeCodes.has(plainCode(tenderTypeCode))
}

const changeCodes = new Set(changeNames.map(plainCode))

/** Whether a till may list its rounding as a payment of this type: words that begin as a rounding's name does. */
export function isRoundingName(tenderTypeCode: string): boolean {
  return /(?:^|[^\p{L}])(?:cash)?(?:round(?!\P{L}?up)|rundung|arrond|redonde|arredond|arrotond|afrond|avrund|öresavr|pyöris|zaokr|kerek|yuvarla)/iu.test(
    tenderTypeCode,
  )
}
