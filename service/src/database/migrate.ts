import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import * as first from './migrations/001-first.ts'
import * as deliveryVariant from './migrations/002-delivery-variant.ts'
import * as schemaNeeds from './migrations/003-schema-needs.ts'
import * as appearances from './migrations/004-appearances.ts'
import * as storeNameIndex from './migrations/005-store-name-index.ts'
import type { Tables } from './tables.ts'

/**
 * A step of the tables. `needs` names the oldest migration whose code still works on the tables after this one; without it
 * no older code does. So a column that is added is `needs: '<the migration before>'`, and one that is dropped names the
 * migration since which nobody reads it.
 */
interface Step extends Migration {
  needs?: string
}

type Steps = Readonly<Record<string, Step>>

/** In the order they were written; a migration that was released never changes. */
const migrations: Steps = {
  '001-first': first,
  '002-delivery-variant': deliveryVariant,
  '003-schema-needs': schemaNeeds,
  '004-appearances': appearances,
  '005-store-name-index': storeNameIndex,
}

/** The tables are those of a later version, which this one cannot work on. */
export class NewerSchemaError extends StartError {
  constructor(migration: string) {
    super(
      `The database was changed by a later version of the service (migration ${migration}), and this version cannot ` +
        'work on it. Start the later version, or restore the backup from before the upgrade.',
    )
  }
}

/**
 * Brings the tables up to date. With PostgreSQL an advisory lock lets one process at a time do it, the others wait and find
 * nothing left to do. Tables of a later version are left alone.
 *
 * @param steps of the version that runs; tests give others
 * @throws NewerSchemaError when a later version's tables do not suit this one; the database's error otherwise. On PostgreSQL
 *   nothing is left half done
 */
export async function migrate(db: Kysely<Tables>, steps: Steps = migrations): Promise<void> {
  if (await isLater(db, steps)) return
  const provider = { getMigrations: async () => recorded(steps) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  // A later version may have been first while this one waited for its turn.
  if (error !== undefined && !(await isLater(db, steps))) throw error
}

/** Whether the tables are a later version's and suit this one. @throws NewerSchemaError when they do not */
async function isLater(db: Kysely<Tables>, steps: Steps): Promise<boolean> {
  const tables = new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name))
  if (!tables.has('kysely_migration')) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const later = rows.map(({ name }) => name).filter(name => !Object.hasOwn(steps, name))
  if (later.length === 0) return false
  const { rows: kept } = tables.has('schema_needs')
    ? await sql<{ migration: string; needs: string }>`select migration, needs from schema_needs`.execute(db)
    : { rows: [] }
  const needs = new Map(kept.map(row => [row.migration, row.needs]))
  const done = new Set(rows.map(({ name }) => name))
  for (const name of later) if (!Object.hasOwn(steps, needs.get(name) ?? name)) throw new NewerSchemaError(name)
  // Two versions that went different ways: neither has the other's tables.
  for (const name of Object.keys(steps)) if (!done.has(name)) throw new NewerSchemaError(later.at(-1) ?? name)
  return true
}

/** Each migration writes down what it needs, for processes that do not know it. */
function recorded(steps: Steps): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, { up, needs }]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          await up(db)
          if (needs !== undefined)
            await sql`insert into schema_needs (migration, needs) values (${name}, ${needs})`.execute(db)
        },
      },
    ]),
  )
}
