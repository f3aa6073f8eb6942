import { type Code, type CodeGroup, codeTable } from './code-table.ts'

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
