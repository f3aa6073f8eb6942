import { readImage } from '../../receipt/check/image.ts'
import type { SignatureData } from '../../receipt/data/signing-data.ts'
import { isPresent, joined, links, note, shownDate, type ViewContext } from '../presenting.ts'
import type { DocumentsView, SignatureView, TermsView, TermView } from '../receipt-view.ts'

/** Terms and conditions, with signatures and documents. */
export function presentTerms(p: ViewContext): TermsView | undefined {
  const terms = (p.receipt.terms ?? [])
    .map((term): TermView | undefined => {
      const text = note(term.description, p.isolate)
      const signature = term.signature && presentSignature(p, term.signature, p.t('terms.title'))
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

/**
 * A signature: what was signed, its image, when. An image that can't be shown is replaced by a sentence.
 *
 * @param of what it is for, if that isn't the whole receipt: what stands for the image says it
 */
export function presentSignature(p: ViewContext, signature: SignatureData, of?: string): SignatureView | undefined {
  const { t, isolate } = p
  const text = note(signature.text, isolate)
  const picture = signature.base64Image ? readImage(signature.base64Image) : undefined
  const shown = picture && !('problem' in picture) ? picture : undefined
  if (!text && !signature.base64Image && !signature.dateTime) return undefined
  return {
    title: t('signature.title'),
    ...(text && { text }),
    ...(shown && { image: p.keep({ kind: 'picture', role: 'signature', ...shown }) }),
    alt: joined(t('signature.alt'), of),
    ...(!shown && { onFile: t('signature.onFile') }),
    ...(signature.dateTime && {
      signedOn: t('signature.signedOn', { date: shownDate(p, signature.dateTime, 'dateTimeLong') }),
    }),
  }
}
