import type { Database, Transaction } from '../../database/database.ts'

/** A label of a name, and when it was received. */
export interface Label {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

/** Rows written, and names read, per statement. */
const [most, mostRead] = [100, 1000]

/** Keeps what to show for names, unless a later label is known. */
export async function writeLabels(transaction: Transaction, labels: readonly Label[]): Promise<void> {
  for (let start = 0; start < labels.length; start += most)
    await transaction
      .insertInto('statistics_names')
      .values(
        labels.slice(start, start + most).map(({ merchantId, dimension, name, label, at }) => ({
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
  for (let start = 0; start < names.length; start += mostRead)
    found.push(
      ...(await db
        .selectFrom('statistics_names')
        .select(['name', 'label', 'at'])
        .where('merchant_id', '=', merchantId)
        .where('dimension', '=', dimension)
        .where('name', 'in', names.slice(start, start + mostRead))
        .execute()),
    )
  return found
}

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<Label, 'at' | 'label'>, other: Pick<Label, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}
