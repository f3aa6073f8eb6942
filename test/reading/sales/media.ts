import type { Engine } from '../../../src/engine.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { receiptAsEkabs } from '../../../src/structured/ekabs/ekabs.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import type { SentReceipt } from '../../support/receipts.ts'

/** What a receipt becomes, as texts that can be compared. */
export interface Media {
  subject: string
  text: string
  slip: string
  view: string
  ekabs: string
}

export const mediaNames = ['subject', 'text', 'slip', 'view', 'ekabs'] as const satisfies readonly (keyof Media)[]

/** Makes all of a receipt that needs no browser. */
export function mediaOf(engine: Engine, sent: SentReceipt): Media {
  const receipt = parseReceipt(sent)
  const { text, subject } = engine.email(receipt)
  return {
    subject,
    text,
    slip: slipOf(engine, receipt),
    view: JSON.stringify(said(engine.view(receipt)), undefined, 1),
    ekabs: receiptAsEkabs(receipt).text,
  }
}

/** The lines of a till's paper. */
export function slipOf(engine: Engine, receipt: Parameters<Engine['slip']>[0]): string {
  const { parts } = engine.slip(receipt, { columns: 48 })
  return parts.map(part => ('text' in part ? part.text : '')).join('\n')
}

/** A view without what it hands on as it was sent, for templates that want more. */
function said({ extra: _, ...view }: ReceiptView): Omit<ReceiptView, 'extra'> {
  return view
}
