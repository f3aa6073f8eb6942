/**
 * How far somebody sees: a merchant's receipts, mails and figures, of all stores or of some. Whoever admits a request makes it, once; what
 * reads these tables takes it instead of a merchant, so that nothing is read past it.
 */
export interface Reach {
  merchantId: string
  /** The stores' ids; null for all. */
  stores: readonly string[] | null
}

/** All stores of a merchant. */
export function wholeReach(merchantId: string): Reach {
  return { merchantId, stores: null }
}

/** Whether a store is within reach. */
export function reaches({ stores }: Pick<Reach, 'stores'>, storeId: string): boolean {
  return stores === null || stores.includes(storeId)
}

/** The stores that are asked about: one, if it is within reach, or else all that are; null for all that there are. */
export function storesAsked({ stores }: Pick<Reach, 'stores'>, storeId: string | undefined): readonly string[] | null {
  if (storeId === undefined) return stores
  return reaches({ stores }, storeId) ? [storeId] : []
}

/** A store is out of reach: to whoever asks, as one that isn't there. */
export class OutOfReachError extends Error {}
