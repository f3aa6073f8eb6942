import { normalized } from 'counterfoil/internal'
import { z } from 'zod'
import { newId } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'
import type { PersonTable } from '../database/merchant-tables.ts'
import type { Role } from '../database/tables.ts'
import { hashPassword, newPassword } from './passwords.ts'

/** Someone who may sign in to a merchant's console. */
export interface Person {
  id: string
  merchantId: string
  name: string
  role: Role
  /** Milliseconds since 1970. */
  createdAt: number
  signedInAt: number | null
}

/** The name belongs to someone of another merchant. */
export class NameTakenError extends Error {}

/** What someone types to sign in. No colon, which separates a key from its secret. */
export const personName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u, 'must be letters, digits, or ._@+-, at most 100')

/** How a name is kept and compared. */
export function nameKey(name: string): string {
  return normalized(name.trim(), 'NFC').toLowerCase()
}

/**
 * Adds a person, or gives a known one another role; either way with a new password, and signed out everywhere.
 *
 * @throws NameTakenError
 */
export async function savePerson(
  db: Database,
  { merchantId, name, role }: Pick<Person, 'merchantId' | 'name' | 'role'>,
  at: number,
): Promise<{ person: Person; password: string }> {
  const password = newPassword()
  const hash = await hashPassword(password)
  const known = await byName(db, name)
  if (known && known.merchant_id !== merchantId) throw new NameTakenError()
  const row: PersonTable = {
    id: known?.id ?? newId(),
    merchant_id: merchantId,
    name: nameKey(name),
    role,
    password: hash,
    created_at: known?.created_at ?? at,
    signed_in_at: known?.signed_in_at ?? null,
    removed_at: null,
  }
  await db.transaction().execute(async transaction => {
    await transaction.deleteFrom('sessions').where('person_id', '=', row.id).execute()
    await transaction
      .insertInto('people')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
  })
  return { person: personOf(row), password }
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

function personOf(row: PersonTable): Person {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
  }
}
