import { createAppearances } from '../../src/merchants/appearances.ts'
import { createMerchants } from '../../src/merchants/merchants.ts'
import { audit, awaitMails, withDatabase } from './audit.ts'
import type { Cell, CellOptions } from './cell.ts'
import { startKillingMailServer } from './killing-mail-server.ts'
import { storedReceipt } from './rows.ts'

/** Expired receipts for each kill: two transactions of the cleanup. */
const expired = 60

/** Statements of the cleanup that may be the last. */
const statements = 12

const day = 86_400_000

/** Kills on one database before the cleanup may finish. */
const killsEach = 25

/**
 * Kills the service while it erases expired receipts. In the end all of them are gone and nothing else: the young ones, of which
 * each cycle adds two, are there and mailed.
 */
export async function killInACleanup({ kills, random, victims, settings }: CellOptions): Promise<Cell> {
  await using mailServer = await startKillingMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const accepted = new Map<string, string>()
  const recoveries: number[] = []
  let left = 0
  await withDatabase(all, db =>
    createMerchants(db, createAppearances(db, '', Date.now), Date.now).save('demo', {
      name: 'Demo Shop',
      settings: { retentionDays: 1 },
    }),
  )
  for (let kill = 0; kill < kills; kill++) {
    await addReceipts(all, kill, accepted)
    const victim = await victims.open(all, {
      at: 'erasing',
      when: 'before',
      nth: 1 + Math.floor(random() * statements),
    })
    if (kill > 0) recoveries.push(victim.took)
    await victim.died()
    if (kill % killsEach === killsEach - 1 || kill === kills - 1) left += await finish()
  }
  const found = await audit(all, mailServer, accepted)
  return { kills, accepted: accepted.size, recoveries, ...found, strays: found.strays + left }

  /** How many expired receipts are left after an undisturbed run. */
  async function finish(): Promise<number> {
    const last = await victims.open(all)
    await awaitMails(last.url)
    await last.stop()
    return withDatabase(all, async db => {
      const rows = await db
        .selectFrom('receipts')
        .select('id')
        .where('received_at', '<', Date.now() - day)
        .execute()
      return rows.length
    })
  }
}

async function addReceipts(
  settings: Record<string, string>,
  kill: number,
  accepted: Map<string, string>,
): Promise<void> {
  const made = (kind: string, count: number, at: number) =>
    Array.from({ length: count }, (_, index) => storedReceipt(`${kind}-${kill}-${index}`, at))
  const old = made('old', expired, Date.now() - 3 * day)
  const young = made('young', 2, Date.now() - 1_200_000)
  for (const { record } of young) accepted.set(record.transaction_number, record.id)
  await withDatabase(settings, async db => {
    await db
      .insertInto('receipts')
      .values([...old, ...young].map(({ record }) => record))
      .execute()
    const sent = old.map(({ delivery }) => ({ ...delivery, status: 'sent' as const, finished_at: delivery.due_at }))
    await db
      .insertInto('deliveries')
      .values([...sent, ...young.map(({ delivery }) => delivery)])
      .execute()
  })
}
