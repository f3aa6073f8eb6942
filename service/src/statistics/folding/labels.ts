import type { Transaction } from '../../database/database.ts'

/** A label of a name, and when it was received. */
export interface Label {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

/** Rows per statement. */
const most = 100

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

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<Label, 'at' | 'label'>, other: Pick<Label, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}
