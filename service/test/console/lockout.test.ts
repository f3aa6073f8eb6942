import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLockout } from '../../src/console/lockout.ts'
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
})
