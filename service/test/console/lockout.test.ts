import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
import { countTry, deviceMemory, expireTries, forgetDevices, forgetTries } from '../../src/people/sign-in.ts'
import { makePlace } from '../support/service.ts'

describe('a try to sign in waits after so many that failed within the hour', () => {
  const now = Date.UTC(2026, 10, 24)
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  beforeAll(async () => {
    place = await makePlace('SQLite', { hasTables: true })
    opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  test.each([
    ['of one name from one address', 3, () => ({ name: 'ada', address: '192.0.2.0' })],
    ['of one name', 20, (turn: number) => ({ name: 'grace', address: `198.51.100.${turn}` })],
    ['from one address', 30, (turn: number) => ({ name: `name-${turn}`, address: '203.0.113.0' })],
  ])('%s: %i', async (_, free, trier) => {
    for (let turn = 0; turn < free; turn++)
      expect([turn, await countTry(opened.db, trier(turn), now)]).toEqual([turn, { isKnown: false }])
    expect(await countTry(opened.db, trier(free), now)).toEqual({ wait: 1 })
    expect(await countTry(opened.db, trier(free + 1), now + 60 * 60_000)).toEqual({ isKnown: false })
  })

  test('each further try waits twice as long, at most a quarter of an hour', async () => {
    const trier = { name: 'linus', address: '' }
    let at = now
    for (let turn = 0; turn < 20; turn++) await countTry(opened.db, trier, at)
    const waits: number[] = []
    for (let turn = 0; turn < 13; turn++) {
      const answer = await countTry(opened.db, trier, at)
      if (!('wait' in answer)) throw new Error('no wait')
      waits.push(answer.wait)
      at += answer.wait * 1000 - 1
      expect(await countTry(opened.db, trier, at)).toEqual({ wait: 1 })
      at += 1
      expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: false })
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('one of several at once doesn’t wait for one that came later and was counted before', async () => {
    const at = now + 2 * 60 * 60_000
    const trier = { name: 'barbara', address: '192.0.2.5' }
    expect(await countTry(opened.db, { ...trier, name: 'edsger' }, at + 5)).toEqual({ isKnown: false })
    expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: false })
    for (let turn = 1; turn < 3; turn++) await countTry(opened.db, trier, at + 5)
    expect(await countTry(opened.db, trier, at)).toEqual({ wait: 2 })
    expect(await countTry(opened.db, trier, at + 1005)).toEqual({ isKnown: false })
  })

  test('a browser that signed in is known for sixty days, until all are forgotten', async () => {
    const trier = { name: 'ada', address: '192.0.2.9', device: 'a browser’s secret' }
    let at = now
    await forgetTries(opened.db, trier, at)
    at += deviceMemory - 1
    expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: true })
    expect(await countTry(opened.db, { ...trier, name: 'grace' }, at)).toEqual({ isKnown: false })
    at += 1
    expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: false })
    await forgetTries(opened.db, trier, at)
    expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: true })
    await forgetDevices(opened.db)
    expect(await countTry(opened.db, trier, at)).toEqual({ isKnown: false })
  })

  test('what is over is deleted: failures after an hour, browsers after sixty days', async () => {
    const empty = { failures: 0, devices: 0 }
    const left = async () => ({
      failures: (await opened.db.selectFrom('sign_in_failures').selectAll().execute()).length,
      devices: (await opened.db.selectFrom('sign_in_devices').selectAll().execute()).length,
    })
    let at = now + 2 * deviceMemory
    await expireTries(opened.db, at)
    expect(await left()).toEqual(empty)
    await forgetTries(opened.db, { name: 'ada', address: '', device: 'another' }, at)
    await countTry(opened.db, { name: 'grace', address: '192.0.2.7' }, at)
    expect(await left()).toEqual({ failures: 3, devices: 1 })
    at += 60 * 60_000 - 1
    expect(await expireTries(opened.db, at)).toBe(0)
    at += 1
    expect(await expireTries(opened.db, at)).toBe(3)
    at += deviceMemory - 60 * 60_000
    expect(await expireTries(opened.db, at)).toBe(1)
    expect(await left()).toEqual(empty)
  })
})
