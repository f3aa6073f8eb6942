import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Bwip from './bwip.ts'

let library: typeof Bwip | undefined

/**
 * The drawing library, as bundled by the build or, when running from source, as installed. Loaded when first needed: it takes
 * 30 ms, and most receipts have a plain Code 128 or none.
 */
export function bwip(): typeof Bwip {
  library ??= createRequire(import.meta.url)(existsSync(bundled) ? bundled : 'bwip-js/node') as typeof Bwip
  return library
}

const bundled = join(import.meta.dirname, 'bwip.cjs')
