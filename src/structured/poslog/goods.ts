import type { ItemData, ReturnData } from '../../receipt/data/item-data.ts'
import type { DiscountData, TaxData } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { Taking } from '../taking.ts'
import { amountElement, codeOf, decimal, element, unsignedElement } from './values.ts'

/** The lines of goods that were sold, ordered and given back, of discounts, taxes, rounding and deposit on the whole. */
export function goodsLines(taking: Taking<ReceiptData>) {
  const sold = taking.each('items').map(item => itemOf('Sale', item))
  const returned = taking
    .each('returns')
    .flatMap(entry => entry.each('items').map(item => itemOf('Return', item, entry)))
  const ordered = taking.each('orders').flatMap(order => {
    const name = order.see('deliveryPickup')?.address ? 'CustomerOrderForDelivery' : 'CustomerOrderForPickup'
    const items = order.each('items')
    const number = items.length ? order.take('number') : undefined
    return items.map(item => itemOf(name, item, undefined, number))
  })
  return [
    ...sold,
    ...returned,
    ...ordered,
    ...taking.each('discounts').map((discount, index) => modifierOf('Discount', discount, index + 1)),
    ...taking.each('taxes').map(tax => taxOf(tax, 'TypeCode')),
    roundingOf(taking),
    depositOf(taking),
  ].filter(line => line !== undefined)
}

function itemOf(name: string, item: Taking<ItemData>, from?: Taking<ReturnData>, orderNumber?: string) {
  const sku = item.take('sku')
  const upc = item.take('upc')
  const itemName = item.take('name')
  const ids = [
    sku === undefined ? undefined : element('ItemID', sku, { Name: itemName, Type: 'SKU' }),
    upc === undefined
      ? undefined
      : element('ItemID', upc, { Name: sku === undefined ? itemName : undefined, Type: 'UPC' }),
  ]
  return element(name, [
    ...((sku ?? upc) === undefined ? [element('ItemID', '', { Name: itemName, Type: 'UNKNOWN' })] : ids),
    element('SpecialOrderNumber', orderNumber),
    element('MerchandiseHierarchy', item.take('category')),
    element('Description', item.take('description')),
    // The regular price is the one before discounts.
    item.see('discounts')?.length ? unsignedElement('RegularSalesUnitPrice', item, 'price') : undefined,
    item.see('discounts')?.length ? undefined : amountElement('ActualSalesUnitPrice', item, 'price'),
    amountElement('ExtendedAmount', item, 'total'),
    quantityOf(item.in('quantity')),
    ...item.each('discounts').map((discount, index) => modifierOf('RetailPriceModifier', discount, index + 1)),
    ...item.each('taxes').map(tax => taxOf(tax, 'Action')),
    element('SerialNumber', item.take('serialNumber')),
    from && element('TransactionLink', [element('TransactionID', from.take('originalTransactionNumber'))]),
  ])
}

/** A quantity in POSLog's unit, or the one that was sent as an extension of them. */
function quantityOf(quantity: Taking<NonNullable<ItemData['quantity']>>) {
  const code = quantity.see('unitOfMeasureCode')
  const value = decimal(quantity, 'value')
  if (value === undefined) return undefined
  const isCode = code !== undefined && /^[0-9A-Za-z]+$/.test(code)
  if (isCode) quantity.take('unitOfMeasureCode')
  else quantity.leave('unitOfMeasureCode', 'POSLog has codes of letters and digits only')
  return element('Quantity', value, { UnitOfMeasureCode: isCode ? codeOf(code, units) : undefined })
}

const units = 'EA Hours Days Seconds GLI GLL LTR INH FOT DH MMT CMQ CMT MTR MTK MTQ GRM KGM Kg LBR Oz ANN'.split(' ')

function modifierOf(name: string, discount: Taking<DiscountData>, sequenceNumber: number) {
  const amount = discount.see('amount')
  const text = decimal(discount, 'amount')
  return element(name, [
    element('SequenceNumber', sequenceNumber),
    text === undefined
      ? undefined
      : element('Amount', text.replace('-', ''), { Action: (amount ?? 0) < 0 ? 'Subtract' : 'Add' }),
    element('Description', discount.take('name')),
  ])
}

/** A tax. A negative one of a line is subtracted, one of the whole is a refund. */
function taxOf(tax: Taking<TaxData>, sign: 'Action' | 'TypeCode') {
  const type = tax.see('taxTypeCode')
  const isKnown = type !== undefined && taxTypes.has(type)
  if (isKnown) tax.take('taxTypeCode')
  const text = decimal(tax, 'amount')
  const isNegative = text?.startsWith('-')
  return element(
    'Tax',
    [
      element('TaxAuthority', tax.take('description')),
      unsignedElement('TaxableAmount', tax, 'taxableAmount'),
      element('Amount', text?.replace('-', '')),
      element('Percent', percentOf(tax)),
    ],
    {
      TaxType: isKnown ? type : undefined,
      [sign]: isNegative ? (sign === 'Action' ? 'Subtract' : 'Refund') : undefined,
    },
  )
}

const taxTypes: ReadonlySet<string> = new Set(['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'])

/** 0.07 → `7`; POSLog has five digits. */
function percentOf(tax: Taking<TaxData>): string | undefined {
  const percent = tax.see('percent')
  const text = percent === undefined ? undefined : String(Number((percent * 100).toFixed(8)))
  if (
    text === undefined ||
    !/^\d{1,3}(?:\.\d+)?$/.test(text) ||
    text.replace('.', '').replace(/^0+/, '').length > 5 ||
    Number(text) > 100
  ) {
    tax.leave('percent', 'POSLog has a percentage from 0 to 100, of five digits')
    return undefined
  }
  tax.take('percent')
  return text
}

function roundingOf(taking: Taking<ReceiptData>) {
  const rounding = taking.in('roundingAdjustment')
  const text = decimal(rounding, 'value')
  if (text === undefined) return undefined
  return element('Rounding', text.replace('-', ''), { RoundingDirection: text.startsWith('-') ? 'Down' : 'Up' })
}

function depositOf(taking: Taking<ReceiptData>) {
  const deposit = taking.in('deposit')
  const amount = deposit.see('amount')
  if (amount === undefined) {
    for (const key of ['accountNumber', 'balanceDue'] as const)
      deposit.leave(key, 'POSLog has no deposit without an amount')
    return undefined
  }
  const text = decimal(deposit, 'amount')
  if (text === undefined) return undefined
  const account = element('AccountNumber', deposit.take('accountNumber'))
  return element(
    'Deposit',
    [account, element('Amount', text.replace('-', '')), element('BalanceDue', decimal(deposit, 'balanceDue'))],
    {
      Refund: text.startsWith('-') ? 'true' : undefined,
    },
  )
}
