import { isPresent, note, type Presenting } from '../presenting.ts'
import type { FactView, LoyaltyView } from '../receipt-view.ts'

/** The customer's membership: number, name, points and their expiration. */
export function presentLoyalty({ receipt, t, f, isolate }: Presenting): LoyaltyView | undefined {
  const { loyalty } = receipt
  if (!loyalty) return undefined
  const fact = (label: string, value: string | undefined): FactView | undefined =>
    value ? { label, value } : undefined
  const remark = note(loyalty.misc, isolate)
  return {
    title: t('loyalty.title'),
    facts: [
      fact(t('loyalty.number'), isolate.code(loyalty.number)),
      fact(t('loyalty.name'), loyalty.customerName && isolate.words(loyalty.customerName)),
      fact(t('loyalty.balance'), loyalty.balance === undefined ? undefined : isolate.amount(f.number(loyalty.balance))),
      fact(t('loyalty.expires'), loyalty.expirationDateTime && isolate.amount(f.date(loyalty.expirationDateTime))),
    ].filter(isPresent),
    ...(remark && { note: remark }),
  }
}
