import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as z from './zod.ts'

let library: typeof z | undefined

/** The library: as bundled by the build or, when running from source, as installed. Loaded when first needed. */
export function zod(): typeof z {
  library ??= createRequire(import.meta.url)(existsSync(bundled) ? bundled : 'zod') as typeof z
  return library
}

const bundled = join(import.meta.dirname, 'zod.cjs')

/** Whether a schema may be compiled to a function of its own. */
export const canCompile: boolean = true
