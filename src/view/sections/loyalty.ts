import { fact, isPresent, labeled, note, phrase, shownDate, type ViewContext } from '../presenting.ts'
import type { LoyaltyView } from '../receipt-view.ts'
import { holderOf } from './payment/tenders.ts'

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
    phrase:
      phrase([isolate.code(number), isNamed(p, customerName) ? undefined : name, labeled(points), labeled(expiry)]) ??
      '',
    ...(remark && { note: remark }),
  }
}

/** Whether the details name the customer anyway: as buyer, or as whose card it was. */
function isNamed({ receipt }: ViewContext, customer: string | undefined): boolean {
  const { soldTo, orders = [], tenders = [] } = receipt
  const buyers = [soldTo, ...orders.map(order => order.soldTo)].map(buyer => buyer?.customerName)
  return [...buyers, ...tenders.map(holderOf)].includes(customer)
}
