import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * How many rows there are, where a list shows at most so many of them: counted only if the list is full.
 *
 * @param rows all of them, without a limit and without columns
 */
export async function countOf<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  listed: number,
  most: number,
): Promise<number> {
  if (listed < most) return listed
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
