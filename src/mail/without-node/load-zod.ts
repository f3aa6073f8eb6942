import type * as z from '../../receipt/schema/zod.ts'
import {
  any,
  array,
  config,
  exactOptional,
  number,
  object,
  enum as oneOf,
  record,
  string,
  union,
  xor,
} from '../../receipt/schema/zod.ts'

// Edge runtimes and pages forbid code made at run time.
config({ jitless: true })

const library = { any, array, enum: oneOf, exactOptional, number, object, record, string, union, xor }

/** As in `receipt/schema/load-zod.ts`: part of the one file, without what compiles a schema or publishes it. */
export function zod(): typeof z {
  // What is left out isn't called: `canCompile` is false, and a schema is published by the build.
  return library as unknown as typeof z
}

/** As in `receipt/schema/load-zod.ts`. */
export const canCompile = false
