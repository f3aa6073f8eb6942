import { links, type ViewContext } from '../presenting.ts'
import type { DocumentsView } from '../receipt-view.ts'

/** Documents for the whole receipt, such as a warranty or a manual. */
export function presentDocuments(p: ViewContext): DocumentsView | undefined {
  const found = links(p.receipt.supportingDocuments, p)
  return found.length ? { title: p.t('documents.title'), links: found } : undefined
}
