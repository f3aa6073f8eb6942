import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { putKey } from '../../src/merchants/api-keys.ts'
import { savePerson } from '../../src/people/people.ts'
import {
  actorOf,
  closeAllSessions,
  closeOtherSessions,
  closeSession,
  expireSessions,
  findSession,
  type Holder,
  openSession,
  sessionLimits,
} from '../../src/people/sessions.ts'
import { makePlace } from '../support/service.ts'

describe('a session in the console', () => {
  const minute = 60_000
  let at = Date.UTC(2026, 10, 24)
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  let ada: Holder & { personId: string }
  const till = { merchantId: 'alder', keyId: 'key-1' }
  beforeAll(async () => {
    place = await makePlace('SQLite', { hasTables: true })
    opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
    const alder = { id: 'alder', name: 'Alder', active: 1, settings: '{}', version: 1 }
    await opened.db.insertInto('merchants').values(alder).execute()
    const { person } = await savePerson(opened.db, { merchantId: 'alder', name: 'ada', role: 'view' }, at)
    ada = { merchantId: 'alder', personId: person.id }
    await putKey(opened.db, { merchantId: 'alder', id: 'key-1', secret: 'secret', label: 'till 1' }, at)
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  const open = (holder: Holder) => openSession(opened.db, holder, at)
  const find = (secret: string) => findSession(opened.db, secret, at)

  test('is a person’s, with their role, or a till’s, with a desk’s', async () => {
    const [person, key] = [await open(ada), await open(till)]
    const [hers, its] = [await find(person), await find(key)]
    expect(hers).toMatchObject({
      merchantId: 'alder',
      role: 'view',
      by: { person: ada.personId, name: 'ada' },
      createdAt: at,
    })
    expect(its).toMatchObject({ merchantId: 'alder', role: 'desk', by: { key: 'key-1', label: 'till 1' } })
    expect([actorOf(hers!), actorOf(its!)]).toEqual([`person:${ada.personId}`, 'key:key-1'])
    expect(await find(`${person}x`)).toBe(undefined)
  })

  test('ends after two hours without a request', async () => {
    const secret = await open(ada)
    at += sessionLimits.idle - 1
    expect(await find(secret)).toBeDefined()
    at += sessionLimits.idle
    expect(await find(secret)).toBe(undefined)
    await expireSessions(opened.db, at)
  })

  test('ends after twelve hours, however much it was used', async () => {
    const secret = await open(ada)
    const end = at + sessionLimits.whole
    for (; at < end; at += 60 * minute) expect(await find(secret)).toBeDefined()
    at = end - 1
    expect(await find(secret)).toBeDefined()
    at = end
    expect(await find(secret)).toBe(undefined)
    await expireSessions(opened.db, at)
  })

  test('is noted as used once a minute', async () => {
    const secret = await open(ada)
    const seenAt = async () =>
      (await opened.db.selectFrom('sessions').select('seen_at').where('person_id', '=', ada.personId).execute()).map(
        row => row.seen_at - start,
      )
    const start = at
    at = start + minute - 1
    await find(secret)
    expect(await seenAt()).toEqual([0])
    at = start + minute
    await find(secret)
    expect(await seenAt()).toEqual([minute])
    at = start + 2 * minute - 1
    await find(secret)
    expect(await seenAt()).toEqual([minute])
    await closeAllSessions(opened.db)
  })

  test('is deleted when it is over, however it ended', async () => {
    await open(ada)
    at += sessionLimits.idle - 1
    expect(await expireSessions(opened.db, at)).toBe(0)
    at += 1
    expect(await expireSessions(opened.db, at)).toBe(1)

    const used = await open(till)
    const end = at + sessionLimits.whole
    for (; at < end; at += 60 * minute) await find(used)
    await opened.db.updateTable('sessions').set({ seen_at: at }).execute()
    at = end - 1
    expect(await expireSessions(opened.db, at)).toBe(0)
    at = end
    expect(await expireSessions(opened.db, at)).toBe(1)
  })

  test('ends when its person signs out the others, changes, or goes', async () => {
    const [one, two, its] = [await open(ada), await open(ada), await open(till)]
    const kept = await find(two)
    await closeOtherSessions(opened.db, ada.personId, kept!.tokenHash)
    const found = async () => (await Promise.all([one, two, its].map(find))).map(session => session !== undefined)
    expect(await found()).toEqual([false, true, true])
    await opened.db.updateTable('people').set({ removed_at: at }).execute()
    expect(await found()).toEqual([false, false, true])
    await opened.db.updateTable('api_keys').set({ ends_at: at }).execute()
    expect(await found()).toEqual([false, false, false])
    await opened.db
      .updateTable('api_keys')
      .set({ ends_at: at + 1 })
      .execute()
    expect(await found()).toEqual([false, false, true])
    await closeSession(opened.db, (await find(its))!.tokenHash)
    expect(await found()).toEqual([false, false, false])
    expect(await closeAllSessions(opened.db)).toBe(1)
  })
})
