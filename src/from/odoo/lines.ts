import type { ItemInput } from '../../generated/receipt-input.ts'
import { exactlyDivided, isZero, numberOf } from '../decimal.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'
import { nameOf } from './names.ts'

/** A line of an order, with tax. */
export function itemOf(line: Sent): ItemInput {
  const product = nameOf(line, 'product_id')
  const [, code, named] = /^\[([^\]]{1,64})\] (.+)$/.exec(product ?? '') ?? []
  const name = line.text('full_product_name') ?? named ?? product
  if (name === undefined) line.wrong('full_product_name', 'may not be null')
  const count = line.needDecimal('qty')
  const total = line.needDecimal('price_subtotal_incl')
  const price = exactlyDivided(total, count)
  const percent = line.decimal('discount')
  const off = percent && !isZero(percent) ? `−${numberOf(percent)} %` : undefined
  return given<ItemInput>({
    name: code !== undefined && name === product ? (named ?? '') : (name ?? ''),
    sku: code,
    // With tax, which Odoo doesn't say.
    price: off === undefined && price ? numberOf(price) : undefined,
    quantity: given({ value: numberOf(count), unitOfMeasureCode: nameOf(line, 'product_uom_id') }),
    total: numberOf(total),
    miscInfo: joined([off, line.text('customer_note')], '\n'),
  })
}
