import { type BarcodeType, toBarcode } from '../../barcode/barcode.ts'
import { urlProblem } from '../../standards/url.ts'
import type { ViewContext } from '../presenting.ts'
import type { BarcodeView } from '../receipt-view.ts'

/** What a barcode is for: the returns desk, asking about or picking up an order, a payment. */
export type BarcodePurpose = 'show' | 'order' | 'pickUp' | 'pay'

/**
 * A barcode and what it is for; a text that may be a link is always for opening. Code128 if no type was sent (spec, ReceiptData).
 *
 * @param paymentCode key of the same code's image, if it is the payment link
 */
export function presentBarcode(
  { t, isolate, keep, gtin12 }: ViewContext,
  type: BarcodeType | undefined,
  number: string | undefined,
  purpose: BarcodePurpose,
  paymentCode?: string,
): BarcodeView | undefined {
  if (!number) return undefined
  const barcode = toBarcode(type ?? 'Code128', number, gtin12)
  const isAddress = urlProblem(number) === undefined
  return {
    image: paymentCode ?? keep({ kind: 'barcode', barcode }),
    alt: t('barcode.alt', { text: barcode.caption }),
    caption: barcode.caption,
    text: isAddress || !barcode.caption ? barcode.caption : t('barcode.text', { text: isolate.code(barcode.caption) }),
    ...(isAddress && { url: number }),
    ...(isAddress && purpose !== 'pay' && { follow: t('barcode.follow') }),
    note: t(purpose !== 'pay' && isAddress ? 'barcode.open' : `barcode.${purpose}`),
    ...(paymentCode !== undefined && { isPaymentLink: true }),
  }
}
