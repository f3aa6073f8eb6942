import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { makeDatabaseWithJobs, makeOldDatabase } from './support/old-database.ts'
import { createClient, databases, makePlace, receipt } from './support/service.ts'

describe.each(databases)('on %s', database => {
  /** A service on a place that stays when it is closed. */
  async function open(settings: Record<string, string>) {
    const service = await openService(readConfig(settings), openLog('silent'))
    return { ...createClient(await service.listen()), close: () => service.close() }
  }

  test('an upgrade keeps the old version’s receipts and sends its queued mails', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace(database)
    const settings = { ...place.settings, SMTP_URL: mailServer.url }
    const old = await makeOldDatabase(settings, 'a')
    const shop = await open(settings)
    for (const [number, id] of old) {
      expect((await shop.ask(shop.receipts(`/${id}`))).json.apiRequest.transactionNumber).toBe(number)
      expect((await shop.ask(shop.receipts(`/${id}/html`))).text).toContain(number)
      await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
    }
    expect(mailServer.mails.map(({ envelope }) => envelope.to[0]).sort()).toEqual(
      [...old.keys()].map(number => `${number}@example.com`),
    )
    await shop.close()
    await place.remove()
  })

  // The migration from pg-boss changes no more.
  thorough('an upgrade from the version whose mails waited in pg-boss sends each of them once', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace(database)
    const settings = { ...place.settings, SMTP_URL: mailServer.url }
    const waiting = await makeDatabaseWithJobs(settings)
    const shop = await open(settings)
    const made = await shop.create(receipt({ transactionNumber: 'after' }))
    const mailsOf = async (id: string) => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json
    const inHand = waiting.get('inHand')
    for (const id of [...waiting.values(), made].filter(each => each !== inHand))
      await until(async () => (await mailsOf(id))[0].status === 'sent')
    const outcomes = async (name: string) =>
      (await mailsOf(waiting.get(name) ?? ''))[0].attempts.map(({ outcome }: { outcome: string }) => outcome)
    expect(await outcomes('new')).toEqual(['sent'])
    expect(await outcomes('forgotten')).toEqual(['sent'])
    expect(await outcomes('deferred')).toEqual(['deferred', 'sent'])
    expect(await outcomes('interrupted')).toEqual(['interrupted', 'sent'])
    // In a rolling upgrade, an older process still runs.
    if (inHand !== undefined)
      expect(await mailsOf(inHand)).toMatchObject([{ status: 'queued', attempts: [{ number: 1 }] }])
    await shop.close()
    if (inHand !== undefined) await endAsBefore(settings, inHand)

    // Nothing is left for the next process, either, and what pg-boss had is left alone until somebody drops it.
    const again = await open(settings)
    await again.create(receipt({ transactionNumber: 'later' }))
    const sent = waiting.size + (inHand === undefined ? 2 : 1)
    await mailServer.received(sent)
    expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(mailServer.mails.length)
    expect(mailServer.mails).toHaveLength(sent)
    await again.close()
    if (database === 'PostgreSQL') expect(await jobsIn(settings)).toBe(waiting.size - 1)
    await place.remove()
  })

  test('this version goes on, and starts again, on tables of a later version that allows it', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace(database)
    const settings = { ...place.settings, SMTP_URL: mailServer.url }
    const shop = await open(settings)
    const before = await shop.create(receipt({ transactionNumber: 'R-1' }))
    if (database === 'SQLite') await shop.close()
    await addLaterTables(settings)
    // On PostgreSQL the later version migrates while this one works.
    if (database === 'PostgreSQL') {
      await shop.create(receipt({ transactionNumber: 'R-2' }))
      await shop.close()
    }
    const again = await open(settings)
    expect((await again.ask(again.receipts(`/${before}`))).json.apiRequest.transactionNumber).toBe('R-1')
    const after = await again.create(receipt({ transactionNumber: 'R-3' }))
    await until(async () => (await again.ask(again.receipts(`/${after}/deliveries`))).json[0].status === 'sent')
    const sent = database === 'PostgreSQL' ? 3 : 2
    expect(await mailServer.received(sent)).toHaveLength(sent)
    await again.close()
    await place.remove()
  })
})

/** Ends an attempt as the version before does when the mail server has taken the mail. */
async function endAsBefore({ DATABASE_URL: url, DATA_DIR: folder = '' }: Record<string, string>, receiptId: string) {
  const { db, close } = await openDatabase(url === undefined ? { folder } : { url })
  const at = Date.now()
  const ended = await db
    .updateTable('deliveries')
    .set({ status: 'sent', finished_at: at })
    .where('receipt_id', '=', receiptId)
    .where('attempt_count', '=', 1)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('delivery_attempts')
    .set({ ended_at: at, outcome: 'sent' })
    .where('delivery_id', '=', ended.id)
    .execute()
  await close()
}

async function jobsIn({ DATABASE_URL: url = '' }: Record<string, string>): Promise<number> {
  const { db, close } = await openDatabase({ url })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job`.execute(db)
  await close()
  return rows[0]?.count ?? 0
}

/** What a later version may do to the tables: add a column with a default, a table and an index. */
async function addLaterTables({ DATABASE_URL: url, DATA_DIR: folder = '' }: Record<string, string>): Promise<void> {
  const { db, close } = await openDatabase(url === undefined ? { folder } : { url })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]))
  const later = {
    needs: rows.at(-1)?.name ?? '',
    async up(on: typeof db) {
      await on.schema
        .alterTable('receipts')
        .addColumn('later', 'text', column => column.defaultTo(''))
        .execute()
      await on.schema.alterTable('deliveries').addColumn('later', 'bigint').execute()
      await on.schema.createTable('later').addColumn('id', 'text').execute()
      await on.schema.createIndex('deliveries_later').on('deliveries').column('later').execute()
    },
  }
  await migrate(db, { ...known, '900-later': later })
  await close()
}
