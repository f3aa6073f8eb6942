import { type ItemData, type ReceiptData, type TaxData, taxTypeOf } from 'counterfoil'
import type { Label, Part } from '../change.ts'
import { between } from '../dimensions.ts'
import type { Lines } from './items.ts'
import { addEntry, codeName } from './parts.ts'

/** A receipt's taxes, and where they were: what is more general wins as a whole, because it repeats what is more special. */
export interface Taxes {
  entries: readonly TaxData[]
  from: 'receipt' | 'orders' | 'items'
}

/** The taxes of a receipt, or else of its orders, or else of its lines; what came back is below 0 among those of lines. */
export function taxesOf({ taxes, orders }: ReceiptData, { sold, returned }: Lines): Taxes {
  if (taxes?.length) return { entries: taxes, from: 'receipt' }
  const ordered = orders?.flatMap(order => order.taxes ?? []) ?? []
  if (ordered.length > 0) return { entries: ordered, from: 'orders' }
  if (!sold.some(hasTaxes) && !returned.some(hasTaxes)) return none
  return { entries: [...sold.flatMap(line => line.taxes ?? []), ...returned.flatMap(takenBack)], from: 'items' }
}

const none: Taxes = { entries: [], from: 'receipt' }

function hasTaxes({ taxes }: ItemData): boolean {
  return taxes !== undefined && taxes.length > 0
}

function takenBack({ taxes = [] }: ItemData): TaxData[] {
  return taxes.map(({ amount = 0, taxableAmount = 0, ...tax }) => ({
    ...tax,
    amount: -Math.abs(amount),
    taxableAmount: -Math.abs(taxableAmount),
  }))
}

/** By type and rate: `VAT`, 0.07. Without a type, by description. */
export function addTaxes(
  to: { parts: Part[]; labels: Label[] },
  { entries }: Taxes,
  territory: string | undefined,
  units: { amount: (sent: number) => number; taxable: (sent: number) => number },
): void {
  for (const tax of entries) {
    const { taxTypeCode, description = '', percent = '', amount = 0, taxableAmount = 0 } = tax
    const sent = taxTypeCode ?? description
    const name = codeName(to.labels, 'taxType', taxTypeOf(tax, territory), sent, `${between}${percent}`)
    addEntry(to.parts, 'taxType', name, null, [units.amount(amount), units.taxable(taxableAmount)])
  }
}
