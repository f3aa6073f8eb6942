import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../basics/errors/errors.ts'
import { migrations, type Step } from './migrations.ts'
import type { Tables } from './tables.ts'

type Steps = Readonly<Record<string, Step>>

/** A later version changed the tables in a way this version can't use. */
class NewerSchemaError extends StartError {
  constructor(migration: string) {
    super(
      `A later version of the service changed the database (migration ${migration}), and this version can't use it. ` +
        'Start the later version, or restore the backup from before the upgrade.',
    )
  }
}

/**
 * Brings the tables up to date. On PostgreSQL, an advisory lock lets one process do it; the others wait and find nothing left
 * to do. Tables of a later version are left alone.
 *
 * @param done called for each migration that this process made, with the milliseconds it took
 * @param steps the running version's migrations; tests pass others
 * @throws NewerSchemaError if this version can't use a later version's tables; otherwise the database's error. A
 *   migration that fails or is killed leaves nothing behind
 */
export async function migrate(
  db: Kysely<Tables>,
  steps: Steps = migrations,
  done: (migration: string, milliseconds: number) => void = () => {},
): Promise<void> {
  if (await isLater(db, steps)) return
  const took = new Map<string, number>()
  const provider = { getMigrations: async () => recorded(steps, took) }
  let tries = 0
  let error: unknown
  // What an older version does meanwhile can hold a table that a migration waits for, and wait for one that it holds. PostgreSQL
  // ends one of the two; a migration that was ended has changed nothing.
  do {
    const outcome = await new Migrator({ db, provider }).migrateToLatest()
    error = outcome.error
    tries += 1
    if (error === undefined)
      for (const { migrationName } of outcome.results ?? [])
        done(migrationName, Math.round(took.get(migrationName) ?? 0))
  } while (isDeadlock(error) && tries < maxTries)
  // A later version may have migrated while this one waited.
  if (error !== undefined && !(await isLater(db, steps))) throw error
}

/** Tries of a migration that deadlocks end. */
const maxTries = 10

function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '40P01'
}

/**
 * How many migrations are done, and how many of ours are left to do.
 *
 * @throws NewerSchemaError if this version can't use a later version's tables
 */
export async function pendingOf(db: Kysely<Tables>): Promise<{ done: number; pending: number }> {
  if (await isLater(db, migrations)) return { done: Object.keys(migrations).length, pending: 0 }
  const { done } = await stateOf(db)
  return { done: done.length, pending: Object.keys(migrations).length - done.length }
}

/** Which migrations were made, in order, and whether they say what they need. */
async function stateOf(db: Kysely<Tables>): Promise<{ done: string[]; hasNeeds: boolean }> {
  const tables = new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name))
  if (!tables.has('kysely_migration')) return { done: [], hasNeeds: false }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return { done: rows.map(({ name }) => name), hasNeeds: tables.has('schema_needs') }
}

/** Whether the tables are a later version's that this one can use. @throws NewerSchemaError if it can't use them */
async function isLater(db: Kysely<Tables>, steps: Steps): Promise<boolean> {
  const { done, hasNeeds } = await stateOf(db)
  const later = done.filter(name => !Object.hasOwn(steps, name))
  if (later.length === 0) return false
  const { rows: recordedNeeds } = hasNeeds
    ? await sql<{ migration: string; needs: string }>`select migration, needs from schema_needs`.execute(db)
    : { rows: [] }
  const needs = new Map(recordedNeeds.map(row => [row.migration, row.needs]))
  for (const name of later) if (!Object.hasOwn(steps, needs.get(name) ?? name)) throw new NewerSchemaError(name)
  // The versions have diverged: neither has all of the other's tables.
  for (const name of Object.keys(steps)) if (!done.includes(name)) throw new NewerSchemaError(later.at(-1) ?? name)
  return true
}

/** Each migration records its `needs`, for processes that don't know it, and how long it `took`, in milliseconds. */
function recorded(steps: Steps, took: Map<string, number>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, { up, needs }]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          const began = performance.now()
          await up(db)
          took.set(name, performance.now() - began)
          if (needs !== undefined)
            await sql`insert into schema_needs (migration, needs) values (${name}, ${needs})`.execute(db)
        },
      },
    ]),
  )
}
