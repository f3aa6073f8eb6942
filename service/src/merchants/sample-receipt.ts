import { readFileSync } from 'node:fs'
import { once } from '../basics/ttl-cache.ts'

/** One of the engine's samples, as JSON, for what needs a receipt where no till has sent one. */
export const sampleReceipt = once(() =>
  readFileSync(new URL('fixtures/pharmacy/receipt.json', import.meta.resolve('counterfoil/package.json')), 'utf8'),
)
