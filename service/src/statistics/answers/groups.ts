import { getOrAdd } from '../../basics/maps.ts'
import { between, betweenDimensions, type Dimension } from '../counting/dimensions.ts'
import { forgottenName, otherName } from '../folding/labels.ts'
import { type Figures, type Grouping, groupings, type StatisticsAnswer, type StatisticsQuery } from './answer-shape.ts'
import { type Aggregate, byReceipts, countOf, isCountOnly } from './figures.ts'
import { type Gathered, periodsOf } from './gather.ts'
import { SplitHourError } from './periods.ts'
import { canRead, type Question, type Snapshot } from './query.ts'

/** What the receipts of a row have in common. */
export type AnswerGroup = NonNullable<StatisticsAnswer['rows'][number]['group']>

/**
 * A group as an answer shows it.
 *
 * @param name its name in the rows
 * @param labelOf what to show for a store's id, an item's SKU or a code that no table has
 */
export function groupOf(grouping: Grouping, name: string, labelOf: (name: string) => string | undefined): AnswerGroup {
  if (name === otherName) return { id: 'other', other: true }
  if (name === forgottenName) return { id: 'erased', erased: true }
  const [first = '', second = ''] = name.split(between)
  switch (grouping) {
    case 'store':
      return { id: name, storeId: name, storeName: labelOf(name) ?? '' }
    case 'register':
      return { id: `${first}/${second}`, storeId: first, storeName: labelOf(first) ?? '', workstationId: second }
    case 'tenderType':
      return { id: name, tenderTypeCode: labelOf(name) ?? name }
    case 'cardBrand':
      return { id: name, cardTypeCode: labelOf(name) ?? name }
    case 'taxType':
      return {
        id: `${first} ${second}`.trim(),
        taxTypeCode: labelOf(name) ?? first,
        ...(second !== '' && { percent: second }),
      }
    case 'item':
      return { id: name, itemSKUNumber: name, itemName: labelOf(name) ?? name }
    case 'refusal':
      return { id: `${first}: ${second}`, field: first, message: second }
    case 'mailReason':
      return { id: name, reason: name }
    case 'mailDomain':
      return { id: name, domain: name }
    case 'validation':
      return { id: name, status: name }
    default:
      return { id: name, [grouping]: name }
  }
}

/** A group's name in the rows of two groupings, as the names of each. Of registers, they are those of a store. */
export function namesOfPair(grouping: Grouping, name: string): [first: string, second: string] {
  const [first = '', second = '', third = second] = name.split(betweenDimensions)
  if (grouping !== 'register') return [first, second]
  return [second.includes(between) ? second : `${first}${between}${second}`, third]
}

/** What two groups have in common. */
export function pairOf(first: AnswerGroup, second: AnswerGroup): AnswerGroup {
  return { ...first, ...second, id: `${first.id}/${second.id}` }
}

/** The dimension whose labels a grouping shows, and the names to look up. */
export function labelsNeeded(
  grouping: Grouping,
  names: readonly string[],
): { dimension: Dimension; names: string[] } | undefined {
  if (labeled.has(grouping)) return { dimension: groupings[grouping], names: [...names] }
  if (grouping === 'store' || grouping === 'register')
    return { dimension: 'store', names: [...new Set(names.map(name => name.split(between)[0] ?? ''))] }
  return undefined
}

const labeled: ReadonlySet<Grouping> = new Set(['item', 'tenderType', 'cardBrand', 'taxType'])

/** How long first mails took: how many by bucket. */
interface Waits {
  all: Map<string, number>
  /** By the key of a period; empty if it is too much to read. */
  byPeriod: Map<string, Map<string, number>>
}

/** Days of which each period has quantiles. */
const maxDaysOfWaits = 93

/** How long mails took: together, and by period if nothing is grouped and the range is short. */
export async function waitsOf(snapshot: Snapshot, question: Question, query: StatisticsQuery): Promise<Waits> {
  const waits: Waits = { all: new Map(), byPeriod: new Map() }
  const about: Question = { ...question, dimension: 'wait' }
  if (query.brief || !canRead(about)) return waits
  // Of each day of a year they would be more rows to read than all else.
  const isByPeriod = query.groupBy === undefined && query.to - query.from < maxDaysOfWaits
  const periodOf = periodsOf(query)
  for (const row of await snapshot.read(isByPeriod ? about : { ...about, interval: 'all' })) {
    if (isByPeriod)
      add(
        getOrAdd(waits.byPeriod, periodOf(row).key, () => new Map()),
        row.name,
        row.entries as number,
      )
    add(waits.all, row.name, row.entries as number)
  }
  return waits
}

/** What isn't a receipt, and so has no store. */
export async function eventsOf(snapshot: Snapshot, question: Question, query: StatisticsQuery): Promise<Figures> {
  if (query.brief || question.stores !== null) return {}
  const count = async (dimension: 'refusal' | 'validation') => {
    const counts = new Map<string, number>()
    for (const row of await snapshot.read({ ...question, dimension, interval: 'all' }))
      add(counts, row.name, row.entries as number)
    return counts
  }
  try {
    const refusals = await count('refusal')
    const verdicts = await count('validation')
    const of = (verdict: string) => verdicts.get(verdict) ?? 0
    return {
      refusedRequests: refusals.get('') ?? 0,
      validations: { valid: of('valid'), invalid: of('invalid'), unknown: of('unknown') },
    }
  } catch (error) {
    // What an earlier version counted by the hour can't be counted anew. So these figures are left out.
    if (error instanceof SplitHourError) return {}
    throw error
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

interface Sums {
  amount: bigint
  receipts: number
  entries: number
  pieces: number
  returned: number
}

/** The groups' names by their figures in the whole range, the first in rank first. */
export function rank(gathered: Gathered, { groupBy, orderBy }: StatisticsQuery): string[] {
  if (groupBy === undefined) return ['']
  const isItems = groupBy === 'item' || groupBy === 'category'
  const sums = sumsOf(gathered, isItems)
  const measure = ({ amount, receipts, entries, pieces, returned }: Sums): bigint | number => {
    if (orderBy === 'returns') return returned
    if (orderBy === 'count') return isItems ? pieces : receipts || entries
    return amount
  }
  const ranks = [...sums].map(([name, sum]) => ({ name, size: measure(sum), receipts: sum.entries + sum.receipts }))
  ranks.sort((one, other) =>
    one.size === other.size
      ? other.receipts - one.receipts || (one.name < other.name ? -1 : 1)
      : one.size < other.size
        ? 1
        : -1,
  )
  // What was tried again and arrived leaves an empty row.
  return ranks.filter(({ receipts }) => receipts !== 0 || !isCountOnly(groupBy)).map(({ name }) => name)
}

function sumsOf(gathered: Gathered, isItems: boolean): Map<string, Sums> {
  const main = mainCurrency(gathered)
  const sums = new Map<string, Sums>()
  for (const { name, cell } of gathered.entries) {
    const sum = getOrAdd(sums, name, () => ({ amount: 0n, receipts: 0, entries: 0, pieces: 0, returned: 0 }))
    const { amounts = {} } = cell.get(main) ?? {}
    sum.amount += amounts.grand ?? amounts.amount ?? 0n
    sum.receipts += countOf(cell, 'receipts')
    sum.entries += countOf(cell, 'entries')
    sum.pieces += countOf(cell, 'pieces')
    sum.returned += countOf(cell, isItems ? 'pieces_returned' : 'returns')
  }
  return sums
}

/** The currency with the most receipts: amounts of different ones don't compare. */
function mainCurrency({ entries, all }: Gathered): string {
  const [first] = byReceipts(all)[0] ?? byReceipts(receiptsOf(entries.map(({ cell }) => cell)))[0] ?? ['']
  return first
}

function receiptsOf(cells: readonly Aggregate[]): Aggregate {
  const merged: Aggregate = new Map()
  for (const cell of cells)
    for (const [currency, { counts }] of cell) {
      const known = getOrAdd(merged, currency, () => ({ counts: {}, amounts: {} }))
      known.counts.receipts = (known.counts.receipts ?? 0) + (counts.receipts ?? 0)
    }
  return merged
}
