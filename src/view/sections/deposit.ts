import type { DepositData } from '../../receipt/money-data.ts'
import { masked, type Presenting } from '../presenting.ts'
import type { LinesView, LineView } from '../receipt-view.ts'

/** Money paid in advance on this sale. */
export function presentDeposit(p: Presenting): LinesView | undefined {
  const lines = depositLines(p, p.receipt.deposit)
  return lines.length ? { title: p.t('deposit.title'), lines } : undefined
}

/** A deposit and what remains after it. */
export function depositLines({ t, f, isolate }: Presenting, deposit: DepositData | undefined): LineView[] {
  if (!deposit) return []
  const account = deposit.accountNumber && t('deposit.account', { number: isolate.code(masked(deposit.accountNumber)) })
  const { amount, balanceDue } = deposit
  return [
    ...(amount || account
      ? [
          {
            label: t('deposit.amount'),
            amount: amount === undefined ? '' : isolate.amount(f.money(amount)),
            ...(account && { note: account }),
          },
        ]
      : []),
    ...(balanceDue ? [{ label: t('deposit.balanceDue'), amount: isolate.amount(f.money(balanceDue)) }] : []),
  ]
}
