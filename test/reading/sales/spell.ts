import type { SentReceipt } from '../../support/receipts.ts'
import { type Choices, isOrder, turns } from './dimensions.ts'
import { sumOf, type TrueAmount, type TrueLine, type TrueSale, type TrueTax, type TrueTender } from './true-sale.ts'

/** Writes a sale as a till does that makes these choices. */
export function spell(sale: TrueSale, choices: Choices): SentReceipt {
  const { kind, trade, seed, at, sold, back, change, due, paid, tip, rounding } = sale
  const money = (units: number) => moneyOf(units, trade.digits)
  const isPart = due > 0
  const soldItems = sold.map(line => soldItem(line, choices, money))
  const backItems = back.map(line => backItem(line, choices, money))
  const [place] = choices.back.split(/[ ,]/)
  const taxes = taxesOf(sale, choices, money)
  const atLines = choices.taxesAt === 'lines'
  const lines = [...soldItems, ...(place === 'items' ? backItems : [])].map(line =>
    atLines ? { ...line, taxes } : line,
  )
  const returned = place === 'returns' ? backItems.map(line => (atLines ? { ...line, taxes } : line)) : []
  const ordered = place === 'orders' ? backItems.map(line => (atLines ? { ...line, taxes } : line)) : []
  const inOrder = choices.sold === 'orders' ? lines : ordered
  const items = choices.sold === 'orders' ? [] : lines
  const inHistory = sale.earlier.map(tender => tenderOf(tender, 1, money))
  const atOrder = choices.history === 'order'
  return {
    workstation: { id: '3', operator: 'Kim', store: { id: '12', name: trade.store, address: trade.address } },
    receiptType: 'DigitalAndPaper',
    customer: { emailAddress: 'ada@example.com' },
    receiptDateTime: `2026-${at}:00${trade.offset}`,
    transactionType: choices.type,
    transactionNumber: `T-${seed}`,
    currency: trade.currency,
    ...(items.length > 0 && { items }),
    ...(returned.length > 0 && { returns: [{ items: returned }] }),
    ...(inOrder.length > 0 && {
      orders: [{ ...orderSays(sale, choices, money), items: inOrder, ...(atOrder && { tenderHistory: inHistory }) }],
    }),
    ...(isOrder(kind) && inOrder.length === 0 && atOrder && { orders: [{ tenderHistory: inHistory }] }),
    ...(kind === 'deposit' && { deposit: { amount: money(sale.total) } }),
    ...sumsOf(sale, choices, money),
    ...discountsOf(sale, choices, money),
    ...(sale.fees.length > 0 && { fees: feesOf(sale.fees, choices.fees, money) }),
    ...(sale.serviceCharge !== 0 && { serviceCharge: money(turned(sale.serviceCharge, choices.service)) }),
    ...(!atLines && taxes.length > 0 && { taxes }),
    grandAmount: money(turned(sentTotal(sale, choices), choices.total)),
    ...(tip !== 0 && { tip: money(turned(tip, choices.tipSign)) }),
    ...(rounding !== 0 && {
      roundingAdjustment: { value: money(choices.roundingSign === 'true' ? rounding : -rounding) },
    }),
    ...tendersOf(sale, choices, money),
    ...(change > 0 && choices.change === 'changeDue −' && { changeDue: money(-change) }),
    ...(change > 0 && /changeDue \+|both/.test(choices.change) && { changeDue: money(change) }),
    ...(choices.applied === 'paid' && { tenderApplied: money(turned(paid, choices.tenders)) }),
    ...(choices.applied === 'handed over' && { tenderApplied: money(turned(paid + change, choices.tenders)) }),
    ...(isPart && { balanceDue: money(due) }),
    ...(choices.balance === '0' && { balanceDue: 0 }),
    ...(!atOrder && inHistory.length > 0 && { tenderHistory: inHistory }),
  }
}

/** What stands in `grandAmount`, with the sign that it has in truth. */
export function sentTotal({ total, tip, rounding }: TrueSale, choices: Choices): number {
  return total + (choices.tip === 'inside' ? tip : 0) + (choices.rounding === 'inside' ? rounding : 0)
}

type Money = (units: number) => number

/** An amount as JSON has it: 12.5 for 1250 cents, never -0. */
function moneyOf(units: number, digits: number): number {
  return Number((units / 10 ** digits).toFixed(digits)) || 0
}

/** An amount turned so that it is above 0, or below. */
function turned(amount: number, sign: string): number {
  return sign === '−' ? -Math.abs(amount) : Math.abs(amount)
}

/** By what all of a group are multiplied, so that they come to more than 0, or less. */
function factor(sum: number, sign: string): 1 | -1 {
  return sum === 0 || sum < 0 === (sign === '−') ? 1 : -1
}

function soldItem(line: TrueLine, { soldDiscounts }: Choices, money: Money): SentReceipt {
  return itemOf(line, { quantity: 1, price: 1, total: line.amount < 0 ? -1 : 1, discount: soldDiscounts }, money)
}

function backItem(line: TrueLine, { back, backDiscounts: discount }: Choices, money: Money): SentReceipt {
  const ofQuantity = back.includes('quantity −')
  const ofTotals = back.includes('totals −')
  // A coupon makes what comes back less.
  const way = line.amount > 0 ? -1 : 1
  const signs = {
    quantity: ofQuantity ? -1 : 1,
    price: (ofTotals ? -1 : 1) * way,
    total: (ofQuantity || ofTotals ? -1 : 1) * way,
    discount,
  }
  return itemOf(line, signs, money)
}

interface ItemSigns {
  quantity: number
  price: number
  total: number
  discount: string
}

function itemOf(line: TrueLine, signs: ItemSigns, money: Money): SentReceipt {
  const { label: name, sku, quantity, unit, price, amount, discounts } = line
  return {
    name,
    sku,
    quantity: { value: signs.quantity * quantity, ...(unit && { unitOfMeasureCode: unit }) },
    price: money(signs.price * price),
    total: money(signs.total * Math.abs(amount)),
    ...(discounts.length > 0 && { discounts: discounts.map(each => discountOf(each, signs.discount, money)) }),
  }
}

function discountOf({ label, amount }: TrueAmount, sign: string, money: Money): SentReceipt {
  return { name: label, amount: money(turned(amount, sign)) }
}

/** Discounts of the receipt, with those of lines once more if the till says them twice. */
function discountsOf(sale: TrueSale, choices: Choices, money: Money): SentReceipt {
  const ofLines = discountsAgain(sale)
  const again: Record<string, TrueAmount[]> = {
    once: [],
    sum: [{ label: 'Total savings', amount: sumOf(ofLines) }],
    'each again': ofLines,
    'other name': ofLines.map(({ amount }) => ({ label: 'Promotions', amount })),
  }
  const all = [...sale.discounts, ...(again[choices.said] ?? [])]
  return all.length === 0 ? {} : { discounts: all.map(each => discountOf(each, choices.discounts, money)) }
}

/** The discounts of lines that a till says twice: of what was sold, or else of what came back. */
export function discountsAgain({ sold, back }: TrueSale): TrueAmount[] {
  const lines = sold.some(({ discounts }) => discounts.length > 0) ? sold : back
  return lines.flatMap(({ discounts }) => discounts)
}

function feesOf(fees: readonly TrueAmount[], sign: string, money: Money): SentReceipt[] {
  const by = factor(sumOf(fees), sign)
  return fees.map(({ label, amount }) => ({ description: label, amount: money(by * amount) }))
}

function taxesOf({ taxes }: TrueSale, choices: Choices, money: Money): SentReceipt[] {
  const by = factor(sumOf(taxes), choices.taxes)
  return taxes.map(({ rule, amount, base, saysRate, saysBase }: TrueTax) => ({
    taxTypeCode: rule.taxTypeCode,
    ...(saysRate && { percent: rule.percent }),
    ...(saysBase && { taxableAmount: money(by * base) }),
    amount: money(by * amount),
  }))
}

/** Gross and net amounts, in each way that tills reckon them. */
function sumsOf(sale: TrueSale, choices: Choices, money: Money): SentReceipt {
  const sums = reckon(sale)
  const gross = { none: undefined, before: sums.gross, 'after lines': sums.lines }[choices.gross]
  const withFees = sums.after + sums.fees - sums.included
  const net = {
    none: undefined,
    'with fees': withFees,
    'without fees': withFees - sums.fees,
    'with taxes': withFees + sums.included,
  }[choices.net]
  // Below 0 where `grandAmount` is, or else the other way.
  const by = turns(sale.kind) ? ((choices.total === '−') === (choices.sums === 'as total') ? 1 : -1) : 1
  return {
    ...(gross !== undefined && { grossAmount: money(by * gross) }),
    ...(net !== undefined && { netAmount: money(by * net) }),
  }
}

function reckon({ sold, back, discounts, fees, taxing, taxes }: TrueSale) {
  const lines = [...sold, ...back]
  const gross = lines.reduce((sum, line) => sum + line.gross, 0)
  const after = sumOf(lines) + sumOf(discounts)
  return { gross, lines: sumOf(lines), after, fees: sumOf(fees), included: taxing === 'included' ? sumOf(taxes) : 0 }
}

function orderSays(sale: TrueSale, choices: Choices, money: Money): SentReceipt {
  if (!isOrder(sale.kind) || choices.orderSays === 'nothing') return {}
  const { gross, after, fees, included } = reckon(sale)
  const all = { grossAmount: money(gross), netAmount: money(after + fees - included) }
  return { ...(choices.orderSays === 'all' && all), totalAmount: money(sentTotal(sale, choices)) }
}

function tendersOf({ tenders, change, paid }: TrueSale, choices: Choices, money: Money): SentReceipt {
  const by = factor(paid, choices.tenders)
  const sent = tenders.map(tender => tenderOf(tender, by, money))
  if (change > 0 && /tender|both/.test(choices.change))
    sent.push(tenderOf({ type: 'Cash', amount: -change }, by, money))
  if (choices.zeroTender === 'Cash 0') sent.push({ tenderTypeCode: 'Cash', amount: 0 })
  return sent.length > 0 ? { tenders: sent } : {}
}

function tenderOf({ type, brand, digits, amount, day }: TrueTender, by: 1 | -1, money: Money): SentReceipt {
  return {
    tenderTypeCode: type,
    ...(day && { dateTime: day }),
    amount: money(by * amount),
    ...(brand && digits && { creditDebit: { typeCode: brand, last4Digits: digits } }),
  }
}
