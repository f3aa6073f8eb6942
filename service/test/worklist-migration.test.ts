import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder } from '../src/basics/data-folder.ts'
import { migrate } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations.ts'
import type { Tables } from '../src/database/tables.ts'
import type { Delivery } from '../src/delivery/outbox/delivery.ts'
import { listProblems } from '../src/receipts/worklist/list.ts'
import { dialectOf } from './support/old-database.ts'
import { deliveryWith, recordWith } from './support/records.ts'
import { databases, makePlace } from './support/service.ts'

const day = 86_400_000

test.each(databases)(
  'an upgrade to the worklist lists what was listed before, with its till, on %s',
  async database => {
    const place = await makePlace(database)
    onTestFinished(() => place.remove())
    if (database === 'SQLite') makeDataFolder(place.settings.DATA_DIR ?? '')
    const db = new Kysely<Tables>({ dialect: dialectOf(place.settings) })
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '019'))
    await migrate(db, before)
    const now = Date.now()
    const id = (number: number) => String(number).padStart(32, '0')
    const put = async (number: number, changes: Partial<Delivery>, receipt = number) => {
      const {
        store_id: _,
        register: __,
        lane: ___,
        worker: ____,
        ...row
      } = deliveryWith(id(number), id(receipt), changes)
      if (receipt === number) {
        const till = JSON.stringify([0, 0, 0, 'S7', '', 'K3', 'DigitalOnly', 'SaleTransaction', 'en-US', '', 2])
        const about = { transaction_number: `R-${number}`, store_id: 'S7', statistics_place: till }
        await db
          .insertInto('receipts')
          .values(recordWith(id(number), number === 4 ? { ...about, statistics_place: null } : about))
          .execute()
      }
      await db
        .insertInto('deliveries')
        .values(row as Delivery)
        .execute()
    }
    const failed = (ago: number) => ({ status: 'failed', created_at: now - ago, finished_at: now - ago }) as const
    await put(1, failed(2 * day))
    await put(2, failed(31 * day))
    // Sent again since, once in vain.
    await put(3, failed(3 * day))
    await put(13, { status: 'sent', kind: 'resend', created_at: now - day, finished_at: now - day }, 3)
    await put(4, failed(4 * day))
    await put(14, { ...failed(day), kind: 'resend' }, 4)
    await migrate(db)

    const query = { reach: { merchantId: 'demo', stores: null }, now }
    const { problems } = await listProblems(db, { ...query, filter: { storeId: 'S7' } }, undefined)
    expect(problems.map(({ number, register }) => [number, register])).toEqual([
      ['R-4', ''],
      ['R-1', 'K3'],
      ['R-4', ''],
    ])
    expect((await listProblems(db, { ...query, filter: { register: 'K3' } }, undefined)).problems).toHaveLength(1)
    const { problems: done } = await listProblems(db, { ...query, filter: { isDone: true } }, undefined)
    expect(done.map(({ number, doneBy }) => [number, doneBy])).toEqual([
      ['R-3', 'mail'],
      ['R-2', null],
    ])
    await db.destroy()
  },
)
