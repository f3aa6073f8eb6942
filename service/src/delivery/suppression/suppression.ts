import { type Addressed, type HashKey, suppressionHash } from '../../basics/addresses.ts'
import type { Reason } from '../../basics/reasons.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { chunksOf, rowsWith, textsOf } from '../../database/rows.ts'
import type { SuppressionKind, SuppressionTable } from '../../database/tables.ts'
import { doubtfulCode } from '../replies/read-reply.ts'

/** Why a merchant doesn't write to an address, and since when; times are milliseconds since 1970. */
export interface Suppression {
  kind: SuppressionKind
  reason: Reason | null
  code: string | null
  createdAt: number
  /** Null: until somebody lifts it. */
  expiresAt: number | null
  /** The mail that led to it; null if none did, or if it was erased. */
  deliveryId: string | null
  createdBy: string | null
}

/** An address that is no longer to be written to. */
export interface NewSuppression extends Addressed {
  kind: SuppressionKind
  /** What the mail server or the report said. */
  code?: string | null | undefined
  reason?: Reason | null | undefined
  /** The mail that led to it. */
  deliveryId?: string | null | undefined
  /** Who adds it by hand, as the audit trail names them. */
  createdBy?: string | null | undefined
}

const day = 86_400_000

/**
 * How long each kind lasts, milliseconds: a mailbox may be created again; who called a receipt spam is left alone as long as lists of
 * objections are usually kept; what a person decided, a person ends. No mail that is sent ends one: "sent" only means that our mail
 * server took it.
 */
const lifetimes: Readonly<Record<SuppressionKind, number | null>> = {
  bounce: 180 * day,
  complaint: 1095 * day,
  hand: null,
}

/**
 * Whether what a mail server or a report says of an address ends mail to it: only that nobody has it, for good. A full or disabled
 * mailbox, a policy or a filter says nothing about tomorrow.
 *
 * @param enhanced the code that says so, if there is one
 */
export function saysAddressIsGone(reason: Reason, isPermanent: boolean, enhanced: string | undefined): boolean {
  const isMissing = reason === 'unknown_mailbox' || reason === 'unknown_domain'
  return isPermanent && isMissing && enhanced !== doubtfulCode
}

/** Why a merchant doesn't write to an address now; undefined if it does. */
export async function suppressedBy(
  db: Database,
  key: HashKey,
  address: Addressed,
  at: number,
): Promise<Suppression | undefined> {
  return (await suppressionsOf(db, key, [address], at))[0]
}

/** The same for several addresses, in their order, with one statement. */
export async function suppressionsOf(
  db: Database,
  key: HashKey,
  addresses: readonly Addressed[],
  at: number,
): Promise<(Suppression | undefined)[]> {
  if (addresses.length === 0) return []
  const hashes = addresses.map(address => suppressionHash(key, address))
  const rows = await rowsWith(db, 'suppressions', 'address_hash', hashes)
  if (rows.length === 0) return hashes.map(() => undefined)
  const current = rows.filter(({ expires_at }) => expires_at === null || Number(expires_at) > at)
  const found = new Map(current.map(row => [row.address_hash, suppressionOf(row)]))
  return hashes.map(hash => found.get(hash))
}

/**
 * Ends mail to addresses. One that is suppressed already stays so for the stronger reason, the one that lasts longer; the same kind again
 * begins anew. In the transaction that records what led to it, so that whoever sees that a mail is over also sees what came of it.
 */
export async function suppress(
  transaction: Transaction,
  key: HashKey,
  all: readonly NewSuppression[],
  at: number,
): Promise<void> {
  const rows = new Map<string, SuppressionTable>()
  for (const each of all) {
    const row = rowOf(key, each, at)
    const known = rows.get(row.address_hash)
    if (!known || strengths[row.kind] >= strengths[known.kind]) rows.set(row.address_hash, row)
  }
  // In order, because other processes may be writing the same ones.
  const sorted = [...rows.values()].toSorted((one, other) => (one.address_hash < other.address_hash ? -1 : 1))
  for (const some of chunksOf(sorted, 500))
    await transaction
      .insertInto('suppressions')
      .values(some)
      .onConflict(conflict =>
        conflict
          .column('address_hash')
          .doUpdateSet(({ ref }) => ({
            merchant_id: ref('excluded.merchant_id'),
            kind: ref('excluded.kind'),
            code: ref('excluded.code'),
            reason: ref('excluded.reason'),
            delivery_id: ref('excluded.delivery_id'),
            created_at: ref('excluded.created_at'),
            expires_at: ref('excluded.expires_at'),
            created_by: ref('excluded.created_by'),
          }))
          .where(({ eb, or, ref, lit }) => {
            const strength = (column: 'suppressions.kind' | 'excluded.kind') =>
              eb.case(ref(column)).when('hand').then(lit(2)).when('complaint').then(lit(1)).else(lit(0)).end()
            const isOver = eb('suppressions.expires_at', '<=', at)
            return or([isOver, eb(strength('suppressions.kind'), '<=', strength('excluded.kind'))])
          }),
      )
      .execute()
}

/** Lets a merchant write to addresses again; returns how many were suppressed. @param kinds default all */
export async function lift(
  from: Database | Transaction,
  key: HashKey,
  addresses: readonly Addressed[],
  kinds?: readonly SuppressionKind[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const hashes = addresses.map(address => suppressionHash(key, address))
  let query = from.deleteFrom('suppressions').where('address_hash', 'in', textsOf(from, hashes))
  if (kinds) query = query.where('kind', 'in', kinds)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Which of two kinds stays: the one that lasts longer. */
export const strengths: Readonly<Record<SuppressionKind, number>> = { bounce: 0, complaint: 1, hand: 2 }

function rowOf(
  key: HashKey,
  { merchantId, emailAddress, kind, code, reason, deliveryId, createdBy }: NewSuppression,
  at: number,
): SuppressionTable {
  const lifetime = lifetimes[kind]
  return {
    address_hash: suppressionHash(key, { merchantId, emailAddress }),
    merchant_id: merchantId,
    kind,
    code: code?.slice(0, 50) ?? null,
    reason: reason ?? null,
    delivery_id: deliveryId ?? null,
    created_at: at,
    expires_at: lifetime === null ? null : at + lifetime,
    created_by: createdBy ?? null,
  }
}

/** A row as it is told. */
export function suppressionOf(row: SuppressionTable): Suppression {
  const { kind, reason, code, created_at, expires_at, delivery_id, created_by } = row
  return {
    kind,
    reason,
    code,
    createdAt: Number(created_at),
    expiresAt: expires_at === null ? null : Number(expires_at),
    deliveryId: delivery_id,
    createdBy: created_by,
  }
}
