import { z } from 'zod'

/** Most stores that a key or a person may be limited to: whoever has more of them may see all. */
const maxStores = 500

/** Ids of stores that a key or a person is limited to: each once, as tills send them. */
export const storeList = z
  .array(z.string().trim().min(1).max(200))
  .min(1)
  .max(maxStores)
  .transform(ids => [...new Set(ids)])

/** Such a list in a column; null for all stores. */
export function readStores(stores: string | null): string[] | null {
  return stores === null ? null : (JSON.parse(stores) as string[])
}

/** Such a list as the audit trail keeps it: how many there are. */
export function toldStores(stores: readonly string[] | null | undefined): { stores?: number } {
  return stores ? { stores: stores.length } : {}
}
