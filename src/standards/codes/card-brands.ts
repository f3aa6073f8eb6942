import { type CodeGroup, codeTable } from './code-table.ts'

/** Card brands by their names, which are the same in every language, with what terminals send for them: `typeCode`. */
export const cardBrands = codeTable([
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
  { code: 'girocard' },
])

/** By what a card's `typeCode` is grouped: `MC` and `MASTER CARD` are 'Mastercard'. Like `tenderTypeOf`. */
export function cardBrandOf(typeCode: string): CodeGroup {
  return cardBrands.group(typeCode)
}
