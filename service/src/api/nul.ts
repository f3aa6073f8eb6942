import type { z } from 'zod'
import { errors, type HttpError } from './errors/error-response.ts'
import type { Call } from './operation.ts'

/**
 * Refuses a NUL character in a path or query. No id, name or number has one, PostgreSQL stores none and rejects a query with one;
 * so here is the one place that looks for it, with `refuseNulIn` for bodies.
 *
 * @param read the query parameters that the operation reads; others are ignored, whatever they are
 * @throws HttpError 404 for a path, which names nothing that exists; 422 for a query
 */
export function refuseNul({ params, query }: Pick<Call, 'params' | 'query'>, read?: z.ZodObject): void {
  for (const value of Object.values(params)) if (value.includes(nul)) throw errors.notFound()
  for (const name of Object.keys(read?.shape ?? {})) if (hasNul(query[name])) throw refusal(name)
}

/** Refuses a NUL character in any text of a parsed body. @throws HttpError 422 that names the field, without what is below it */
export function refuseNulIn(body: unknown): void {
  if (!hasNul(body)) return
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  const [name = 'body'] = fields.find(([, value]) => hasNul(value)) ?? []
  throw refusal(name)
}

const nul = '\0'

/** Without recursion, because a body may be nested deeper than the stack. */
function hasNul(sent: unknown): boolean {
  const left = [sent]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string' && value.includes(nul)) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes(nul)) return true
      left.push(inner)
    }
  }
  return false
}

function refusal(name: string): HttpError {
  return errors.invalid({ [name.replaceAll(nul, '')]: [{ code: null, message: 'must not contain a NUL character' }] })
}
