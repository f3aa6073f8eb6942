import type { ReceiptInput } from 'counterfoil'
import type { SpoolRecord } from '../../src/spool/record.ts'

export type ReceiptType = 'DigitalOnly' | 'PaperOnly' | 'DigitalAndPaper' | 'NoReceipt'

export const receiptTypes: readonly ReceiptType[] = ['DigitalOnly', 'DigitalAndPaper', 'PaperOnly', 'NoReceipt']

/** A small sale, with what a test cares about. */
export function sale(number: string, changes: Record<string, unknown> = {}): ReceiptInput {
  return {
    customer: { emailAddress: 'mira.okafor@example.com' },
    workstation: { id: '7', store: { id: '004', name: 'Alder & Finch', address: {} } },
    receiptType: 'DigitalOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: number,
    receiptDateTime: '2026-11-21T17:45:12-05:00',
    items: [{ name: 'Merino socks', price: 19, total: 19 }],
    grandAmount: 19,
    ...changes,
  } as ReceiptInput
}

/** The same as it rests in a spool, under a requestId of the sender's. */
export function recordOf(number: string): SpoolRecord {
  return {
    at: '2026-11-21T22:45:12.000Z',
    merchant: 'alder',
    mode: 'live',
    requestId: number,
    isDerivedId: false,
    receipt: { ...sale(number), requestId: number } as unknown as Record<string, unknown>,
  }
}
