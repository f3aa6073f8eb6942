import type { Dimension } from '../counting/dimensions.ts'

/** By what a store's figures may be grouped once more. */
export const storePairs = ['tenderType', 'cardBrand', 'taxType', 'discount', 'operator', 'associate'] as const

/** The second of two groupings. */
export type PairGrouping = (typeof storePairs)[number]

/** By which two an answer may be grouped at once, the first of each: others have no rows, because each costs every receipt one. */
export const pairs: Readonly<Record<string, readonly PairGrouping[]>> = {
  store: storePairs,
  register: ['operator'],
}

/** The dimension whose rows by store answer two groupings; undefined if none does. */
export function pairDimension(groupBy: string | undefined, thenBy: PairGrouping): Dimension | undefined {
  if (groupBy === undefined || !pairs[groupBy]?.includes(thenBy)) return undefined
  return groupBy === 'register' ? 'registerOperator' : thenBy
}

/** Why two groupings can't be combined, in words. */
export const pairsInWords = `must be, with groupBy=store, one of ${storePairs.join(', ')}; with groupBy=register, operator`
