import { onTestFinished } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { insertDeliveries, type NewDelivery } from '../../src/delivery/outbox/delivery.ts'
import { makePlace } from './service.ts'

/** An embedded database with its tables and nothing in them, for one test. */
export async function openTables(): Promise<OpenDatabase> {
  const { settings, remove } = await makePlace('SQLite', { hasTables: true })
  const opened = await openDatabase({ folder: settings.DATA_DIR ?? '' })
  onTestFinished(async () => {
    await opened.close()
    await remove()
  })
  return opened
}

/** Queues mails, each due a millisecond after the one before; returns their ids in this order. */
export async function queueMails(
  db: Database,
  addresses: readonly string[],
  { dueAt, merchantId = 'demo', ...more }: Partial<NewDelivery> & { dueAt: number },
): Promise<string[]> {
  const known = new Set((await db.selectFrom('deliveries').select('id').execute()).map(({ id }) => id))
  const about = { receiptId: 'r', kind: 'receipt', mailDomain: 'example.com', merchantId, ...more } as const
  await db.transaction().execute(async transaction => {
    for (const [index, emailAddress] of addresses.entries())
      await insertDeliveries(transaction, [{ ...about, emailAddress }], dueAt + index)
  })
  const rows = await db.selectFrom('deliveries').select('id').orderBy('due_at').execute()
  return rows.flatMap(({ id }) => (known.has(id) ? [] : id))
}
