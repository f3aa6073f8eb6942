import type { Outcome, TillOffer } from '../operations/outcome.ts'
import type { Words } from '../words/words.ts'
import type { Sale } from './read-sale.ts'

/** What the till does after a sale. */
export interface CheckoutEnd {
  /**
   * `sent`: the service has the receipt and mails it. `queued`: it is on this disk and goes out later. `refused`: the service won't
   * take it. `none`: there is no digital copy, by choice, or because it could neither be sent nor kept.
   */
  copy: 'sent' | 'queued' | 'refused' | 'none'
  /** Show this: the digital copy was accepted. */
  confirm?: string
  /** Print the receipt on paper. */
  print: boolean
  /** Show this: the digital service is unavailable, paper is printed. */
  notice?: string
  /** The service's name for the receipt. */
  receiptId?: string
  /** What the merchant wants shown or printed. */
  offers: TillOffer[]
  /** The service's name for a failure; without one the requestId. In the log, too. */
  referenceId: string
  /** The duplicate guard under which the sale was sent, or will be. */
  requestId: string
  /** What happened, one sentence for support; not for customers. */
  reason?: string
}

/**
 * The interface's checkout flow, steps 6 and 7: a confirmation only for a digital copy that was accepted; paper if the type wants it,
 * and on any error, with a notice.
 *
 * @param isKept whether the receipt is on disk, to be sent later
 */
export function endOf(sale: Sale, outcome: Outcome, isKept: boolean, words: Words): CheckoutEnd {
  const { requestId, isDigital, wantsPaper } = sale
  const shared = { requestId, referenceId: outcome.referenceId ?? requestId }
  if (outcome.kind === 'accepted') {
    const { receiptId, offers } = outcome
    const known = { ...shared, offers, ...(receiptId !== undefined && { receiptId }) }
    if (!isDigital) return { copy: 'none', print: wantsPaper, ...known }
    const address = outcome.address === undefined ? sale.address : outcome.address
    if (address) return { copy: 'sent', confirm: words.confirm(address), print: wantsPaper, ...known }
    const reason = 'The service took the receipt but mails it to nobody.'
    return { copy: 'none', print: true, notice: words.notice, ...known, reason }
  }
  const failed = { ...shared, print: true, offers: [], reason: outcome.message }
  if (outcome.kind === 'refused') return { copy: 'refused', ...failed, notice: words.notice }
  if (!isKept) return { copy: 'none', ...failed, notice: words.notice }
  return { copy: 'queued', ...failed, notice: isDigital ? `${words.notice} ${words.later}` : words.notice }
}
