import { readImage } from '../../../receipt/check/image.ts'
import type { SignatureData } from '../../../receipt/data/signing-data.ts'
import { note, shownDate, type ViewContext } from '../../presenting.ts'
import type { SignatureView } from '../../receipt-view.ts'

/** A signature: what was signed, its image, when. An image that can't be shown is replaced by a sentence. */
export function presentSignature(p: ViewContext, signature: SignatureData | undefined): SignatureView | undefined {
  if (!signature) return undefined
  const { t, isolate } = p
  const text = note(signature.text, isolate)
  const picture = signature.base64Image ? readImage(signature.base64Image) : undefined
  const shown = picture && !('problem' in picture) ? picture : undefined
  if (!text && !signature.base64Image && !signature.dateTime) return undefined
  return {
    title: t('signature.title'),
    ...(text && { text }),
    ...(shown && { image: p.keep({ kind: 'picture', role: 'signature', ...shown }) }),
    alt: t('signature.alt'),
    ...(!shown && { onFile: t('signature.onFile') }),
    ...(signature.dateTime && {
      signedOn: t('signature.signedOn', { date: shownDate(p, signature.dateTime, 'dateTimeLong') }),
    }),
  }
}
