import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLockout, deviceMemory } from '../../src/console/lockout.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/database.ts'
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
    const { attempt } = createLockout(opened.db, () => now)
    for (let turn = 0; turn < free; turn++)
      expect([turn, await attempt(trier(turn))]).toEqual([turn, { isKnown: false }])
    expect(await attempt(trier(free))).toEqual({ wait: 1 })
    const later = createLockout(opened.db, () => now + 60 * 60_000)
    expect(await later.attempt(trier(free + 1))).toEqual({ isKnown: false })
  })

  test('each further try waits twice as long, at most a quarter of an hour', async () => {
    const trier = { name: 'linus', address: '' }
    let at = now
    const { attempt } = createLockout(opened.db, () => at)
    for (let turn = 0; turn < 20; turn++) await attempt(trier)
    const waits: number[] = []
    for (let turn = 0; turn < 13; turn++) {
      const answer = await attempt(trier)
      if (!('wait' in answer)) throw new Error('no wait')
      waits.push(answer.wait)
      at += answer.wait * 1000 - 1
      expect(await attempt(trier)).toEqual({ wait: 1 })
      at += 1
      expect(await attempt(trier)).toEqual({ isKnown: false })
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('a browser that signed in is known for sixty days, until all are forgotten', async () => {
    const trier = { name: 'ada', address: '192.0.2.9', device: 'a browser’s secret' }
    let at = now
    const lockout = createLockout(opened.db, () => at)
    await lockout.worked(trier)
    at += deviceMemory - 1
    expect(await lockout.attempt(trier)).toEqual({ isKnown: true })
    expect(await lockout.attempt({ ...trier, name: 'grace' })).toEqual({ isKnown: false })
    at += 1
    expect(await lockout.attempt(trier)).toEqual({ isKnown: false })
    await lockout.worked(trier)
    expect(await lockout.attempt(trier)).toEqual({ isKnown: true })
    await lockout.forgetDevices()
    expect(await lockout.attempt(trier)).toEqual({ isKnown: false })
  })

  test('what is over is deleted: failures after an hour, browsers after sixty days', async () => {
    const empty = { failures: 0, devices: 0 }
    const left = async () => ({
      failures: (await opened.db.selectFrom('sign_in_failures').selectAll().execute()).length,
      devices: (await opened.db.selectFrom('sign_in_devices').selectAll().execute()).length,
    })
    let at = now + 2 * deviceMemory
    const lockout = createLockout(opened.db, () => at)
    await lockout.expire()
    expect(await left()).toEqual(empty)
    await lockout.worked({ name: 'ada', address: '', device: 'another' })
    await lockout.attempt({ name: 'grace', address: '192.0.2.7' })
    expect(await left()).toEqual({ failures: 3, devices: 1 })
    at += 60 * 60_000 - 1
    expect(await lockout.expire()).toBe(0)
    at += 1
    expect(await lockout.expire()).toBe(3)
    at += deviceMemory - 60 * 60_000
    expect(await lockout.expire()).toBe(1)
    expect(await left()).toEqual(empty)
  })
})
