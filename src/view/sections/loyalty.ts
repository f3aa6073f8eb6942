import { fact, isPresent, note, shownDate, type ViewContext } from '../presenting.ts'
import type { LoyaltyView } from '../receipt-view.ts'

/** The customer's membership: number, name, points and their expiration. */
export function presentLoyalty(p: ViewContext): LoyaltyView | undefined {
  const { receipt, t, f, isolate } = p
  const { loyalty } = receipt
  if (!loyalty) return undefined
  const remark = note(loyalty.misc, isolate)
  return {
    title: t('loyalty.title'),
    facts: [
      fact('member', t('loyalty.number'), isolate.code(loyalty.number)),
      fact('memberName', t('loyalty.name'), loyalty.customerName && isolate.words(loyalty.customerName)),
      fact(
        'points',
        t('loyalty.balance'),
        loyalty.balance === undefined ? undefined : isolate.amount(f.number(loyalty.balance)),
      ),
      fact(
        'pointsExpire',
        t('loyalty.expires'),
        loyalty.expirationDateTime && shownDate(p, loyalty.expirationDateTime, 'date'),
      ),
    ].filter(isPresent),
    ...(remark && { note: remark }),
  }
}
