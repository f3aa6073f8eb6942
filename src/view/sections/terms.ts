import { isPresent, links, note, type ViewContext } from '../presenting.ts'
import type { DocumentsView, TermsView, TermView } from '../receipt-view.ts'
import { presentSignature } from './payment/signature.ts'

/** Terms and conditions, with signatures and documents. */
export function presentTerms(p: ViewContext): TermsView | undefined {
  const terms = (p.receipt.terms ?? [])
    .map((term): TermView | undefined => {
      const text = note(term.description, p.isolate)
      const signature = presentSignature(p, term.signature, p.t('terms.title'))
      const documents = links(term.supportingDocuments, p)
      if (!text && !signature && !documents.length) return undefined
      return { ...(text && { text }), ...(signature && { signature }), links: documents }
    })
    .filter(isPresent)
  if (terms.length === 0) return undefined
  const letters = (p.receipt.terms ?? []).reduce((sum, { description = '' }) => sum + description.length, 0)
  return { title: p.t('terms.title'), terms, ...(letters > beside && { long: true }) }
}

/** Letters that have room beside the details of a receipt on a sheet: fifteen lines of a column. */
const beside = 600

/** Documents for the whole receipt, such as a warranty or a manual. */
export function presentDocuments(p: ViewContext): DocumentsView | undefined {
  const found = links(p.receipt.supportingDocuments, p)
  return found.length ? { title: p.t('documents.title'), links: found } : undefined
}
