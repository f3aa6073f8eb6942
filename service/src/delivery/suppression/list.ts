import type { Condition, Database } from '../../database/database.ts'
import { countOf } from '../../database/rows.ts'
import type { SuppressionKind } from '../../database/tables.ts'
import { suppressionKinds } from './kinds.ts'
import { type Suppression, suppressionOf } from './suppression.ts'

/** A suppressed address in a list, known by the mail that led to it, as long as that is there. */
export interface ListedSuppression extends Suppression {
  /** A hash: the address itself isn't kept. */
  id: string
  receiptId: string | undefined
  emailAddress: string | undefined
}

/** Where a page of the list ends. */
interface PageEnd {
  /** Milliseconds since 1970. */
  at: number
  id: string
}

/** Addresses on a page. */
export const pageSize = 50

/** A page of a merchant's suppressed addresses, the last one first. @param after where the page before ended */
export async function listSuppressions(
  db: Database,
  merchantId: string,
  { kind, after, at }: { kind?: SuppressionKind | undefined; after?: PageEnd | undefined; at: number },
): Promise<{ suppressions: ListedSuppression[]; next: PageEnd | undefined }> {
  let query = db
    .selectFrom('suppressions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
  if (kind) query = query.where('kind', '=', kind)
  if (after)
    query = query
      .where('created_at', '<=', after.at)
      .where(({ eb, or }) => or([eb('created_at', '<', after.at), eb('address_hash', '<', after.id)]))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('address_hash', 'desc')
    .limit(pageSize + 1)
    .execute()
  const shown = rows.slice(0, pageSize)
  const mails = await mailsOf(
    db,
    merchantId,
    shown.flatMap(({ delivery_id }) => delivery_id ?? []),
  )
  const last = shown.at(-1)
  return {
    suppressions: shown.map(row => {
      const mail = mails.get(row.delivery_id ?? '')
      return {
        ...suppressionOf(row),
        id: row.address_hash,
        receiptId: mail?.receipt_id,
        emailAddress: mail?.email_address,
      }
    }),
    next: last && rows.length > pageSize ? { at: Number(last.created_at), id: last.address_hash } : undefined,
  }
}

async function mailsOf(db: Database, merchantId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'receipt_id', 'email_address'])
    .where('id', 'in', ids)
    .where('merchant_id', '=', merchantId)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** How many addresses are suppressed, by kind. @param merchantId default: of all merchants */
export async function countSuppressions(
  db: Database,
  at: number,
  merchantId?: string,
): Promise<Record<SuppressionKind, number>> {
  let query = db
    .selectFrom('suppressions')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
  const counts = new Map((await query.groupBy('kind').execute()).map(({ kind, count }) => [kind, Number(count)]))
  return Object.fromEntries(suppressionKinds.map(kind => [kind, counts.get(kind) ?? 0])) as Record<
    SuppressionKind,
    number
  >
}

/** Which of a merchant's suppressed addresses are meant: one by its id, or those of a kind and time. */
type Meant =
  | { id: string }
  | { kind: SuppressionKind; since: number; until?: number | undefined; code?: string | undefined }

/** Lets a merchant write to some addresses again; returns how many. @param dryRun only counts them */
export async function liftMeant(db: Database, merchantId: string, meant: Meant, dryRun: boolean): Promise<number> {
  const isMeant: Condition<'suppressions'> = ({ and, eb }) =>
    and([
      eb('merchant_id', '=', merchantId),
      ...('id' in meant
        ? [eb('address_hash', '=', meant.id)]
        : [
            eb('kind', '=', meant.kind),
            eb('created_at', '>=', meant.since),
            ...(meant.until === undefined ? [] : [eb('created_at', '<', meant.until)]),
            ...(meant.code === undefined ? [] : [eb('code', '=', meant.code)]),
          ]),
    ])
  if (dryRun) return countOf(db.selectFrom('suppressions').where(isMeant))
  const { numDeletedRows } = await db.deleteFrom('suppressions').where(isMeant).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Encodes where a page ends. */
export function writePlace({ at, id }: PageEnd): string {
  return Buffer.from(`${at}.${id}`).toString('base64url')
}

/** Decodes what `writePlace` encoded; undefined for anything else. */
export function readPlace(text: string): PageEnd | undefined {
  if (text.length > 200) return undefined
  const match = /^(\d{1,16})\.([\w-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match ? { at: Number(match[1]), id: match[2] ?? '' } : undefined
}
