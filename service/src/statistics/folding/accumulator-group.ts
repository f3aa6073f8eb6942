import { getOrAdd } from '../../basics/maps.ts'
import { summedColumns } from '../../database/statistics/add-up.ts'
import type { BucketKey } from '../counting/bucket-key.ts'
import type { Change, Part } from '../counting/change.ts'
import { between, betweenDimensions, type Dimension, type ReceiptDimension } from '../counting/dimensions.ts'
import { isLater } from './labels.ts'

/** What was added under one name. */
export interface PartSums {
  dimension: Dimension
  name: string
  currency: string
  sums: number[]
}

/** What an item's lines add up to; the newest label wins. */
interface Item {
  sums: number[]
  label: string
  at: number
  /** The change that was added last, so that several lines of a receipt count it once. */
  change: number
}

/** What was added to one bucket. */
export interface Group {
  merchantId: string
  kept: number
  bucket: BucketKey
  sums: number[]
  /** What it is added to rows of: none if it isn't of whole receipts. */
  dimensions: readonly ReceiptDimension[]
  parts: Map<string, PartSums>
  /** Items sold, by name. */
  items: Map<string, Item>
}

const receiptColumns = summedColumns.statistics_rows
const receiptIndex = new Map<string, number>(receiptColumns.map((name, index) => [name, index]))
const partCount = summedColumns.statistics_parts.length

/** A group to which nothing was added. */
export function createGroup(
  merchantId: string,
  kept: number,
  bucket: BucketKey,
  dimensions: readonly ReceiptDimension[] = [],
): Group {
  return { ...createPlainGroup(merchantId, kept, bucket, dimensions), parts: new Map(), items: new Map() }
}

/** A group of whole receipts alone, to which nothing was added. */
export function createPlainGroup(
  merchantId: string,
  kept: number,
  bucket: BucketKey,
  dimensions: readonly ReceiptDimension[],
): Group {
  return { merchantId, kept, bucket, dimensions, sums: zeros(receiptColumns.length), parts: noParts, items: noItems }
}

const [noParts, noItems] = [new Map<string, never>(), new Map<string, never>()]

/** Adds measures of whole receipts to several groups. */
export function addSums(groups: readonly Group[], adds: Change['adds']): void {
  for (const name in adds) {
    const index = receiptIndex.get(name)
    if (index === undefined) continue
    const value = adds[name as keyof typeof adds] ?? 0
    for (const { sums } of groups) sums[index]! += value
  }
}

/** Adds a part. */
export function addPart(group: Group, [dimension, name, own, ...values]: Part): void {
  const { sums } = partIn(group, dimension, name, own ?? group.bucket.currency)
  for (let index = 0; index < values.length; index++) sums[index]! += values[index] ?? 0
}

/** Adds the lines of a receipt to its items and categories. @param change tells receipts apart */
export function addLines(
  group: Group,
  { lines, categories, at }: Required<Pick<Change, 'lines' | 'categories' | 'at'>>,
  change: number,
): void {
  const byCategory = categories.map(name => partIn(group, 'category', name, group.bucket.currency).sums)
  for (const sums of byCategory) sums[0]! += 1
  for (let index = 0; index < lines.length; index += 5) {
    const name = lines[index] as string
    const item = itemIn(group, name)
    if (item.change !== change) {
      item.change = change
      item.sums[0]! += 1
    }
    const [pieces, amount] = [lines[index + 2] as number, lines[index + 3] as number]
    addLine(item.sums, pieces, amount)
    const category = byCategory[lines[index + 4] as number]
    if (category) addLine(category, pieces, amount)
    const label = lines[index + 1]
    if (typeof label === 'string' && (at > item.at || label !== item.label) && isLater({ at, label }, item)) {
      item.label = label
      item.at = at
    }
  }
}

function itemIn({ items }: Group, name: string): Item {
  return getOrAdd(items, name, () => ({ sums: zeros(partCount), label: '', at: 0, change: 0 }))
}

function addLine(sums: number[], pieces: number, amount: number): void {
  sums[1]! += 1
  sums[2]! += pieces
  sums[4]! += amount
}

function partIn({ parts }: Group, dimension: Dimension, name: string, currency: string): PartSums {
  const key = `${dimension} ${currency} ${name}`
  return getOrAdd(parts, key, () => ({ dimension, name, currency, sums: zeros(partCount) }))
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0)
}

/** The names of a group, by its dimensions. */
export function namesAt({ bucket, dimensions }: Group): (readonly [ReceiptDimension, string])[] {
  return dimensions.map(dimension => {
    if (dimension === 'all') return [dimension, ''] as const
    if (dimension === 'register') return [dimension, registerAt(bucket)] as const
    if (dimension === 'registerOperator') return [dimension, registerOperatorAt(bucket)] as const
    return [dimension, bucket[dimension]] as const
  })
}

function registerAt({ store, register }: BucketKey): string {
  return `${store}${between}${register}`
}

/** Has as many names as its registers and operators have. @param limited the name that counts for one of theirs */
export function registerOperatorAt(bucket: BucketKey, limited = (_: Dimension, name: string) => name): string {
  const name = registerAt(bucket)
  const counted = limited('register', name)
  return `${counted === name ? bucket.register : counted}${betweenDimensions}${limited('operator', bucket.operator)}`
}
