import { rmSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrate } from '../../src/database/migrate.ts'
import * as first from '../../src/database/migrations/001-first.ts'
import * as deliveryVariant from '../../src/database/migrations/002-delivery-variant.ts'
import * as schemaNeeds from '../../src/database/migrations/003-schema-needs.ts'
import { postgresDialect } from '../../src/database/postgres.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import type { Tables } from '../../src/database/tables.ts'
import { audit, awaitMails } from './audit.ts'
import type { Cell, CellOptions } from './cell.ts'
import { startKillingMailServer } from './killing-mail-server.ts'
import { storedReceipt } from './rows.ts'

/** The migrations of a version before. */
const old = { '001-first': first, '002-delivery-variant': deliveryVariant, '003-schema-needs': schemaNeeds }

/** Kills on one database before it may be migrated. */
const killsEach = 5

/** Statements of the migrations from 003 on, about: a trap beyond the last doesn't strike, and the process is killed when it listens. */
const statements = 16

/** Overdue enough that the service queues them again. Milliseconds. */
const age = 1_200_000

/**
 * Kills the service while it brings the tables of an old version up to date, several times on each database, then lets it, and
 * counts the receipts and mails that were there before.
 */
export async function killInAMigration({ kills, random, victims, settings }: CellOptions): Promise<Cell> {
  await using mailServer = await startKillingMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const cell: Cell = {
    kills,
    accepted: 0,
    recoveries: [],
    lost: 0,
    neverMailed: 0,
    copies: 0,
    interrupted: 0,
    strays: 0,
  }
  for (let done = 0; done < kills; ) {
    const accepted = await makeOldDatabase(all, String(done))
    for (let turn = 0; turn < killsEach && done < kills; turn++, done++) {
      const trap = { at: 'migrating', when: random() < 0.5 ? 'before' : 'after' } as const
      const victim = await victims.open(all, { ...trap, nth: 1 + Math.floor(random() * statements) })
      if (victim.url === undefined) await victim.died()
      else await victim.kill()
    }
    const last = await victims.open(all)
    cell.recoveries.push(last.took)
    await awaitMails(last.url)
    await last.stop()
    const found = await audit(all, mailServer, accepted)
    cell.accepted += accepted.size
    for (const name of ['lost', 'neverMailed', 'interrupted', 'strays'] as const) cell[name] += found[name]
    cell.copies = found.copies
  }
  return cell
}

/** Replaces the database with one of the old version that has three receipts with queued mails. */
async function makeOldDatabase(settings: Record<string, string>, name: string): Promise<Map<string, string>> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings
  if (url === undefined) rmSync(folder, { recursive: true, force: true })
  const db = new Kysely<Tables>({ dialect: url === undefined ? sqliteDialect(folder) : postgresDialect(url, () => {}) })
  try {
    if (url !== undefined) await empty(db)
    await migrate(db, old)
    const merchant = { id: 'demo', name: 'Demo Shop', active: 1, settings: '{}', version: 1 }
    await db.insertInto('merchants').values(merchant).execute()
    const accepted = new Map<string, string>()
    for (const number of [1, 2, 3].map(one => `old-${name}-${one}`)) {
      const { record, delivery } = storedReceipt(number, Date.now() - age)
      const { engine_version: _, retried_at: __, ...known } = delivery
      await db.insertInto('receipts').values(record).execute()
      await db
        .insertInto('deliveries')
        .values(known as typeof delivery)
        .execute()
      accepted.set(number, record.id)
    }
    return accepted
  } finally {
    await db.destroy()
  }
}

async function empty(db: Kysely<Tables>): Promise<void> {
  for (const schema of ['pgboss', 'public']) await db.schema.dropSchema(schema).ifExists().cascade().execute()
  await db.schema.createSchema('public').execute()
}
