import { issueMessage } from './issue-message.ts'
import { canCompile, zod } from './load-zod.ts'
import type { Infer, Schema } from './schema.ts'
import type * as z from './zod.ts'

/** One problem zod found: where, and what, in the interface's words. */
export interface Issue {
  path: PropertyKey[]
  message: string
}

/** Checks a tidied value. Returns it typed, or every issue in the interface's words. */
export function check<S extends Schema>(schema: S, value: unknown): { value: Infer<S> } | { issues: Issue[] } {
  const result = checkerOf(schema).safeParse(value, { error: issueMessage })
  return result.success ? { value: result.data as Infer<S> } : { issues: result.error.issues }
}

/** Checks before a schema is compiled. */
const rare = 20

const checks = new WeakMap<Schema, { count: number; compiled?: z.ZodType }>()

/** The schema, compiled to one function once it is used often: five times as fast, but compiling takes 50 ms. */
function checkerOf(schema: Schema): z.ZodType {
  const known = checks.get(schema) ?? { count: 0 }
  checks.set(schema, known)
  const whole = schema.zod() as z.ZodType
  if (!canCompile || ++known.count <= rare) return whole
  known.compiled ??= zod().compile(whole)
  return known.compiled
}
