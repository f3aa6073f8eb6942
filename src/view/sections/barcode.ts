import { type BarcodeType, barcodeProblem, toBarcode } from '../../barcode/barcode.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { urlProblem } from '../../standards/url.ts'
import { isPresent, type ViewContext } from '../presenting.ts'
import type { BarcodeView, FulfilmentView, OrderView, PaymentLinkView, TermsView } from '../receipt-view.ts'
import { isToFetch } from './goods/fulfilment.ts'

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

/** The receipt's own barcode. A payment link's code serves as both. */
export function presentOwnBarcode(p: ViewContext, paymentLink?: PaymentLinkView): BarcodeView | undefined {
  const { receipt } = p
  const paymentCode = isPaymentCode(receipt) ? paymentLink?.image : undefined
  return presentBarcode(p, receipt.barcodeType, receipt.barcodeNumber, ownPurpose(p), paymentCode)
}

function ownPurpose({ kind, handover }: ViewContext): BarcodePurpose {
  if (kind === 'payment-link') return 'pay'
  return kind !== 'order' ? 'show' : handover === 'pickup' ? 'pickUp' : 'order'
}

/** The link to pay with, and its code for paper. Nothing here says that anything was paid. */
export function presentPaymentLink(p: ViewContext, paymentLink: string): PaymentLinkView {
  const { receipt, ledger, t, kind, money, keep } = p
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
function isPaymentCode({ barcodeType, barcodeNumber, paymentLink }: ReceiptData): boolean {
  return barcodeType === 'QRCode' && barcodeNumber !== undefined && barcodeNumber === paymentLink
}

/** In mm: what is scanned from a sheet on a table without bending over it. */
const scanWidth = 30

/** Where codes stand, and what they say. */
interface Coded {
  barcode: BarcodeView | undefined
  terms: TermsView | undefined
  fulfilment?: FulfilmentView | undefined
  orders?: readonly OrderView[]
}

/** Settles, once all codes are there, what each of them says and where it stands. */
export function settleCodes(p: ViewContext, { barcode, terms, fulfilment, orders = [] }: Coded): void {
  sayOnce(p, barcode, orders, terms)
  setPass(p, barcode, fulfilment, orders)
}

/** The code of goods to fetch stands with them: an order's own, or that of a receipt of nothing else. */
function setPass(
  { receipt, handover }: ViewContext,
  barcode: BarcodeView | undefined,
  fulfilment: FulfilmentView | undefined,
  orders: readonly OrderView[],
): void {
  const give = (to: FulfilmentView | undefined, code: BarcodeView | undefined) => {
    if (!to || !code) return
    code.isPass = true
    to.pass = code
  }
  for (const [index, order] of orders.entries()) {
    const sent = receipt.orders?.[index]
    if (sent && isToFetch(sent, receipt)) give(order.fulfilment, order.barcode ?? (order.isWhole ? barcode : undefined))
  }
  if (handover === 'pickup' && !orders.some(order => order.barcode)) give(fulfilment, barcode)
}

/** Two codes say whose they are, and one of them what it is for; the store's own terms say it instead. */
function sayOnce(
  { t }: ViewContext,
  barcode: BarcodeView | undefined,
  orders: readonly OrderView[],
  terms: TermsView | undefined,
): void {
  const notes = new Set<string>(terms ? [t('barcode.show')] : [])
  const codes = [barcode, ...orders.map(order => order.barcode)].filter(isPresent)
  for (const code of codes) {
    if (codes.length > 1) {
      code.owner = t(code === barcode ? 'facts.receiptNumber' : 'orders.title')
      code.text = `${code.owner} ${code.caption}`
    }
    if (notes.has(code.note)) code.note = ''
    notes.add(code.note)
  }
}
