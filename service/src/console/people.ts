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

export interface People {
  /**
   * Adds a person, or gives a known one another role; either way with a new password, and signed out everywhere.
   *
   * @throws NameTakenError
   */
  save(merchantId: string, name: string, role: Role): Promise<{ person: Person; password: string }>
  list(merchantId: string): Promise<Person[]>
  /** The names by the ids of all who could ever sign in, also of those removed. */
  names(merchantId: string): Promise<Map<string, string>>
  /** Removes a person and ends their sessions. False if there is no such person. */
  remove(merchantId: string, id: string): Promise<boolean>
  /** The person with this name, and the hash of the password. */
  find(name: string): Promise<{ person: Person; hash: string } | undefined>
  setPassword(id: string, password: string): Promise<void>
  signedIn(id: string): Promise<void>
}

/** What someone types to sign in. No colon, which separates a key from its secret. */
export const personName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u, 'must be letters, digits, or ._@+-, at most 100')

/** How a name is kept and compared. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/** The people of all merchants. */
export function createPeople(db: Database, now: () => number): People {
  async function byName(name: string): Promise<PersonTable | undefined> {
    return db.selectFrom('people').selectAll().where('name', '=', nameKey(name)).executeTakeFirst()
  }

  return {
    async save(merchantId, name, role) {
      const password = newPassword()
      const hash = await hashPassword(password)
      const known = await byName(name)
      if (known && known.merchant_id !== merchantId) throw new NameTakenError()
      const row: PersonTable = {
        id: known?.id ?? newId(),
        merchant_id: merchantId,
        name: nameKey(name),
        role,
        password: hash,
        created_at: known?.created_at ?? now(),
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
    },

    async list(merchantId) {
      const rows = await db
        .selectFrom('people')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('removed_at', 'is', null)
        .orderBy('name')
        .execute()
      return rows.map(personOf)
    },

    async names(merchantId) {
      const rows = await db.selectFrom('people').select(['id', 'name']).where('merchant_id', '=', merchantId).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    remove: (merchantId, id) =>
      db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('people')
          .set({ removed_at: now() })
          .where('id', '=', id)
          .where('merchant_id', '=', merchantId)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await transaction.deleteFrom('sessions').where('person_id', '=', id).execute()
        return numUpdatedRows > 0n
      }),

    async find(name) {
      const row = await byName(name)
      return row && row.removed_at === null ? { person: personOf(row), hash: row.password } : undefined
    },

    async setPassword(id, password) {
      await db
        .updateTable('people')
        .set({ password: await hashPassword(password) })
        .where('id', '=', id)
        .execute()
    },

    async signedIn(id) {
      await db.updateTable('people').set({ signed_in_at: now() }).where('id', '=', id).execute()
    },
  }
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
