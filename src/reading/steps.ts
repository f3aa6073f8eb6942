import type { Micros } from './sums.ts'

/**
 * What stands between the goods and the total: `subtotal` and `net` are what the rows above come to; `gross` is an amount of its own,
 * from which the rows below lead on; `netAsSent` is what the till calls net, where nothing printed comes to it.
 */
export type Step =
  | 'subtotal'
  | 'gross'
  | 'itemDiscounts'
  | 'discounts'
  | 'fees'
  | 'net'
  | 'netAsSent'
  | 'taxes'
  | 'serviceCharge'
  | 'tip'
  | 'rounding'

/** Amounts that are printed in one column. */
export interface Column {
  /** What the goods printed above come to, in each way of reading them; undefined where no line has an amount. */
  goods: readonly (Micros | undefined)[]
  /** What is off single lines, as a negative amount. */
  itemDiscounts: Micros
  /** Whether the receipt's discounts are those of its lines once more. */
  repeatsDiscounts: boolean
  gross: Micros | undefined
  discounts: Micros
  fees: Micros
  net: Micros | undefined
  /** Only those that are added. */
  taxes: Micros
  serviceCharge: Micros
  tip: Micros
  rounding: Micros
  /** Undefined if none was sent. */
  total: Micros | undefined
  /** What the till rounds to. */
  unit: Micros
}

/** The steps of a column, and whether they lead to the total exactly. */
export interface Steps {
  steps: readonly Step[]
  /** The amount that is the subtotal. */
  subtotal: 'gross' | 'net' | undefined
  fits: boolean
}

/**
 * Reads how the amounts sent lead from the goods to the total, in a column that adds from top to bottom. Nothing is computed for it: the
 * subtotal is that sent amount to which the lines above come, and an amount before discounts that leads nowhere is left out. Of the ways
 * in which tills count, the first that fits is taken; failing all, one that is off by no more than a rounding; and failing that, amounts
 * as sent, which claim to be no sum.
 */
export function readSteps(column: Column): Steps {
  const { goods, gross, net, unit } = column
  const ways = goods
    .flatMap(base => startsOf(column, base))
    .sort((one, other) => one.rank - other.rank)
    .flatMap(start => bodiesOf(column, start))
  const walks = ways.map(way => walk(column, way))
  const nearest = Math.min(...walks.map(({ miss }) => miss))
  const found =
    walks.find(({ miss, isNetSaid }) => miss === 0 && isNetSaid) ?? walks.find(({ miss }) => miss === nearest)
  if (found && nearest <= unit) return found
  const isSum = gross !== undefined && (goods.includes(gross) || goods[0] === undefined)
  const first: Step = isSum ? 'subtotal' : 'gross'
  const [body = []] = bodies
  const sent = walk(column, {
    rank: 0,
    steps: gross === undefined ? [] : [first],
    subtotal: isSum ? 'gross' : undefined,
    at: gross ?? goods[0],
    body,
  })
  if (sent.isNetSaid || net === gross) return sent
  const before = sent.steps.indexOf('taxes')
  return { ...sent, steps: [...sent.steps.slice(0, before), 'netAsSent', ...sent.steps.slice(before)] }
}

/** The first rows below the goods, and what they come to. */
interface Start {
  /** The plainest first. */
  rank: number
  steps: readonly Step[]
  subtotal: Steps['subtotal']
  /** Undefined if no amount printed says it. */
  at: Micros | undefined
}

interface Way extends Start {
  body: readonly Step[]
}

/** The ways to begin below goods that come to that much, or below none. */
function startsOf({ gross, net, itemDiscounts }: Column, goods: Micros | undefined): Start[] {
  const starts: Start[] = []
  const begin = (rank: number, at: Micros | undefined, subtotal: Steps['subtotal'], ...steps: Step[]) =>
    starts.push({ rank, steps, subtotal, at })
  const isGross = gross !== undefined && (gross === goods || goods === undefined)
  if (isGross) begin(0, gross, 'gross', 'subtotal')
  if (net !== undefined && net !== gross && (net === goods || (goods === undefined && gross === undefined)))
    begin(1, net, 'net', 'subtotal')
  if (isGross && itemDiscounts !== 0) begin(2, gross + itemDiscounts, 'gross', 'subtotal', 'itemDiscounts')
  if (gross !== undefined && !isGross) {
    if (itemDiscounts !== 0 && gross + itemDiscounts === goods) begin(3, goods, undefined, 'gross', 'itemDiscounts')
    begin(5, gross, undefined, 'gross')
  }
  if (goods !== undefined || starts.length === 0) begin(4, goods, undefined)
  return starts
}

function bodiesOf({ repeatsDiscounts }: Column, start: Start): Way[] {
  const ways = bodies.map(body => ({ ...start, body }))
  if (!repeatsDiscounts) return ways
  return [...ways.map(way => ({ ...way, body: way.body.filter(step => step !== 'discounts') })), ...ways]
}

/** Orders of the rows that are added; a service charge may be taxed. */
const bodies: readonly (readonly Step[])[] = [
  ['discounts', 'fees', 'taxes', 'serviceCharge', 'tip', 'rounding'],
  ['discounts', 'fees', 'serviceCharge', 'taxes', 'tip', 'rounding'],
]

interface WalkedSteps extends Steps {
  miss: Micros
  isNetSaid: boolean
}

/** Follows a way to its end. The net amount stands where the rows come to it, unless the next row would repeat it. */
function walk(column: Column, { steps: first, subtotal, at, body }: Way): WalkedSteps {
  const { net, total } = column
  const steps = [...first]
  let running = at
  let isNetSaid = net === undefined || subtotal === 'net'
  const sayNet = () => {
    if (isNetSaid || running !== net) return
    isNetSaid = true
    if (running !== at || first.at(-1) === 'itemDiscounts') steps.push('net')
  }
  for (const step of body) {
    const amount = column[step as 'taxes']
    if (amount !== 0) sayNet()
    steps.push(step)
    if (running !== undefined) running += amount
  }
  isNetSaid ||= running === net
  const miss = total === undefined || running === undefined ? 0 : Math.abs(running - total)
  return { steps, subtotal, fits: miss === 0, miss, isNetSaid }
}
