import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { openLog } from '../src/monitoring/log.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { makeOldDatabase } from './support/old-database.ts'
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
