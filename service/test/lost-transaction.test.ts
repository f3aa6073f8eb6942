import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { until } from './support/mail-server.ts'
import { makeDatabase } from './support/postgres-server.ts'
import { databases } from './support/service.ts'
import { openWire } from './support/wire.ts'

describe.runIf(databases.includes('PostgreSQL'))('a transaction whose way to PostgreSQL is lost', () => {
  test('keeps its locks for a minute at most', async () => {
    await using closing = new AsyncDisposableStack()
    const place = await makeDatabase(inject('postgresUrl'))
    closing.defer(place.drop)
    const near = await openDatabase({ url: place.url })
    closing.defer(near.close)
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(near.db)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])

    const wire = closing.use(await openWire(Number(new URL(place.url).port)))
    const url = new URL(place.url)
    url.port = String(wire.port)
    url.searchParams.set('idle_in_transaction_session_timeout', '500')
    url.searchParams.set('query_timeout', '1000')
    const far = await openDatabase({ url: url.href })
    const work = far.db.transaction().execute(async transaction => {
      await sql`select * from statistics_turn for update`.execute(transaction)
      wire.swallow()
      await sql`select 1`.execute(transaction)
    })
    await expect(work).rejects.toThrow("The database isn't available")
    await until(async () => {
      const free = await sql`select * from statistics_turn for update skip locked`.execute(near.db)
      return free.rows.length === 1
    })
    wire.mend()
    wire.cut()
    await far.close()
  })
})
