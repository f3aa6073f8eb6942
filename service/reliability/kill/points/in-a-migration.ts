import { audit, awaitMails } from '../audit.ts'
import type { Cell, CellOptions } from '../cell.ts'
import { startKillingMailServer } from '../killing-mail-server.ts'
import { countMigrating, makeOldDatabase } from './old-database.ts'

/** Kills on one database before it may be migrated. */
const killsEach = 5

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
  await makeOldDatabase(all, 'counted')
  const statements = await countMigrating(all)
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
