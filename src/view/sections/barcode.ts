import { type BarcodeType, toBarcode } from '../../barcode/barcode.ts'
import type { Presenting } from '../presenting.ts'
import type { BarcodeView } from '../receipt-view.ts'

/** What a code is for: the returns desk, an order that is asked about or fetched, a payment. */
export type BarcodePurpose = 'show' | 'order' | 'pickUp' | 'pay'

/** A code with what it is for; a web address is to be opened, whatever it belongs to. Code128 when no type was sent (spec, ReceiptData). */
export function presentBarcode(
  { t, isolate, keep }: Presenting,
  type: BarcodeType | undefined,
  number: string | undefined,
  purpose: BarcodePurpose,
): BarcodeView | undefined {
  if (!number) return undefined
  const barcode = toBarcode(type ?? 'Code128', number)
  const isAddress = /^https?:/i.test(number)
  return {
    image: keep({ kind: 'barcode', barcode }),
    alt: t('barcode.alt', { text: barcode.caption }),
    caption: barcode.caption,
    text: isAddress || !barcode.caption ? barcode.caption : t('barcode.text', { text: isolate.code(barcode.caption) }),
    note: t(purpose !== 'pay' && isAddress ? 'barcode.open' : `barcode.${purpose}`),
  }
}
