import { ReceiptDataError } from '../../errors.ts'
import type { LedgerColumn } from '../../reading/column/column.ts'
import { readLedger } from '../../reading/ledger.ts'
import { readBase } from '../../reading/taxes.ts'
import type { ItemData } from '../../receipt/data/item-data.ts'
import type { TaxData } from '../../receipt/data/money-data.ts'
import type { AddressCommonData } from '../../receipt/data/party-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { TenderData } from '../../receipt/data/tender-data.ts'
import { paymentMeans } from '../../standards/codes/tender-types.ts'
import { alpha3Of, countryOf } from '../../standards/country.ts'
import { openTaking, type StructuredReceipt, type Taking, takeTexts } from '../taking.ts'
import { type FiscalText, readFiscalText } from './tse.ts'

/**
 * A receipt in the German standard of electronic receipts (DFKA, EKaBS 1.0.0): JSON with head, data, security and misc. Nothing is
 * computed: an amount that the standard wants and the till didn't send is left out and named. What is given back is negative,
 * whichever sign was sent.
 *
 * @throws ReceiptDataError for a payment request, which is no receipt
 */
export function receiptAsEkabs(sent: ReceiptData): StructuredReceipt {
  const { receipt, kind, unit, column, payment } = readLedger(sent)
  if (kind === 'payment-link')
    throw new ReceiptDataError({
      transactionType: [{ code: null, message: 'is a payment request, which EKaBS has no document for' }],
    })
  const { taking, notCarried } = openTaking(receipt)
  const fiscal = readFiscalText(receipt)
  const sign = kind === 'return' ? -1 : 1
  const document = filled({
    version: '1.0.0',
    type: 'INVOICE',
    cash_register: { serial_number: tillOf(taking, fiscal) },
    head: headOf(taking, fiscal),
    data: {
      currency: needed(taking, 'currency'),
      full_amount_incl_vat: taking.take('grandAmount') === undefined ? undefined : signed(payment.toPay, sign),
      payment_types: paymentsOf(taking, sign),
      vat_amounts: taking.each('taxes').map(tax => vatOf(tax, unit, sign)),
      lines: linesOf(taking, { column, taxes: receipt.taxes ?? [], sign }),
    },
    security: fiscal.tse && { tse: fiscal.tse },
    misc: { footer_text: joined(takeTexts(taking)) },
  })
  if (!fiscal.tse)
    taking.lack(
      'rawPosReceipt',
      'EKaBS has a block for the signature of the TSE; no text of the receipt has one that can be read',
    )
  if (!receipt.taxes?.length) taking.lack('taxes', 'EKaBS asks for the amounts by tax rate, and none were sent')
  return {
    text: `${JSON.stringify(document, null, 2)}\n`,
    mediaType: 'application/json',
    notCarried: notCarried('EKaBS has no field for it'),
  }
}

function needed<Key extends keyof ReceiptData>(taking: Taking<ReceiptData>, key: Key): ReceiptData[Key] | undefined {
  if (taking.see(key) === undefined) taking.lack(key, 'EKaBS asks for it, and it was not sent')
  return taking.take(key)
}

/** The till's serial number where a text has it; else the number that the shop knows the till by. */
function tillOf(taking: Taking<ReceiptData>, { till }: FiscalText): string | undefined {
  const workstation = taking.in('workstation')
  if (till === undefined) return workstation.take('id')
  workstation.leave('id', 'EKaBS has one number of the till, and a text of the receipt has its serial number')
  return till
}

function headOf(taking: Taking<ReceiptData>, { taxNumber }: FiscalText): unknown {
  const store = taking.in('workstation').in('store')
  const buyer = taking.in('soldTo')
  if (taxNumber === undefined)
    store.lack('name', "EKaBS asks for the seller's tax number, and no text of the receipt has one")
  return {
    id: taking.take('requestId'),
    number: taking.take('transactionNumber'),
    date: needed(taking, 'receiptDateTime'),
    seller: { name: store.take('name'), tax_number: taxNumber, address: addressOf(store.in('address')) },
    buyer: taking.see('soldTo') && {
      customer_number: buyer.take('customerNumber'),
      name: buyer.take('customerName'),
      address: addressOf(buyer.in('address')),
    },
  }
}

function addressOf(address: Taking<AddressCommonData>): unknown {
  const { value, code } = address.see('country') ?? {}
  const country = alpha3Of(countryOf({ ...(code && { code }), ...(value && { value }) }) ?? '')
  if (country) address.take('country')
  else address.leave('country', 'it is no country of ISO 3166-1')
  const lines = [address.take('addressLine1'), address.take('addressLine2'), address.take('addressLine3')]
  return {
    street: lines.filter(line => line !== undefined).join(', ') || undefined,
    postal_code: address.take('postalCode'),
    city: address.take('city'),
    country_code: country,
  }
}

function paymentsOf(taking: Taking<ReceiptData>, sign: 1 | -1): unknown[] {
  const currency = taking.see('currency')
  taking.leave('changeDue', 'EKaBS has no field for change; payments are as tendered')
  return taking.each('tenders').map(tender => {
    const other = tender.see('currency')
    const amount = signed(tender.take('amount'), sign)
    const isForeign = other !== undefined && currency !== undefined && other !== currency
    if (isForeign) tender.lack('amount', `EKaBS also asks for the amount in ${currency}, which was not sent`)
    if (currency === undefined) tender.leave('currency', 'EKaBS has it only beside the currency of the receipt')
    else tender.take('currency')
    return isForeign
      ? { name: nameOf(tender), foreign_amount: amount, foreign_currency: other }
      : { name: nameOf(tender), amount }
  })
}

/** The brand of a card, the wallet and in brackets its card, else the kind of payment: as the tables name it, or as sent. */
function nameOf(tender: Taking<TenderData>): string | undefined {
  const code = tender.see('tenderTypeCode')
  const { type, wallet, brand } = paymentMeans(code, tender.see('creditDebit')?.typeCode)
  const means = wallet ?? type
  const name = means?.name ?? means?.code ?? code
  if (means === type && (wallet || !brand)) tender.take('tenderTypeCode')
  else tender.leave('tenderTypeCode', 'EKaBS has one name for a payment; the card says more')
  if (brand || means !== type) tender.in('creditDebit').take('typeCode')
  if (!brand) return name
  return wallet ? `${name} (${brand.code})` : brand.code
}

function vatOf(tax: Taking<TaxData>, unit: number, sign: 1 | -1): unknown {
  const base = readBase(
    { amount: tax.see('amount'), percent: tax.see('percent'), taxableAmount: tax.see('taxableAmount') },
    unit,
  )
  const isNet = base === 'net' || base === 'either'
  if (base === undefined)
    tax.leave(
      'taxableAmount',
      'rate and amount do not show whether it includes the tax, and EKaBS has a field for each',
    )
  const taxable = base === undefined ? undefined : signed(tax.take('taxableAmount'), sign)
  if (tax.see('percent') === undefined) tax.lack('percent', 'EKaBS asks for the rate, and it was not sent')
  return {
    percentage: percentage(tax.take('percent')),
    incl_vat: isNet ? undefined : taxable,
    excl_vat: isNet ? taxable : undefined,
    vat: signed(tax.take('amount'), sign),
  }
}

interface Taxing {
  column: LedgerColumn
  taxes: readonly TaxData[]
  sign: 1 | -1
}

/** Goods that were sold, ordered and given back. */
function linesOf(taking: Taking<ReceiptData>, taxing: Taxing): unknown[] {
  const sold = [...taking.each('items'), ...taking.each('orders').flatMap(order => order.each('items'))]
  const returned = taking.each('returns').flatMap(entry => entry.each('items'))
  return [...sold, ...returned].map(item => lineOf(item, taxing))
}

/** A line. Its amount has its discounts (spec, "ItemData"), which are named and not counted again. */
function lineOf(item: Taking<ItemData>, { column, taxes, sign }: Taxing): unknown {
  const { taxes: reading, taxesInside } = column
  const [tax] = item.each('taxes')
  const quantity = item.in('quantity')
  const rate = reading === 'unclear' ? undefined : rateOf(item, taxes)
  const isByRate = rate !== undefined && item.see('total') !== undefined
  if (isByRate) tax?.take('percent')
  else {
    const reason =
      reading === 'unclear' ? unclearReason : 'EKaBS has it by tax rate, and the line was sent without one rate'
    for (const key of ['total', 'taxes'] as const) item.leave(key, reason)
  }
  const discounts = item.each('discounts').map(discount => {
    discount.leave('amount', "EKaBS has no field for it; the line's amount already has it")
    return discount.take('name')
  })
  return {
    text: item.take('name'),
    additional_text: joined([item.take('description'), item.take('miscInfo'), ...discounts]),
    vat_amounts: isByRate
      ? [
          {
            percentage: percentage(rate),
            [reading === 'added' && !taxesInside.some(({ percent }) => percent === rate) ? 'excl_vat' : 'incl_vat']:
              signed(item.take('total'), sign),
            vat: signed(tax?.take('amount'), sign),
          },
        ]
      : undefined,
    item: {
      number: item.take('sku'),
      gtin: item.take('upc'),
      quantity: signed(quantity.take('value'), sign),
      quantity_measure: quantity.take('unitOfMeasureCode'),
      price_per_unit: item.take('price'),
    },
  }
}

/** The rate of a line's only tax; else of the receipt's only one whose label has the line's mark as a word, such as "MwSt. A". */
function rateOf(item: Taking<ItemData>, taxes: readonly TaxData[]): number | undefined {
  const own = item.see('taxes') ?? []
  if (own.length) return own.length === 1 ? own[0]?.percent : undefined
  const mark = item.see('priceNotation')
  const marked = taxes.filter(
    ({ description = '' }) => mark !== undefined && description.split(/[^\p{L}\p{N}*]+/u).includes(mark),
  )
  return marked.length === 1 ? marked[0]?.percent : undefined
}

const unclearReason = 'the sums do not show whether it includes the tax, and EKaBS has a field for each'

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const lines = texts.filter(text => text !== undefined)
  return lines.length ? lines.join('\n') : undefined
}

function signed(amount: number | undefined, sign: 1 | -1): number | undefined {
  return amount && sign * amount
}

/** 0.07 → 7, without what floating point adds. */
function percentage(fraction: number | undefined): number | undefined {
  return fraction === undefined ? undefined : Number((fraction * 100).toFixed(8))
}

/** Without absent values, and objects that have nothing else. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, filled(entry)] as const)
    .filter(([, entry]) => entry !== undefined)
  return entries.length ? Object.fromEntries(entries) : undefined
}
