/** What the receipt's schemas use of zod, which the build bundles by itself: `schema.ts` loads it when it is needed. */

export type { core, infer, ZodExactOptional, ZodType } from 'zod'
export {
  any,
  array,
  compile,
  config,
  enum,
  exactOptional,
  number,
  object,
  record,
  string,
  toJSONSchema,
  union,
  xor,
} from 'zod'
