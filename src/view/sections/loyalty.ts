import { fact, isPresent, labeled, note, phrase, shownDate, type ViewContext } from '../presenting.ts'
import type { LoyaltyView } from '../receipt-view.ts'

/** The customer's membership: number, name, points and their expiration. */
export function presentLoyalty(p: ViewContext): LoyaltyView | undefined {
  const { receipt, t, f, isolate } = p
  const { loyalty } = receipt
  if (!loyalty) return undefined
  const { number, customerName, balance, expirationDateTime } = loyalty
  const name = customerName && isolate.words(customerName)
  const points = fact(
    'points',
    t('loyalty.balance'),
    balance === undefined ? undefined : isolate.amount(f.number(balance)),
  )
  const expiry = fact(
    'pointsExpire',
    t('loyalty.expires'),
    expirationDateTime && shownDate(p, expirationDateTime, 'date'),
  )
  const remark = note(loyalty.misc, isolate)
  return {
    title: t('loyalty.title'),
    facts: [
      fact('member', t('loyalty.number'), isolate.code(number)),
      fact('memberName', t('loyalty.name'), name),
      points,
      expiry,
    ].filter(isPresent),
    phrase: phrase([isolate.code(number), name, labeled(points), labeled(expiry)]) ?? '',
    ...(remark && { note: remark }),
  }
}
