import { isPresent, note, phrase, type ViewContext } from '../../presenting.ts'
import type { ReturnView } from '../../receipt-view.ts'
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
      // Which sale a single one is from stands with it.
      if (only && others.length === 0 && original) takeIn(only, original)
      return {
        title: t('returns.title'),
        ...(original && { original }),
        ...(original && only && others.length === 0 && { isSaid: true }),
        ...(items && { items }),
        ...(remark && !isOfOne && { note: remark }),
      }
    })
    .filter(isPresent)
}
