import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../src/basics/errors/errors.ts'
import { openDatabase } from '../src/database/database.ts'
import { recognizeError } from '../src/http/errors.ts'
import { makePlace } from './support/service.ts'

test('a full disk makes the embedded database unavailable, for a 503, until there is room again', async () => {
  const place = await makePlace('SQLite')
  const { db, commit, close } = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  const write = () =>
    commit(transaction =>
      transaction
        .insertInto('merchants')
        .values({ id: crypto.randomUUID(), name: 'x'.repeat(100_000), active: 1, settings: '{}', version: 1 })
        .execute(),
    )
  await write()
  // SQLite answers as it does when the disk has no room.
  await sql`pragma max_page_count = 1`.execute(db)
  const failure = await write().catch(error => error)
  expect(failure).toBeInstanceOf(DatabaseUnavailableError)
  expect(failure.cause).toMatchObject({ errcode: 13 })
  expect(recognizeError(failure)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  await sql`pragma max_page_count = 1000000`.execute(db)
  await write()
  const { count } = await db
    .selectFrom('merchants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
  await close()
  await place.remove()
})

test('a statement that is wrong stays an error of its own', async () => {
  const place = await makePlace('SQLite')
  const { db, close } = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  const failure = await sql`insert into merchants (id) values ('a')`.execute(db).catch(error => error)
  expect(failure).not.toBeInstanceOf(DatabaseUnavailableError)
  expect(recognizeError(failure).status).toBe(500)
  await close()
  await place.remove()
})
