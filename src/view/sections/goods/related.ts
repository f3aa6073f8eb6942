import { phrase, type ViewContext } from '../../presenting.ts'
import type { RelatedView } from '../../receipt-view.ts'

/** The earlier sale that this transaction refers to, such as the sale a layaway payment is for. */
export function presentRelated({ receipt, ledger, t, isolate }: ViewContext): RelatedView | undefined {
  const related = receipt.relatedTransactionReference
  if (!related) return undefined
  const text = phrase([
    related.transactionNumber && t('related.receipt', { number: isolate.code(related.transactionNumber) }),
    related.store && t('related.store', { store: isolate.code(related.store) }),
    related.register && t('related.register', { register: isolate.code(related.register) }),
    related.reason && isolate.words(related.reason),
  ])
  const code = related.reasonCode && isolate.code(related.reasonCode)
  if (!text && !code) return undefined
  return {
    title: t(ledger.kind === 'order' ? 'related.order' : 'related.title'),
    phrase: text ?? '',
    ...(code && { code }),
  }
}
