import { insertMany } from '../../src/database/rows.ts'
import { createAppearances } from '../../src/merchants/appearances.ts'
import { createMerchants } from '../../src/merchants/merchants.ts'
import { writeChange } from '../../src/statistics/counting/change.ts'
import { countMail } from '../../src/statistics/counting/mails.ts'
import { storedReceipt } from '../../test/support/records.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { audit, awaitMails, recount, withDatabase } from './audit.ts'
import type { Cell, CellOptions } from './cell.ts'
import type { Trap } from './trap.ts'

/** Expired receipts for each kill: two transactions of the cleanup. */
const expired = 60

/** Statements of the cleanup that may be the last: those that erase receipts, or those that forget appearances. */
const statements = { erasing: 24, forgetting: 2 }

const day = 86_400_000

/** Versions of the merchant that are added later have lower numbers than the one of now. */
const versionsBefore = -1_000_000

/** Kills on one database before the cleanup may finish. */
const killsEach = 25

/**
 * Kills the service while it erases expired receipts and forgets the appearances that only they used. In the end all of them are
 * gone and nothing else: the young ones, of which each cycle adds two, are there, with their appearance, and mailed; and all of
 * them still count in the statistics.
 */
export async function killInACleanup({ kills, random, victims, settings }: CellOptions): Promise<Cell> {
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const accepted = new Map<string, string>()
  const recoveries: number[] = []
  let left = 0
  await withDatabase(all, db => {
    const longAgo = () => Date.now() - 5 * day
    return createMerchants(db, createAppearances(db, '', longAgo), longAgo).save('demo', {
      name: 'Demo Shop',
      settings: { retentionDays: 1 },
    })
  })
  for (let kill = 0; kill < kills; kill++) {
    await addReceipts(all, kill, accepted)
    const at = random() < 0.75 ? 'erasing' : 'forgetting'
    const trap: Trap = { at, when: 'before', nth: 1 + Math.floor(random() * statements[at]) }
    const victim = await victims.open(all, trap)
    if (kill > 0) recoveries.push(victim.took)
    await victim.died()
    if (kill % killsEach === killsEach - 1 || kill === kills - 1) left += await finish()
  }
  const found = await audit(all, mailServer, accepted)
  const { wrong } = await recount(all)
  return { kills, accepted: accepted.size, recoveries, ...found, strays: found.strays + left + wrong }

  /** How many expired receipts and unused versions are left after an undisturbed run, and receipts without their appearance. */
  async function finish(): Promise<number> {
    const last = await victims.open(all)
    await awaitMails(last.url)
    await last.stop()
    return (await leftOver(all)) + (await withoutAppearance(all))
  }
}

/** Adds a cycle's receipts, and a version of their merchant that only the old ones use. */
function addReceipts(settings: Record<string, string>, kill: number, accepted: Map<string, string>): Promise<void> {
  const now = Date.now()
  const before = versionsBefore + kill
  const made = (kind: string, count: number, at: number, version: number) =>
    Array.from({ length: count }, (_, index) => storedReceipt(`${kind}-${kill}-${index}`, at, version))
  const old = made('old', expired, now - 7 * day, before).map(({ delivery, ...stored }) => {
    const sent = { status: 'sent' as const, finished_at: delivery.due_at }
    return { ...stored, delivery: { ...delivery, ...sent } }
  })
  const young = made('young', 2, now - 1_200_000, 1)
  for (const { record } of young) accepted.set(record.transaction_number, record.id)
  const stored = [...old, ...young]
  const deltas = stored.flatMap(({ record, delivery, change }) =>
    [change, countMail(delivery, 0)].map(adds => ({
      merchant_id: 'demo',
      kept: 0,
      place: record.statistics_place ?? '',
      body: writeChange(adds),
    })),
  )
  const rows = { receipts: stored.map(({ record }) => record), deliveries: stored.map(({ delivery }) => delivery) }
  const hash = `before-${kill}`
  const saved = { merchant_id: 'demo', version: before, appearance: hash, saved_at: now - 10 * day }
  return withDatabase(settings, db =>
    db.transaction().execute(async transaction => {
      await transaction.insertInto('appearances').values({ hash, content: '{}', kept_at: saved.saved_at }).execute()
      await transaction.insertInto('merchant_versions').values(saved).execute()
      await transaction.insertInto('receipts').values(rows.receipts).execute()
      await transaction.insertInto('deliveries').values(rows.deliveries).execute()
      await insertMany(transaction, 'statistics_deltas', deltas)
    }),
  )
}

/** Expired receipts, and versions of the merchant but the last. */
function leftOver(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const receipts = db
      .selectFrom('receipts')
      .select('id')
      .where('received_at', '<', Date.now() - day)
      .execute()
    const versions = await db.selectFrom('merchant_versions').select('version').execute()
    const appearances = await db.selectFrom('appearances').select('hash').execute()
    return (await receipts).length + versions.length - 1 + appearances.length - 1
  })
}

/** Receipts whose merchant's version, or its appearance, is gone. */
function withoutAppearance(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const rows = await db
      .selectFrom('receipts')
      .leftJoin('merchant_versions', join =>
        join
          .onRef('merchant_versions.merchant_id', '=', 'receipts.merchant_id')
          .onRef('merchant_versions.version', '=', 'receipts.merchant_version'),
      )
      .leftJoin('appearances', 'appearances.hash', 'merchant_versions.appearance')
      .select('receipts.id')
      .where('appearances.hash', 'is', null)
      .execute()
    return rows.length
  })
}
