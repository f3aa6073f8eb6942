import { areDepositsSaid, isBalanceSuperseded } from '../../../reading/payment.ts'
import type { Sign } from '../../../reading/sums.ts'
import type { DepositData } from '../../../receipt/data/money-data.ts'
import { joined, masked, type ViewContext } from '../../presenting.ts'
import type { LinesView, LineView } from '../../receipt-view.ts'

/** A deposit paid on this sale. */
export function presentDeposit(p: ViewContext): LinesView | undefined {
  const { deposit, tenderHistory } = p.receipt
  if (!deposit) return undefined
  const said = areDepositsSaid({ deposits: [deposit], tenderHistory }, p.ledger.payment)
  const lines = depositLines(p, deposit, { said, sign: 1 }).map(line => withAccount(p, deposit, line))
  return lines.length ? { title: p.t('deposit.title'), lines } : undefined
}

/** A deposit as a row of the details, where the account is a fact: its only one if the amount is said elsewhere. */
export function withAccount({ t, isolate }: ViewContext, { accountNumber }: DepositData, line: LineView): LineView {
  if (line.kind !== 'deposit' || !accountNumber) return line
  return { ...line, label: t('deposit.amount'), amount: joined(isolate.code(masked(accountNumber)), line.amount) }
}

/**
 * A deposit, unless its amount is already listed as a payment, and what remains, unless the receipt has a later balance.
 *
 * @param column whether the amount is said elsewhere, and its sign in this column
 */
export function depositLines(
  p: ViewContext,
  deposit: DepositData,
  { said, sign }: { said: boolean; sign: Sign },
): LineView[] {
  const { t, isolate, money } = p
  const superseded = isBalanceSuperseded(deposit, p.receipt, p.ledger.unit)
  const account = deposit.accountNumber && isolate.code(masked(deposit.accountNumber))
  const { amount, balanceDue } = deposit
  return [
    ...((amount && !said) || account
      ? [
          {
            kind: 'deposit' as const,
            label: account ? t('deposit.withAccount', { number: account }) : t('deposit.amount'),
            amount: amount === undefined || said ? '' : money(sign * amount),
          },
        ]
      : []),
    ...(balanceDue && !superseded
      ? [{ kind: 'balanceDue' as const, label: t('deposit.balanceDue'), amount: money(balanceDue) }]
      : []),
  ]
}
