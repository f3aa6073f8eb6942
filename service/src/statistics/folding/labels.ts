import type { Database, Transaction } from '../../database/database.ts'
import type { BucketKey } from '../counting/bucket-key.ts'
import { between, type Dimension, partDimensions, receiptDimensions } from '../counting/dimensions.ts'

/** A label of a name, and when it was received. */
export interface Label {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

/** Rows written, and names read, per statement. */
const [labelsPerStatement, namesPerQuery] = [100, 1000]

/** Keeps what to show for names, unless a later label is known. */
export async function writeLabels(transaction: Transaction, labels: readonly Label[]): Promise<void> {
  for (let start = 0; start < labels.length; start += labelsPerStatement)
    await transaction
      .insertInto('statistics_names')
      .values(
        labels.slice(start, start + labelsPerStatement).map(({ merchantId, dimension, name, label, at }) => ({
          merchant_id: merchantId,
          dimension,
          name,
          label,
          at,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['merchant_id', 'dimension', 'name'])
          .doUpdateSet(({ ref }) => ({ label: ref('excluded.label'), at: ref('excluded.at') }))
          .where(({ eb, or, and, ref }) =>
            or([
              eb('statistics_names.at', '<', ref('excluded.at')),
              and([
                eb('statistics_names.at', '=', ref('excluded.at')),
                eb('statistics_names.label', '<', ref('excluded.label')),
              ]),
            ]),
          ),
      )
      .execute()
}

/** What is to be shown for names of one dimension, as far as that was folded. */
export async function readLabels(
  db: Database,
  merchantId: string,
  dimension: string,
  names: readonly string[],
): Promise<{ name: string; label: string; at: number }[]> {
  const found = []
  for (let start = 0; start < names.length; start += namesPerQuery)
    found.push(
      ...(await db
        .selectFrom('statistics_names')
        .select(['name', 'label', 'at'])
        .where('merchant_id', '=', merchantId)
        .where('dimension', '=', dimension)
        .where('name', 'in', names.slice(start, start + namesPerQuery))
        .execute()),
    )
  return found
}

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<Label, 'at' | 'label'>, other: Pick<Label, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}

/** Most names of a dimension on one day of a merchant; those that come later count as `otherName`. */
export const mostNames = 2000

/** The name of all that is over the limit. No till can send it. */
export const otherName = `${between}other`

/** Days of merchants whose names are remembered. */
const mostDays = 100

/** The name that counts for a name. */
export type Renaming = (merchantId: string, dimension: Dimension, day: number, name: string) => string

/** Keeps a till that sends a new name with every receipt from making rows without end. */
export interface NameLimit {
  /** Gets ready for what happened at these places. */
  forPlaces(transaction: Transaction, places: readonly { merchant_id: string; place: BucketKey }[]): Promise<Renaming>
}

type Names = Map<Dimension, Set<string>>

/** Reads a day's names at its first use, and remembers them. */
export function createNameLimit(): NameLimit {
  const known = new Map<string, Names>()

  return {
    async forPlaces(transaction, places) {
      const days = new Set<string>()
      for (const { merchant_id, place } of places) {
        const key = keyOf(merchant_id, place.day)
        days.add(key)
        if (!known.has(key)) known.set(key, await namesOn(transaction, merchant_id, place.day))
      }
      for (const key of known.keys()) if (known.size > mostDays && !days.has(key)) known.delete(key)

      return (merchantId, dimension, day, name) => {
        const names = known.get(keyOf(merchantId, day))?.get(dimension)
        if (!names || names.has(name)) return name
        if (names.size >= mostNames) return otherName
        names.add(name)
        return name
      }
    },
  }
}

function keyOf(merchantId: string, day: number): string {
  return `${day} ${merchantId}`
}

async function namesOn(transaction: Transaction, merchantId: string, day: number): Promise<Names> {
  const dimensions = [...receiptDimensions, ...partDimensions]
  const names: Names = new Map(dimensions.map(dimension => [dimension, new Set()]))
  for (const table of ['statistics_rows', 'statistics_parts'] as const) {
    const rows = await transaction
      .selectFrom(table)
      .select(['dimension', 'name'])
      .where('merchant_id', '=', merchantId)
      .where('kept', '=', 0)
      .where('level', '=', 'day')
      .where('dimension', 'in', dimensions)
      .where('store_id', '=', '')
      .where('day', '=', day)
      .execute()
    for (const { dimension, name } of rows) names.get(dimension as Dimension)?.add(name)
  }
  return names
}
