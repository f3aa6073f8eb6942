import { inOnePiece } from '../../../locale/format/one-piece.ts'
import { areDepositsSaid } from '../../../reading/payment.ts'
import { sum, sumOf } from '../../../reading/sums.ts'
import { readOrderTaxes } from '../../../reading/taxes.ts'
import type { OrderData } from '../../../receipt/data/order-data.ts'
import { type CodeWords, codeInWords } from '../../codes.ts'
import { note, type Presenting, phrase, shownDate } from '../../presenting.ts'
import type { LineKind, LinesView, LineView, OrderView } from '../../receipt-view.ts'
import { presentBarcode } from '../barcode.ts'
import { presentSoldTo } from '../parties.ts'
import { depositLines } from '../payment/deposit.ts'
import { presentTenderHistory } from '../payment/tenders.ts'
import { taxLines } from '../taxes.ts'
import { presentFees } from '../totals.ts'
import { presentFulfilment } from './fulfilment.ts'
import { orderHandover } from './handover.ts'
import { presentItems } from './items.ts'
import { openRunningSum } from './running-sum.ts'

/** Orders for delivery, pickup or layaway, each like a small receipt. */
export function presentOrders(p: Presenting): OrderView[] {
  return (p.receipt.orders ?? []).map(order => presentOrder(p, order))
}

function presentOrder(p: Presenting, order: OrderData): OrderView {
  const { t, isolate, money } = p
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount === undefined ? [] : [{ kind, label, amount: money(amount) }]
  const handover = orderHandover(order, p.receipt)
  const soldTo = presentSoldTo(p, order.soldTo)
  const items = presentItems(p, order.items, openRunningSum(p))
  const fulfilment = presentFulfilment(p, order.deliveryPickup, handover)
  const schedule = presentSchedule(p, order)
  const history = presentTenderHistory(p, order.tenderHistory)
  const remark = note(order.miscText, isolate)
  const barcode = presentBarcode(p, order.barcodeType, order.barcodeNumber, handover === 'pickup' ? 'pickUp' : 'order')
  const title = order.number ? t('orders.titleWithNumber', { number: isolate.code(order.number) }) : t('orders.title')
  const { sameOrder, payment } = p.meaning
  const { deposits = [], tenderHistory } = order
  const isSame = order === sameOrder
  const depositsSaid = isSame && areDepositsSaid({ deposits, tenderHistory }, payment)
  // A total equal to the receipt's is printed once, below, except before a deposit, which would look like one more tax.
  const [total] =
    isSame && (depositsSaid || !sumOf(deposits)) ? [] : line('total', t('orders.total'), order.totalAmount)
  const taxes = presentOrderTaxes(p, order)
  return {
    title: phrase([title, order.action && codeInWords(p, actions, order.action)])!,
    ...(order.description && { description: isolate.words(order.description) }),
    ...(soldTo && { soldTo }),
    ...(fulfilment && { fulfilment }),
    ...(items && { items }),
    lines: [
      ...line('subtotal', t('orders.subtotal'), order.grossAmount),
      ...presentFees(p, order.fees),
      ...(order.netAmount === order.grossAmount
        ? []
        : line(
            'net',
            t(
              order.taxes?.length
                ? 'orders.net'
                : order.fees?.length
                  ? 'totals.includingFees'
                  : 'orders.afterDiscounts',
            ),
            order.netAmount,
          )),
      ...(taxes ? [] : taxLines(p, order.taxes)),
    ],
    ...(total && { total }),
    ...(taxes && { taxes }),
    deposits: deposits.flatMap(deposit => depositLines(p, deposit, depositsSaid)),
    ...(schedule && { schedule }),
    ...(history && { history }),
    ...(remark && { note: remark }),
    ...(barcode && { barcode }),
  }
}

/** Taxes that aren't added to the order's total: included, or unclear. After a net amount they are always added. */
function presentOrderTaxes(p: Presenting, order: OrderData): LinesView | undefined {
  const { netAmount, grossAmount, totalAmount, taxes } = order
  const reading = readOrderTaxes(order, p.meaning.unit)
  const netIsPrinted = netAmount !== undefined && netAmount !== grossAmount
  if (reading === 'added' || (netIsPrinted && sum([netAmount]) + sumOf(taxes) === sum([totalAmount]))) return undefined
  const lines = taxLines(p, taxes)
  return lines.length ? { title: p.t(reading === 'included' ? 'taxes.included' : 'taxes.title'), lines } : undefined
}

function presentSchedule(p: Presenting, { paymentSchedules }: OrderData): LinesView | undefined {
  const { t, isolate, money } = p
  const lines = (paymentSchedules ?? [])
    .filter(instalment => instalment.amountDue || instalment.description || instalment.dueDate)
    .map(instalment => ({
      kind: 'instalment' as const,
      label: instalment.description ? isolate.words(instalment.description) : t('orders.instalment'),
      amount: instalment.amountDue === undefined ? '' : money(instalment.amountDue),
      ...(instalment.dueDate && {
        note: inOnePiece(t('orders.due', { date: shownDate(p, instalment.dueDate, 'date') })),
      }),
    }))
  return lines.length ? { title: t('orders.schedule'), lines } : undefined
}

/** Words for what happens to an order. */
const actions: CodeWords = new Map([
  ['layaway', 'orders.layaway'],
  ['delivery', 'orders.delivery'],
  ['pickup', 'orders.pickup'],
  ['create', 'orders.create'],
  ['created', 'orders.create'],
  ['new', 'orders.create'],
  ['update', 'orders.update'],
  ['updated', 'orders.update'],
  ['modify', 'orders.update'],
  ['complete', 'orders.complete'],
  ['completed', 'orders.complete'],
  ['cancel', 'orders.cancel'],
  ['cancelled', 'orders.cancel'],
  ['canceled', 'orders.cancel'],
  ['payment', 'orders.payment'],
])
