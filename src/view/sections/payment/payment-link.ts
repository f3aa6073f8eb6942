import type { Presenting } from '../../presenting.ts'
import type { DocumentKind, PaymentLinkView } from '../../receipt-view.ts'

/** The link to pay with. Nothing here says that anything was paid. */
export function presentPaymentLink(
  { receipt, meaning, t, f, isolate }: Presenting,
  kind: DocumentKind,
): PaymentLinkView | undefined {
  if (!receipt.paymentLink) return undefined
  return {
    title: t('payment-link.title'),
    button: t('payment-link.pay', { amount: isolate.amount(f.money(meaning.payment.due ?? receipt.grandAmount)) }),
    url: receipt.paymentLink,
    ...(kind === 'payment-link' && { note: t('payment-link.note') }),
  }
}
