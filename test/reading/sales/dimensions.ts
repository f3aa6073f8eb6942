import { sumOf, type TrueSale } from './true-sale.ts'

/**
 * The ways in which tills differ, and what each may do with a sale. The first choice is the canonical spelling: as the interface's letter
 * has it, with nothing that it leaves optional.
 *
 * Signs say which way a group is sent as a whole (`+`: it adds to 0 or more); amounts of one group keep their signs among each other.
 */
export const dimensions = {
  /** `transactionType`. */
  type: ({ kind }) => {
    if (kind === 'return') return ['ReturnTransaction', 'SaleTransaction']
    // What the till calls an exchange or an order, the receipt does: another name is another receipt.
    if (kind.startsWith('exchange')) return ['ReturnTransaction']
    return isOrder(kind) ? ['OrderTransaction'] : ['SaleTransaction']
  },
  /** Where goods sold are. */
  sold: ({ kind }) => (isOrder(kind) ? ['orders', 'items'] : ['items']),
  /** What an order says of itself. */
  orderSays: ({ kind }) => (isOrder(kind) ? ['total', 'nothing', 'all'] : ['nothing']),
  /** Where goods taken back are, and what of them is below 0. */
  back: ({ kind, back }) => {
    if (back.length === 0) return ['returns +']
    const apart = ['returns +', 'returns, totals −', 'returns, quantity −', 'items, quantity −', 'items, totals −']
    return kind === 'return' ? [...apart, 'items +', 'orders +', 'orders, totals −'] : apart
  },
  /** Discounts of lines sold. The interface has them below 0. */
  soldDiscounts: ({ sold }) => (hasDiscounts(sold) ? ['−', '+'] : ['−']),
  /** Discounts of lines taken back. */
  backDiscounts: ({ back }) => (hasDiscounts(back) ? ['−', '+'] : ['−']),
  /** Discounts of the receipt. */
  discounts: ({ discounts, sold, back }) =>
    discounts.length > 0 || hasDiscounts([...sold, ...back]) ? ['−', '+'] : ['−'],
  /** How often discounts of lines are said. */
  said: ({ sold, back }) => {
    const lines = hasDiscounts(sold) ? sold : back
    return hasDiscounts(lines) ? ['once', 'sum', 'each again', 'other name'] : ['once']
  },
  /** Fees. */
  fees: ({ kind, fees }) => (fees.length > 0 && turns(kind) ? ['+', '−'] : ['+']),
  /** Service charge. */
  service: ({ kind, serviceCharge }) => (serviceCharge !== 0 && turns(kind) ? ['+', '−'] : ['+']),
  /** Taxes, with their bases. */
  taxes: ({ kind, taxes }) => (taxes.length > 0 && turns(kind) ? ['+', '−'] : ['+']),
  /** Whether taxes are the receipt's or those of lines. */
  taxesAt: ({ taxes, taxing, sold, back, discounts, serviceCharge }) => {
    const lines = [...sold, ...back]
    const isOneLine = lines.length === 1 && discounts.length === 0 && serviceCharge === 0
    return taxing !== 'none' && isOneLine && taxes.length > 0 ? ['receipt', 'lines'] : ['receipt']
  },
  /** `grandAmount`. */
  total: ({ kind }) => (kind === 'return' ? ['+', '−'] : kind === 'exchange-refunds' ? ['−', '+'] : ['+']),
  /** `grossAmount` and `netAmount`, against `grandAmount`. */
  sums: ({ kind }) => (turns(kind) ? ['as total', 'against it'] : ['as total']),
  /** `grossAmount`: the interface has it before discounts. */
  gross: ({ kind, sold, back }) =>
    kind === 'deposit'
      ? ['none']
      : hasDiscounts([...sold, ...back])
        ? ['none', 'before', 'after lines']
        : ['none', 'before'],
  /** `netAmount`: the interface has it after discounts and fees, before taxes. */
  net: ({ kind, fees, taxing }) => {
    if (kind === 'deposit') return ['none']
    const without = fees.length > 0 ? ['without fees'] : []
    return ['none', 'with fees', ...without, ...(taxing === 'included' ? ['with taxes'] : [])]
  },
  /** Whether a tip is in `grandAmount`. */
  tip: ({ tip }) => (tip === 0 ? ['beside'] : ['beside', 'inside']),
  tipSign: ({ kind, tip }) => (tip !== 0 && turns(kind) ? ['+', '−'] : ['+']),
  /** Whether rounding is in `grandAmount`. */
  rounding: ({ rounding }) => (rounding === 0 ? ['beside'] : ['beside', 'inside']),
  /** Rounding as it changes what is paid, or what was rounded away. */
  roundingSign: ({ rounding }) => (rounding === 0 ? ['true'] : ['true', 'turned']),
  /** `tenders`. */
  tenders: ({ kind, tenders }) =>
    tenders.length === 0 ? ['+'] : kind === 'exchange-refunds' ? ['−', '+'] : ['+', '−'],
  /** What change is. */
  change: ({ change }) => (change === 0 ? ['none'] : ['changeDue +', 'changeDue −', 'tender', 'both']),
  /** `tenderApplied`. */
  applied: ({ paid, change }) =>
    paid === 0 ? ['none'] : change === 0 ? ['none', 'paid'] : ['none', 'paid', 'handed over'],
  /** `balanceDue` where nothing is due. */
  balance: ({ due }) => (due === 0 ? ['none', '0'] : ['sent']),
  /** A tender of 0 where nothing was paid. */
  zeroTender: ({ kind }) => (kind === 'exchange-even' ? ['none', 'Cash 0'] : ['none']),
  /** Where payments of earlier days are. */
  history: ({ earlier, kind }) => (earlier.length > 0 && isOrder(kind) ? ['receipt', 'order'] : ['receipt']),
} as const satisfies Record<string, (sale: TrueSale) => readonly string[]>

export type Dimension = keyof typeof dimensions
export const dimensionNames = Object.keys(dimensions) as Dimension[]

/** One choice in each dimension. */
export type Choices = Readonly<Record<Dimension, string>>

/** What a sale can be written with, by dimension. */
export function choicesFor(sale: TrueSale): Record<Dimension, readonly string[]> {
  const all = dimensionNames.map(name => [name, dimensions[name](sale)] as const)
  return Object.fromEntries(all) as unknown as Record<Dimension, readonly string[]>
}

/** The canonical spelling of a sale. */
export function canonicalOf(sale: TrueSale): Choices {
  const first = Object.entries(choicesFor(sale)).map(([name, [choice]]) => [name, choice])
  return Object.fromEntries(first) as unknown as Choices
}

/** Whether an order was placed. */
export function isOrder(kind: TrueSale['kind']): boolean {
  return kind === 'order' || kind === 'layaway'
}

/** Whether money goes back, so that tills differ in what is below 0. */
export function turns(kind: TrueSale['kind']): boolean {
  return kind === 'return' || kind === 'exchange-refunds'
}

function hasDiscounts(lines: TrueSale['sold']): boolean {
  return sumOf(lines.flatMap(({ discounts }) => discounts)) !== 0
}
