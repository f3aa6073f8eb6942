// Room `people`: who may sign in, with which role and proof, and the audit trail of what they did.
// `sign-in.ts` admits, `sessions.ts` remembers, `audit.ts` records.
// Besides the wiring, `worker`, `acts`, `http` and `commands` may call it.

import { normalized } from 'counterfoil/internal'
import { z } from 'zod'
import { newId } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'
import type { PersonTable } from '../database/merchant-tables.ts'
import type { Role } from '../database/tables.ts'
import { readStores } from '../merchants/store-list.ts'
import { hashPassword, newPassword } from './passwords.ts'

/** Someone who may sign in to a merchant's console. */
export interface Person {
  id: string
  merchantId: string
  name: string
  role: Role
  /** The ids of the stores they see; null for all. */
  stores: readonly string[] | null
  /** Milliseconds since 1970. */
  createdAt: number
  signedInAt: number | null
  /** Whether a code is asked for, too. */
  hasSecondFactor: boolean
  /** Whether they signed in at the OpenID provider. */
  isAtProvider: boolean
}

/** What a person may do, and where. */
type PersonRights = Pick<Person, 'role' | 'stores'>

/** The name belongs to someone of another merchant. */
export class NameTakenError extends Error {}

/** What someone types to sign in. No colon, which separates a key from its secret. */
export const personName = z
  .string()
  .trim()
  .refine(text => /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u.test(text), 'must be letters, digits, or ._@+-, at most 100')

/** How a name is kept and compared. */
export function nameKey(name: string): string {
  return normalized(name.trim(), 'NFC').toLowerCase()
}

/**
 * Adds a person, or gives a known one other rights; either way with a new password, and signed out everywhere. Of somebody who was removed
 * nothing is left: no second factor, no account at the provider.
 *
 * @throws NameTakenError
 */
export async function savePerson(
  db: Database,
  { merchantId, name, role, stores = null }: Pick<Person, 'merchantId' | 'name' | 'role'> & Partial<PersonRights>,
  at: number,
): Promise<{ person: Person; password: string }> {
  const password = newPassword()
  const hash = await hashPassword(password)
  const known = await byName(db, name)
  if (known && known.merchant_id !== merchantId) throw new NameTakenError()
  const kept = known?.removed_at === null ? known : undefined
  const row: PersonTable = {
    id: known?.id ?? newId(),
    merchant_id: merchantId,
    name: nameKey(name),
    role,
    password: hash,
    created_at: known?.created_at ?? at,
    signed_in_at: known?.signed_in_at ?? null,
    removed_at: null,
    stores: stores && JSON.stringify(stores),
    totp_secret: kept?.totp_secret ?? null,
    totp_since: kept?.totp_since ?? null,
    totp_step: kept?.totp_step ?? null,
    oidc_issuer: kept?.oidc_issuer ?? null,
    oidc_subject: kept?.oidc_subject ?? null,
  }
  await db.transaction().execute(async transaction => {
    await transaction.deleteFrom('sessions').where('person_id', '=', row.id).execute()
    if (!kept) await transaction.deleteFrom('recovery_codes').where('person_id', '=', row.id).execute()
    await transaction
      .insertInto('people')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
  })
  return { person: personOf(row), password }
}

/** Gives a person other rights, and signs them out everywhere. Undefined if there is no such person. */
export function changePerson(
  db: Database,
  { merchantId, id }: Pick<Person, 'merchantId' | 'id'>,
  { role, stores }: PersonRights,
): Promise<Person | undefined> {
  return db.transaction().execute(async transaction => {
    const row = await transaction
      .updateTable('people')
      .set({ role, stores: stores && JSON.stringify(stores) })
      .where('id', '=', id)
      .where('merchant_id', '=', merchantId)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row) await transaction.deleteFrom('sessions').where('person_id', '=', id).execute()
    return row && personOf(row)
  })
}

/** Who may sign in to a merchant's console, by name. */
export async function listPeople(db: Database, merchantId: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(personOf)
}

/** The names by the ids of all who could ever sign in, also of those removed. */
export async function namesOfPeople(db: Database, merchantId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('people').select(['id', 'name']).where('merchant_id', '=', merchantId).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Removes a person and ends their sessions. False if there is no such person. */
export function removePerson(db: Database, merchantId: string, id: string, at: number): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const { numUpdatedRows } = await transaction
      .updateTable('people')
      .set({ removed_at: at })
      .where('id', '=', id)
      .where('merchant_id', '=', merchantId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await transaction.deleteFrom('sessions').where('person_id', '=', id).execute()
    return numUpdatedRows > 0n
  })
}

/** The person with this name, and the hash of the password. */
export async function findPerson(db: Database, name: string): Promise<{ person: Person; hash: string } | undefined> {
  const row = await byName(db, name)
  return row && row.removed_at === null ? { person: personOf(row), hash: row.password } : undefined
}

/** Gives a person a password. */
export async function setPassword(db: Database, id: string, password: string): Promise<void> {
  await db
    .updateTable('people')
    .set({ password: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
}

/** Notes when a person signed in. */
export async function noteSignIn(db: Database, id: string, at: number): Promise<void> {
  await db.updateTable('people').set({ signed_in_at: at }).where('id', '=', id).execute()
}

function byName(db: Database, name: string): Promise<PersonTable | undefined> {
  return db.selectFrom('people').selectAll().where('name', '=', nameKey(name)).executeTakeFirst()
}

/** A person, as a row has them. */
export function personOf(row: PersonTable): Person {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    stores: readStores(row.stores),
    hasSecondFactor: row.totp_since !== null,
    isAtProvider: row.oidc_subject !== null,
  }
}
