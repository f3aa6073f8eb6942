import { type BarcodeType, toBarcode } from '../../barcode/barcode.ts'
import type { Presenting } from '../presenting.ts'
import type { BarcodeView, DocumentKind } from '../receipt-view.ts'

/** The code a returns desk scans. Code128 when no type was sent (spec, ReceiptData). */
export function presentBarcode(
  { t, keep }: Presenting,
  type: BarcodeType | undefined,
  number: string | undefined,
  kind?: DocumentKind,
): BarcodeView | undefined {
  if (!number) return undefined
  const barcode = toBarcode(type ?? 'Code128', number)
  return {
    image: keep({ kind: 'barcode', barcode }),
    alt: t('barcode.alt', { text: barcode.caption }),
    caption: barcode.caption,
    note: t(kind === 'payment-link' ? 'barcode.pay' : 'barcode.show'),
  }
}
