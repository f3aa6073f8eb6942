import { expect, test } from 'vitest'
import { mailSource } from '../../src/delivery/outbox/delivery.ts'
import { createReading } from '../../src/delivery/queue/due-work.ts'
import { lanes } from '../../src/delivery/queue/queue.ts'
import { createTurns } from '../../src/delivery/queue/turns.ts'
import { openTables, queueMails } from '../support/tables.ts'

const began = 1_800_000_000_000

/** A reading of a database, with a clock, and looks that are told. */
async function openReading(inHandFor: (recipient: string) => number = () => 1000) {
  const { db } = await openTables()
  const clock = { now: began, lookedAt: 1 }
  const turns = createTurns({ inHand: () => 1000, inHandFor }, () => clock.now)
  const read = createReading({
    ...{ db, source: mailSource, worker: '', turns },
    now: () => clock.now,
    lookedAt: () => clock.lookedAt,
  })
  const layDown = new Map<string, () => void>()
  let statements = 0
  const { executeQuery } = db.getExecutor()
  db.getExecutor().executeQuery = function (this: never, ...given: never) {
    statements++
    return executeQuery.apply(this, given)
  } as typeof executeQuery
  return {
    db,
    clock,
    layDown,
    statements: () => statements,
    add: (addresses: readonly string[], dueAt = began - 100_000, merchantId = 'demo') =>
      queueMails(db, addresses, { dueAt, merchantId }),
    /** Takes so many: their ids, and what is left. */
    async take(count: number, merchantId = 'demo') {
      const { chosen, left } = await read({ lane: lanes.live, merchantId, end() {} }, count)
      for (const each of chosen) layDown.set(each.row.id, each.layDown)
      return { ids: chosen.map(({ row }) => row.id), left }
    },
  }
}

const some = (count: number, domain = 'example.com') =>
  Array.from({ length: count }, (_, at) => `guest-${at}@${domain}`)

test('takes a merchant’s due rows once, the longest due first, and says when nothing is left', async () => {
  const { add, take } = await openReading()
  await add(some(3), began - 200_000, 'birch')
  const ids = await add(some(5))
  await add(some(1), began + 1)
  expect(await take(2)).toEqual({ ids: ids.slice(0, 2), left: 'more' })
  expect(await take(2)).toEqual({ ids: ids.slice(2, 4), left: 'more' })
  expect(await take(2)).toEqual({ ids: ids.slice(4), left: 'nothing' })
  expect(await take(2)).toEqual({ ids: [], left: 'nothing' })
})

test('of what is just as many as asked for says that there may be more', async () => {
  const { add, take } = await openReading()
  const ids = await add(some(2))
  expect(await take(2)).toEqual({ ids, left: 'more' })
  expect(await take(2)).toEqual({ ids: [], left: 'nothing' })
})

test('reads rows ahead, so that turns of a backlog cost no statement, for a second or until the next look', async () => {
  const { clock, statements, add, take } = await openReading()
  const ids = await add(some(200))
  expect(await take(1)).toEqual({ ids: ids.slice(0, 1), left: 'more' })
  const before = statements()
  for (let turn = 1; turn < 33; turn++) expect((await take(1)).ids).toEqual([ids[turn]])
  expect(statements()).toBe(before)
  // The front is empty: it is read again, behind those in hand.
  expect((await take(1)).ids).toEqual([ids[33]])
  expect(statements()).toBe(before + 1)
  // One that came in front meanwhile is seen by the next look, or a second later.
  const [urgent, later] = await add(some(2), began - 300_000)
  expect((await take(1)).ids).toEqual([ids[34]])
  clock.lookedAt++
  clock.now += 999
  expect((await take(1)).ids).toEqual([ids[35]])
  clock.now += 1
  expect((await take(1)).ids).toEqual([urgent])
  // And so it is by a clock that was set back.
  clock.lookedAt++
  clock.now -= 1000
  expect((await take(1)).ids).toEqual([later])
})

test('reads all there is again after a look, since what is new may stand behind it', async () => {
  const { clock, add, take } = await openReading()
  const ids = await add(some(3))
  expect((await take(1)).ids).toEqual([ids[0]])
  const added = await add(some(1), began - 50)
  clock.lookedAt++
  expect((await take(3)).ids).toEqual([...ids.slice(1), ...added])
})

test('passes over recipients that have had their share, and takes them again when something is laid down', async () => {
  const { layDown, add, take } = await openReading(domain => (domain === 'hanging.example.com' ? 2 : 1000))
  const hanging = await add(some(4, 'Hanging.example.com'))
  const fine = await add(some(2, 'example.net'), began - 10)
  expect(await take(3)).toEqual({ ids: [...hanging.slice(0, 2), fine[0]], left: 'more' })
  expect(await take(3)).toEqual({ ids: [fine[1]], left: 'more' })
  expect(await take(3)).toEqual({ ids: [], left: 'passed' })
  layDown.get(hanging[0] ?? '')?.()
  expect(await take(3)).toEqual({ ids: [hanging[2]], left: 'more' })
})

test('goes on behind any number of rows that it passes over, a page at a time, and from the front after ten seconds', async () => {
  const { db, clock, layDown, statements, add, take } = await openReading(domain =>
    domain === 'hanging.example.com' ? 1 : 1000,
  )
  const hanging = await add(some(700, 'hanging.example.com'))
  const [fine, other] = await add(some(2, 'example.net'), began - 10)
  expect((await take(1)).ids).toEqual([hanging[0]])
  // The front and 250 rows behind it, 250 more, and the rest.
  const first = await take(1)
  const second = await take(1)
  const third = await take(1)
  expect([first, second, third]).toEqual([
    { ids: [], left: 'more' },
    { ids: [], left: 'more' },
    { ids: [fine], left: 'more' },
  ])
  expect(await take(1)).toEqual({ ids: [other], left: 'more' })
  expect(await take(1)).toEqual({ ids: [], left: 'passed' })
  // Nothing can be behind before the next look.
  const before = statements()
  expect(await take(1)).toEqual({ ids: [], left: 'passed' })
  expect(statements()).toBe(before)
  const [late] = await add(some(1, 'example.org'), began - 5)
  expect((await take(1)).ids).toEqual([])
  clock.lookedAt++
  expect((await take(1)).ids).toEqual([late])
  // What it had passed over may have got room: a second time through.
  const [early] = await db.selectFrom('deliveries').select('id').orderBy('due_at').offset(400).limit(1).execute()
  await db
    .updateTable('deliveries')
    .set({ email_address: 'guest@example.org' })
    .where('id', '=', early?.id ?? '')
    .execute()
  clock.lookedAt++
  clock.now += 10_000
  expect((await take(1)).ids).toEqual([])
  clock.lookedAt++
  clock.now += 1
  expect((await take(1)).ids).toEqual([])
  expect((await take(1)).ids).toEqual([early?.id])
  layDown.get(hanging[0] ?? '')?.()
  expect((await take(1)).ids).toEqual([hanging[1]])
})
