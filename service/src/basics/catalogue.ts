import { loadCatalogue } from 'counterfoil/internal'
import { once } from './ttl-cache.ts'

/** The words of receipts, by language. */
export const catalogue = once(loadCatalogue)
