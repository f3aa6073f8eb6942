import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Tables } from '../src/database/tables.ts'
import { until } from './support/mail-server.ts'
import { databases, fewDatabases, makePlace } from './support/service.ts'

const nothing = { up: async () => {} }
const refusal = (migration: string) =>
  `A later version of the service changed the database (migration ${migration}), and this version can't use it. ` +
  'Start the later version, or restore the backup from before the upgrade.'

describe.each(fewDatabases)('tables of a later version, on %s', database => {
  async function startedOn(later: Parameters<typeof migrate>[1]) {
    const place = await makePlace(database)
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    const at = url === undefined ? { folder } : { url }
    const first = await openDatabase(at)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(first.db)
    const known = Object.fromEntries(rows.map(({ name }) => [name, nothing]))
    await migrate(first.db, { ...known, ...later })
    await first.close()
    try {
      const again = await openDatabase(at)
      const { count } = await again.db
        .selectFrom('receipts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      await again.close()
      return Number(count)
    } catch (error) {
      return (error as Error).message
    } finally {
      await place.remove()
    }
  }

  test('work if every later migration allows this version', async () => {
    expect(await startedOn({ '900-added': { ...nothing, needs: '003-schema-needs' } })).toBe(0)
    expect(
      await startedOn({
        '900-added': { ...nothing, needs: '003-schema-needs' },
        '901-dropped': { ...nothing, needs: '002-delivery-variant' },
      }),
    ).toBe(0)
  })

  test('are rejected in one sentence otherwise', async () => {
    expect(await startedOn({ '900-changed': nothing })).toBe(refusal('900-changed'))
    expect(
      await startedOn({
        '900-added': { ...nothing, needs: '003-schema-needs' },
        '901-dropped': { ...nothing, needs: '900-added' },
      }),
    ).toBe(refusal('901-dropped'))
  })
})

test.each(databases)(
  'a migration that breaks off leaves nothing behind, so that it can begin again, on %s',
  async database => {
    const place = await makePlace(database)
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    const { db, close } = await openDatabase(url === undefined ? { folder } : { url })
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const known = Object.fromEntries(rows.map(({ name }) => [name, nothing]))
    const added = {
      async up(on: typeof db, breaksOff = false) {
        await on.schema.createTable('added').addColumn('id', 'text').execute()
        await on.schema.alterTable('receipts').addColumn('added', 'text').execute()
        if (breaksOff) throw new Error('It breaks off.')
      },
    }
    const broken = { up: (on: typeof db) => added.up(on, true) }
    await expect(migrate(db, { ...known, '900-added': broken })).rejects.toThrow('It breaks off.')
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('added')
    await migrate(db, { ...known, '900-added': { up: on => added.up(on) } })
    expect((await db.introspection.getTables()).map(({ name }) => name)).toContain('added')
    await close()
    await place.remove()
  },
)

test('rejects tables of a diverged version', async () => {
  const place = await makePlace('SQLite')
  const { db, close } = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const known = Object.fromEntries(rows.map(({ name }) => [name, nothing]))
  await migrate(db, { ...known, '900-theirs': { ...nothing, needs: '003-schema-needs' } })
  await expect(migrate(db, { ...known, '899-ours': nothing })).rejects.toThrow(refusal('900-theirs'))
  await close()
  await place.remove()
})

test.runIf(databases.includes('PostgreSQL'))(
  'a migration that the running version’s work stands in the way of is tried again',
  async () => {
    const place = await makePlace('PostgreSQL')
    const url = place.settings.DATABASE_URL ?? ''
    const { db, close } = await openDatabase({ url })
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const known = Object.fromEntries(rows.map(({ name }) => [name, nothing]))
    let runs = 0
    const later = {
      needs: rows.at(-1)?.name ?? '',
      async up(on: Kysely<Tables>) {
        runs += 1
        await on.schema.alterTable('receipts').addColumn('later', 'text').execute()
        await on.schema.alterTable('deliveries').addColumn('later', 'text').execute()
      },
    }
    const running = new pg.Client(url)
    await running.connect()
    // Of two that wait for each other, PostgreSQL ends the one that looks first: the migration, after a second.
    await running.query("set deadlock_timeout = '10s'; begin; select from deliveries")
    const migrated = migrate(db, { ...known, '900-later': later })
    await until(async () => {
      const waits = await running.query("select from pg_locks where relation = 'deliveries'::regclass and not granted")
      return waits.rowCount === 1
    })
    await running.query('select from receipts')
    await running.query('commit')
    await migrated
    expect(runs).toBe(2)
    const { rows: columns } = await sql`select from information_schema.columns where column_name = 'later'`.execute(db)
    expect(columns).toHaveLength(2)
    await running.end()
    await close()
    await place.remove()
  },
)
