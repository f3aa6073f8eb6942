import { Kysely } from 'kysely'
import { migrate } from '../../src/database/migrate.ts'
import type { Tables } from '../../src/database/tables.ts'
import { dialectOf, makeOldDatabase } from '../../test/support/old-database.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { addUp, audit, awaitMails, type KillOptions, type KillResult } from './audit.ts'
import { startsMigrating } from './trap.ts'

/** Kills on one database before it may be migrated. */
const killsEach = 5

/**
 * Kills the service while it brings the tables of an old version up to date, several times on each database, then lets it, and
 * counts the receipts and mails that were there before.
 */
export async function killInAMigration({ kills, random, victims, settings }: KillOptions): Promise<KillResult> {
  await makeOldDatabase(settings, 'counted')
  const statements = await countMigrating(settings)
  let sum: KillResult | undefined
  for (let done = 0; done < kills; done += killsEach) {
    await using mailServer = await startTroubledMailServer()
    const all = { ...settings, SMTP_URL: mailServer.url }
    const accepted = await makeOldDatabase(all, String(done))
    const turns = Math.min(killsEach, kills - done)
    for (let turn = 0; turn < turns; turn++) {
      const when = random() < 0.5 ? 'before' : 'after'
      const nth = 1 + Math.floor(random() * statements)
      const victim = await victims.open(all, { at: 'migrating', when, nth })
      if (victim.url === undefined) await victim.died()
      else await victim.kill()
    }
    const last = await victims.open(all)
    await awaitMails(last.url)
    await last.stop()
    const found = await audit(all, mailServer, accepted)
    sum = addUp(sum, { kills: turns, accepted: accepted.size, recoveries: [last.took], ...found })
  }
  if (!sum) throw new Error('There is nothing to kill.')
  return sum
}

/**
 * Brings an old database up to date, and returns how many statements that takes from the first that changes a table of an old
 * version, the commit included.
 */
async function countMigrating(settings: Record<string, string>): Promise<number> {
  const statements: string[] = []
  const db = new Kysely<Tables>({ dialect: dialectOf(settings), log: ({ query }) => void statements.push(query.sql) })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
  const first = statements.findIndex(sql => startsMigrating.test(sql))
  return statements.findLastIndex(sql => sql.startsWith('insert into "kysely_migration"')) - first + 2
}
