import { barcodeProblem, toBarcode } from '../../../barcode/barcode.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import type { ViewContext } from '../../presenting.ts'
import type { DocumentKind, PaymentLinkView } from '../../receipt-view.ts'

/** The link to pay with, and its code for paper. Nothing here says that anything was paid. */
export function presentPaymentLink(
  { receipt, ledger, t, money, keep }: ViewContext,
  kind: DocumentKind,
): PaymentLinkView | undefined {
  const { paymentLink } = receipt
  if (!paymentLink) return undefined
  const isRequest = kind === 'payment-link'
  const canScan = barcodeProblem('QRCode', paymentLink) === undefined
  const image = () =>
    keep({
      kind: 'barcode',
      barcode: toBarcode('QRCode', paymentLink),
      leastWidth: scanWidth,
      ...(!isPaymentCode(receipt) && { onlyPaper: true }),
    })
  return {
    title: t('payment-link.title'),
    button: t('payment-link.pay', { amount: money(ledger.payment.due ?? ledger.payment.toPay) }),
    url: paymentLink,
    ...(isRequest && { note: t('payment-link.note') }),
    isRequest,
    ...(canScan && { image: image() }),
    scan: t('payment-link.scan'),
  }
}

/** Whether the receipt's barcode is the payment link, so that one code serves for both. */
export function isPaymentCode({ barcodeType, barcodeNumber, paymentLink }: ReceiptData): boolean {
  return barcodeType === 'QRCode' && barcodeNumber !== undefined && barcodeNumber === paymentLink
}

/** In mm: what is scanned from a sheet on a table without bending over it. */
const scanWidth = 30
