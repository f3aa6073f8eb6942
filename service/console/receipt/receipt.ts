import type { FoundReceipt } from '../find/find.ts'
import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import type { Page } from '../parts/view.ts'
import { t } from '../parts/words.ts'

/** One receipt: as the customer sees it, and what happened to it. */
export const receiptPage: Page = async (place, _session, signal) => {
  const id = place.path[1] ?? ''
  const receipt = await ask<FoundReceipt>(`/receipts/${encodeURIComponent(id)}`, { signal })
  return {
    title: t('receipt.title', { number: receipt.number }),
    content: [make('div.receipt', {}, paper(id))],
  }
}

function paper(id: string): HTMLElement {
  return make('iframe.paper', {
    title: t('receipt.frame'),
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    src: `/console/api/receipts/${encodeURIComponent(id)}/html`,
  })
}
