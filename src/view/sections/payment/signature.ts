import { readImage } from '../../../receipt/check/image.ts'
import type { SignatureData } from '../../../receipt/data/signing-data.ts'
import { joined, note, shownDate, type ViewContext } from '../../presenting.ts'
import type { SignatureView } from '../../receipt-view.ts'

/**
 * A signature: what was signed, its image, when. An image that can't be shown is replaced by a sentence.
 *
 * @param of what it is for, if that isn't the whole receipt: what stands for the image says it
 */
export function presentSignature(
  p: ViewContext,
  signature: SignatureData | undefined,
  of?: string,
): SignatureView | undefined {
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
    alt: joined(t('signature.alt'), of),
    ...(!shown && { onFile: t('signature.onFile') }),
    ...(signature.dateTime && {
      signedOn: t('signature.signedOn', { date: shownDate(p, signature.dateTime, 'dateTimeLong') }),
    }),
  }
}
