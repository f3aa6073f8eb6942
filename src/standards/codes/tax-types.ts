import { type Code, type CodeGroup, codeTable, plainCode, spelled } from './code-table.ts'

/** A tax: one row, and the message `taxes.*` in each language. */
export interface TaxType extends Code {
  code: TaxCode
  /** A sales tax for which the interface has no code: tills there send PST. Canada's province or territory, ISO 3166-2. */
  pstOf?: string
}

/** What VAT is called in its countries: the words `taxes.VAT` of languages, and their usual others. */
const namesOfVat = [
  ...'TVA IVA GCT Tributos MwSt Mehrwertsteuer USt Umsatzsteuer Btw Moms Mva ALV ÁFA DPH PDV KDV PPN IGV ITBIS ITBMS ISV ThuếGTGT DDV PVM PVN KM BEZ IVE Cukainilaitambah'.split(
    ' ',
  ),
  ...'ΦΠΑ ДДС ПДВ НДС مالیاتبرارزشافزوده מע״מ ضريبةالقيمةالمضافة ภาษีมูลค่าเพิ่ม वैट ভ্যাট மதிப்புக்கூட்டுவரி ویلیوایڈڈٹیکس 增值税 增值稅 營業稅 付加価値税 消費税 부가세 부가가치세'.split(
    ' ',
  ),
]

const rows = [
  { code: 'Sales', spellings: ['SalesTax'] },
  { code: 'VAT', spellings: ['ValueAddedTax', 'ConsumptionTax', ...namesOfVat] },
  { code: 'GST', spellings: ['GoodsAndServicesTax', 'TPS'] },
  { code: 'PST', spellings: ['ProvincialSalesTax', 'TVP'] },
  { code: 'HST', spellings: ['HarmonizedSalesTax', 'TVH'] },
  { code: 'QST', spellings: ['QuebecSalesTax', 'TVQ'], pstOf: 'QC' },
  { code: 'RST', spellings: ['RetailSalesTax', 'TVD'], pstOf: 'MB' },
  { code: 'Excise', spellings: ['ExciseTax', 'ExciseDuty'] },
  { code: 'UseTax', spellings: ['Use'] },
] as const satisfies readonly (Code & { pstOf?: string })[]

/** The taxes: `taxTypeCode`. The interface's seven are published; others are labeled with their description or just "Tax". */
export const taxTypes = codeTable<TaxType>(rows, ({ pstOf }) => pstOf === undefined)

/** The taxes that have words. */
export type TaxCode = (typeof rows)[number]['code']

/**
 * The row of a tax type in any spelling; PST is Quebec's and Manitoba's own tax there.
 *
 * @param territory the store's, as ISO 3166-2 or without its country: `CA-QC`, `QC`
 */
export function findTaxType(taxTypeCode: string, territory: string | undefined): TaxType | undefined {
  const row = taxTypes.find(taxTypeCode)
  if (row?.code !== 'PST' || territory === undefined) return row
  const place = territory.toUpperCase().replace(/^CA-/, '')
  return taxTypes.rows.find(({ pstOf }) => pstOf === place) ?? row
}

/**
 * Taxes called so in all languages: India's shares of one tax, of the union, the state and the union territory; Brazil's taxes on goods and
 * services, old and new; and those on some goods in Mexico and Colombia.
 */
const abbreviated = new Map(
  'CGST SGST IGST UTGST ICMS ISS IPI PIS COFINS IBS CBS IEPS INC'.split(' ').map(name => [plainCode(name), name]),
)

/** The name of a tax that is the same in all languages, and has no row. */
export function taxNameOf(taxTypeCode: string): string | undefined {
  return spelled(abbreviated, taxTypeCode)
}

/**
 * By what a tax is grouped: its type, or else its description, in whatever spelling it was sent. Like `tenderTypeOf`.
 *
 * @param territory the store's: PST of Quebec and Manitoba are QST and RST
 */
export function taxTypeOf(
  { taxTypeCode, description = '' }: { taxTypeCode?: string | undefined; description?: string | undefined },
  territory?: string,
): CodeGroup {
  const sent = taxTypeCode ?? description
  const row = findTaxType(sent, territory)
  return row ? { code: row.code, isListed: true } : taxTypes.group(sent)
}

/** What a tax is called in its country: the messages `taxes.*`. */
export type TaxName = TaxCode | 'Consumption'

/**
 * Countries whose one general tax on sales isn't called a value added tax, from their laws: A New Tax System (Goods and Services Tax)
 * Act 1999 in Australia, 消費税法 in Japan. Not Canada, India and Malaysia, which have several: India's fuel and alcohol bear VAT.
 */
const countries: Readonly<Partial<Record<TaxName, string>>> = {
  GST: 'AI AU BZ JE MV NZ PG SG',
  Consumption: 'JP',
}

const byCountry = new Map(
  Object.entries(countries).flatMap(([name, codes]) => codes.split(' ').map(code => [code, name as TaxName] as const)),
)

/** Where a tax is charged, and who reads of it: ISO 3166-1 alpha-2. */
export interface TaxPlace {
  /** The store's, if known. */
  store: string | undefined
  /** The one that the reader's language stands for. */
  reader: string | undefined
}

/**
 * What a tax is called in its country. VAT and GST are one kind of tax: in an Australian store both are GST, in a Japanese one consumption
 * tax. Neither is a sales tax, and only the store's country renames them: what the till says wins over what the reader's country has.
 * But Japan has no other word for VAT. `Sales` is a general word, which is the country's, if need be the reader's.
 */
export function nationalTax(code: TaxCode, { store, reader }: TaxPlace): TaxName {
  const national = byCountry.get(store ?? reader ?? '')
  if (national === undefined) return code
  const isTheirs = store !== undefined || (code === 'VAT' && national === 'Consumption')
  return code === 'Sales' || (isTheirs && (code === 'VAT' || code === 'GST')) ? national : code
}
