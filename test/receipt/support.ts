import type { Warning } from '../../src/receipt/notes.ts'

/** The smallest receipt there is, with the fields given besides or instead. */
export function receiptWith(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    workstation: { id: '1', store: { id: '7', name: 'Pebble & Pine', address: { city: 'Bergen' } } },
    receiptType: 'PaperOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: '000123',
    grandAmount: 12.99,
    currency: 'USD',
    ...fields,
  }
}

/** The warnings as `path code`. */
export function briefly(warnings: readonly Warning[]): string[] {
  return warnings.map(({ path, code }) => `${path} ${code}`)
}
