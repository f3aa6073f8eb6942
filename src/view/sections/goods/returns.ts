import type { ReturnData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { isPresent, note, phrase, type ViewContext } from '../../presenting.ts'
import type { RelatedView, ReturnView } from '../../receipt-view.ts'
import { presentItems, takeIn } from './items.ts'

/** Returned items, grouped by original sale. */
export function presentReturns(p: ViewContext): ReturnView[] {
  const { t, isolate } = p
  const { returns = [] } = p.receipt
  const { store } = p.receipt.workstation
  return returns
    .map((entry): ReturnView | undefined => {
      const items = presentItems(p, entry.items)
      const original = phrase([
        entry.originalTransactionNumber &&
          t('returns.original', { number: isolate.code(entry.originalTransactionNumber) }),
        // The receipt's own is among its details.
        entry.originalStoreNumber && entry.originalStoreNumber !== store.id
          ? t('returns.originalStore', { store: isolate.code(entry.originalStoreNumber) })
          : undefined,
        entry.originalRegister && t('returns.originalRegister', { register: isolate.code(entry.originalRegister) }),
      ])
      const remark = note(entry.miscText, isolate)
      if (!items && !original && !remark) return undefined
      if (items) items.headed = true
      const [only, ...others] = items?.groups.flatMap(group => group.items) ?? []
      const [line, ...more] = remark?.lines ?? []
      const isOfOne = only && line !== undefined && others.length + more.length === 0
      if (isOfOne) takeIn(only, line)
      // Which sale a single one is from stands with it, unless a row of the details says so with the reason.
      const isReferred = isSameSale(entry, p.receipt.relatedTransactionReference)
      const isWithItem = only !== undefined && others.length === 0 && !isReferred
      if (isWithItem && original) takeIn(only, original)
      return {
        title: t('returns.title'),
        ...(original && { original }),
        ...(original && (isWithItem || isReferred) && { isSaid: true }),
        ...(items && { items }),
        ...(remark && !isOfOne && { note: remark }),
      }
    })
    .filter(isPresent)
}

/** Whether what the receipt refers to says all that is known of the sale that goods were returned from. */
function isSameSale(entry: ReturnData, related: ReceiptData['relatedTransactionReference']): boolean {
  const { originalTransactionNumber: number, originalStoreNumber: store, originalRegister: register } = entry
  if (!related || !number || number !== related.transactionNumber) return false
  return [undefined, related.store].includes(store) && [undefined, related.register].includes(register)
}

/** The earlier sale that this transaction refers to, such as the sale a layaway payment is for. */
export function presentRelated(
  { ledger, t, isolate }: ViewContext,
  related: NonNullable<ReceiptData['relatedTransactionReference']>,
): RelatedView | undefined {
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
