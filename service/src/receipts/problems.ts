import type { FieldErrors } from 'counterfoil/internal'
import type { Reach } from '../basics/reach.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import { perDatabase } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import { countOf } from '../database/rows.ts'

/** Why requests were refused lately, with the last example. */
export interface Refusal {
  /** The field's path, without the places in lists: `items[].price`. */
  field: string
  /** What is wrong, and so what to send instead. */
  message: string
  /** What was sent, with every letter as `a` and every digit as `0`; empty if it was missing. */
  shape: string
  /** Milliseconds since 1970. */
  at: number
}

/** Causes noted of one request. */
const maxCauses = 5

/** A cause is noted at most so often, milliseconds: a till that keeps trying sends the same again and again. */
const noteEvery = 10_000

/** Most causes listed. */
const maxListed = 100

/** How long a cause is kept, milliseconds. */
const lifetime = 35 * 86_400_000

/** The causes that were noted lately, by merchant. */
const notedIn = perDatabase(() => new TtlCache<true>(1000, Date.now))

/** Notes why a request was refused, and the shape of what was sent there, nothing else. Doesn't wait, and never throws. */
export function noteRefusal(
  { db, now }: { db: Database; now: () => number },
  merchantId: string,
  errors: FieldErrors,
  body: string,
): void {
  const [at, noted] = [now(), notedIn(db)]
  let sent: { value: unknown } | undefined
  for (const [path, [first]] of Object.entries(errors).slice(0, maxCauses)) {
    const field = path.replace(/\[\d+\]/g, '[]').slice(0, 200)
    const message = (first?.message ?? '').slice(0, 300)
    const key = JSON.stringify([merchantId, field, message])
    if (noted.get(key)) continue
    noted.set(key, true, noteEvery)
    // Once: a body may be a mebibyte.
    sent ??= { value: parsed(body) }
    const row = { merchant_id: merchantId, field, message, shape: shapeAt(sent.value, path), at }
    db.insertInto('refusal_examples')
      .values(row)
      .onConflict(conflict => conflict.columns(['merchant_id', 'field', 'message']).doUpdateSet(row))
      .execute()
      // A request is refused with or without its example.
      .catch(() => {})
  }
}

/** The latest causes, the last one first, and how many there are. What was refused has no store: only who sees all sees these. */
export async function listRefusals(
  db: Database,
  { merchantId, stores }: Reach,
  since: number,
): Promise<{ refusals: Refusal[]; count: number }> {
  if (stores !== null) return { refusals: [], count: 0 }
  const all = db.selectFrom('refusal_examples').where('merchant_id', '=', merchantId).where('at', '>=', since)
  // A request's problems have one time.
  const refusals = await all
    .select(['field', 'message', 'shape', 'at'])
    .orderBy('at', 'desc')
    .orderBy('field')
    .orderBy('message')
    .limit(maxListed)
    .execute()
  return { refusals, count: await countOf(all, refusals.length, maxListed) }
}

/** Deletes causes older than some weeks; returns how many. */
export async function expireRefusals(db: Database, at: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refusal_examples')
    .where('at', '<', at - lifetime)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Undefined if it isn't JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The shape of what a body has at a path. @param sent the body, parsed; undefined if it isn't JSON */
export function shapeAt(sent: unknown, path: string): string {
  let value = sent
  for (const [, name, place] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (typeof value !== 'object' || value === null) return ''
    const key = name ?? place ?? ''
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  }
  return path === 'body' ? '' : shapeOf(value)
}

function shapeOf(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return `[${value.length}]`
  if (typeof value === 'object' && value !== null) return '{…}'
  const masked = String(value)
    .slice(0, 60)
    .replace(/\p{L}/gu, 'a')
    .replace(/\p{N}/gu, '0')
    .replace(/\p{Cc}/gu, ' ')
  return typeof value === 'string' ? `"${masked}"` : masked
}
