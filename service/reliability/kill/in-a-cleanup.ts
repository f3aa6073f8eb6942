import { insertMany } from '../../src/database/rows.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { writeChange } from '../../src/statistics/counting/change.ts'
import { countMail } from '../../src/statistics/counting/mails.ts'
import { storedReceipt } from '../../test/support/records.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { audit, awaitMails, type KillOptions, type KillResult, recount, withDatabase } from './audit.ts'
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
export async function killInACleanup({ kills, random, victims, settings }: KillOptions): Promise<KillResult> {
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const accepted = new Map<string, string>()
  const recoveries: number[] = []
  let left = 0
  const longAgo = () => Date.now() - 5 * day
  const settingsOfDemo = { name: 'Demo Shop', settings: { retentionDays: 1 } }
  await withDatabase(all, db => saveMerchant({ db, now: longAgo, templatesDir: '' }, 'demo', settingsOfDemo))
  for (let kill = 0; kill < kills; kill++) {
    await addReceipts(all, kill, accepted)
    const at = random() < 0.75 ? 'erasing' : 'forgetting'
    const trap: Trap = { at, when: 'before', nth: 1 + Math.floor(random() * statements[at]) }
    const victim = await victims.open(all, trap)
    if (kill > 0) recoveries.push(victim.took)
    await victim.died()
    if (kill % killsEach < killsEach - 1 && kill < kills - 1) continue
    const last = await victims.open(all)
    await awaitMails(last.url)
    await last.stop()
    left += await leftOver(all)
  }
  const found = await audit(all, mailServer, accepted)
  const { wrong } = await recount(all)
  return { kills, accepted: accepted.size, recoveries, ...found, strays: found.strays + left + wrong }
}

/** Adds a cycle's receipts, and a version of their merchant that only the old ones use. */
function addReceipts(settings: Record<string, string>, kill: number, accepted: Map<string, string>): Promise<void> {
  const now = Date.now()
  const before = versionsBefore + kill
  const old = Array.from({ length: expired }, (_, index) => {
    const { delivery, ...stored } = storedReceipt(`old-${kill}-${index}`, now - 7 * day, before)
    return { ...stored, delivery: { ...delivery, status: 'sent' as const, finished_at: delivery.due_at } }
  })
  const young = [1, 2].map(index => storedReceipt(`young-${kill}-${index}`, now - 1_200_000, 1))
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
  const hash = `before-${kill}`
  const saved = { merchant_id: 'demo', version: before, appearance: hash, saved_at: now - 10 * day }
  return withDatabase(settings, db =>
    db.transaction().execute(async transaction => {
      await insertMany(transaction, 'appearances', [{ hash, content: '{}', kept_at: saved.saved_at }])
      await insertMany(transaction, 'merchant_versions', [saved])
      const [records, deliveries] = [stored.map(({ record }) => record), stored.map(({ delivery }) => delivery)]
      await insertMany(transaction, 'receipts', records)
      await insertMany(transaction, 'deliveries', deliveries)
      await insertMany(transaction, 'statistics_deltas', deltas)
    }),
  )
}

/** Expired receipts; and versions and appearances but those of now, which the young receipts have: they must be there. */
function leftOver(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const receipts = await db.selectFrom('receipts').select(['received_at', 'merchant_version']).execute()
    const versions = await db.selectFrom('merchant_versions').select(['version', 'appearance']).execute()
    const appearances = await db.selectFrom('appearances').select('hash').execute()
    const [now] = versions
    const isWhole =
      appearances[0]?.hash === now?.appearance && receipts.every(({ merchant_version: of }) => of === now?.version)
    const expired = receipts.filter(({ received_at }) => received_at < Date.now() - day)
    return expired.length + versions.length + appearances.length - (isWhole ? 2 : 0)
  })
}
