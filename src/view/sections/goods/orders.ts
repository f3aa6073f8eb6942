import { loosened } from '../../../locale/format/one-piece.ts'
import type { LedgerColumn } from '../../../reading/column/column.ts'
import { areDepositsSaid, isBalanceSuperseded } from '../../../reading/payment.ts'
import { type Micros, micros, type Sign } from '../../../reading/sums.ts'
import type { OrderData } from '../../../receipt/data/item-data.ts'
import type { DepositData } from '../../../receipt/data/money-data.ts'
import { orderActions } from '../../../standards/codes/tables.ts'
import { joined, masked, note, phrase, shownDate, type ViewContext } from '../../presenting.ts'
import type { LineKind, LinesView, LineView, OrderView } from '../../receipt-view.ts'
import { presentBarcode } from '../barcode.ts'
import { presentSoldTo } from '../parties.ts'
import { presentTenderHistory } from '../payment/tenders.ts'
import { taxLines } from '../taxes.ts'
import { columnLines, type SumWords } from '../totals.ts'
import { orderHandover, presentFulfilment } from './fulfilment.ts'
import { presentItems } from './items.ts'

/** Orders for delivery, pickup or layaway, each like a small receipt. */
export function presentOrders(p: ViewContext): OrderView[] {
  return (p.receipt.orders ?? []).map(order => presentOrder(p, order))
}

function presentOrder(p: ViewContext, order: OrderData): OrderView {
  const { t, isolate, money } = p
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount === undefined ? [] : [{ kind, label, amount: money(amount) }]
  const handover = orderHandover(order, p.receipt)
  const soldTo = order.soldTo && presentSoldTo(p, order.soldTo)
  const items = presentItems(p, order.items)
  const fulfilment = order.deliveryPickup && presentFulfilment(p, order.deliveryPickup, handover)
  const schedule = presentSchedule(p, order)
  const remark = note(order.miscText, isolate)
  const barcode = presentBarcode(p, order.barcodeType, order.barcodeNumber, handover === 'pickup' ? 'pickUp' : 'order')
  const title = order.number ? t('orders.titleWithNumber', { number: isolate.code(order.number) }) : t('orders.title')
  const history = presentTenderHistory(p, order.tenderHistory, title)
  const { sameOrder, payment, unit, orders } = p.ledger
  const { deposits = [], tenderHistory } = order
  // What the receipt's sums say is printed once, below.
  const isSame = order === sameOrder
  const column = isSame ? undefined : orders.get(order)
  const depositsSaid = isSame && areDepositsSaid({ deposits, tenderHistory }, payment, p.receipt)
  const { above = [], total: sum } = column ? columnLines(p, column, orderWords) : {}
  const [total] = line('total', t('orders.total'), sum)
  const taxes = column && presentOrderTaxes(p, column)
  const sign = !isSame && leadToBalances(order, unit) ? -1 : 1
  const depositRows = deposits.flatMap(deposit =>
    depositLines(p, deposit, { said: depositsSaid, sign }).map(row => ({ deposit, row })),
  )
  const action = actionWord(p, order)
  return {
    title: phrase([title, action]) ?? title,
    ...(action && { action }),
    ...(isWhole(p, order) && { isWhole: true }),
    ...(order.description && { description: isolate.words(order.description) }),
    ...(soldTo && { soldTo }),
    ...(fulfilment && { fulfilment }),
    ...(items && { items }),
    lines: above,
    ...(total && { total }),
    ...(taxes && { taxes }),
    deposits: depositRows.flatMap(({ row }) => (row.amount ? [row] : [])),
    depositAccounts: depositRows.flatMap(({ deposit, row }) => (row.amount ? [] : [withAccount(p, deposit, row)])),
    ...(schedule && { schedule }),
    ...(history && { history }),
    ...(remark && { note: remark }),
    ...(barcode && { barcode }),
  }
}

/** Whether a receipt has nothing but this order. That it was undone must be said above it. */
function isWhole({ receipt }: ViewContext, { action = '' }: OrderData): boolean {
  const { items, returns, orders = [] } = receipt
  return orders.length === 1 && !items?.length && !returns?.length && !orderActions.find(action)?.isUndone
}

function actionWord({ t, isolate }: ViewContext, { action = '' }: OrderData): string | undefined {
  const known = orderActions.find(action)
  return known ? t(known.message) : action && isolate.words(action)
}

const orderWords: SumWords = {
  subtotal: 'orders.subtotal',
  net: 'orders.net',
  afterDiscounts: 'orders.afterDiscounts',
}

/** Whether the deposits, taken off the total, leave the balances that they name. */
function leadToBalances({ totalAmount, deposits = [] }: OrderData, unit: Micros): boolean {
  if (totalAmount === undefined) return false
  let left = micros(totalAmount)
  return deposits.every(({ amount, balanceDue }) => {
    left -= micros(amount)
    return balanceDue === undefined || Math.abs(left - micros(balanceDue)) < unit
  })
}

/** Taxes that aren't added to the order's total: included, or unclear. */
function presentOrderTaxes(p: ViewContext, { taxes, taxesInside }: LedgerColumn): LinesView | undefined {
  const lines = taxLines(p, taxesInside)
  return lines.length ? { title: p.t(taxes === 'unclear' ? 'taxes.title' : 'taxes.included'), lines } : undefined
}

function presentSchedule(p: ViewContext, { paymentSchedules }: OrderData): LinesView | undefined {
  const { t, isolate, money } = p
  const lines = (paymentSchedules ?? [])
    .filter(instalment => instalment.amountDue || instalment.description || instalment.dueDate)
    .map(({ description, amountDue, dueDate }) => {
      const date = dueDate && shownDate(p, dueDate, 'date')
      return {
        kind: 'instalment' as const,
        label: description ? isolate.words(description) : t('orders.instalment'),
        amount: amountDue === undefined ? '' : money(amountDue),
        // Templates keep it whole where it fits; else it wraps at its spaces.
        ...(date && { note: loosened(t('orders.due', { date })), shortNote: date }),
      }
    })
  return lines.length ? { title: t('orders.schedule'), lines } : undefined
}

/** A deposit paid on this sale. */
export function presentDeposit(p: ViewContext, deposit: DepositData): LinesView | undefined {
  const { tenderHistory } = p.receipt
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
  const superseded = isBalanceSuperseded(deposit, p.receipt, p.ledger.payment, p.ledger.unit)
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
