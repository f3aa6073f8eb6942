import { isPresent, note, type Presenting, phrase } from '../../presenting.ts'
import type { ReturnView } from '../../receipt-view.ts'
import { presentItems, shownAmount } from './items.ts'
import { openRunningSum, type RunningSum } from './running-sum.ts'

/**
 * Returned items, grouped by original sale.
 *
 * @param sold the sum of the goods shown before, from which returned ones are taken
 */
export function presentReturns(p: Presenting, sold?: RunningSum): ReturnView[] {
  const { t, isolate } = p
  const { returns = [] } = p.receipt
  // Some tills send what they pay back without a minus: added to what was sold, that would be nobody's sum.
  const isTakenOff = !returns.some(({ items = [] }) => items.some(item => (shownAmount(item) ?? 0) > 0))
  const running = isTakenOff ? sold : openRunningSum(p)
  return returns
    .map((entry): ReturnView | undefined => {
      const items = presentItems(p, entry.items, running)
      const original = phrase([
        entry.originalTransactionNumber &&
          t('returns.original', { number: isolate.code(entry.originalTransactionNumber) }),
        entry.originalStoreNumber && t('returns.originalStore', { store: isolate.code(entry.originalStoreNumber) }),
        entry.originalRegister && t('returns.originalRegister', { register: isolate.code(entry.originalRegister) }),
      ])
      const remark = note(entry.miscText, isolate)
      if (!items && !original && !remark) return undefined
      return {
        title: t('returns.title'),
        ...(original && { original }),
        ...(items && { items }),
        ...(remark && { note: remark }),
      }
    })
    .filter(isPresent)
}
