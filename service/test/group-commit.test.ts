import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase, type Transaction } from '../src/database/database.ts'

let folder: string
let opened: OpenDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-commit-'))
  opened = await openDatabase({ folder })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
  rmSync(folder, { recursive: true })
})

const addMerchant = (id: string) => async (transaction: Transaction) => {
  await transaction.insertInto('merchants').values({ id, name: id, active: 1, settings: '{}', version: 1 }).execute()
  return id
}
const merchants = async () =>
  (await opened.db.selectFrom('merchants').select('id').orderBy('id').execute()).map(({ id }) => id)

test('work that arrives together shares a commit', async () => {
  const transactions = vi.spyOn(opened.db, 'transaction')
  const names = Array.from({ length: 20 }, (_, at) => `m${String(at).padStart(2, '0')}`)
  expect(await Promise.all(names.map(name => opened.commit(addMerchant(name))))).toEqual(names)
  expect(transactions).toHaveBeenCalledTimes(1)
  expect(await merchants()).toEqual(names)
})

test('rolls back only failed work', async () => {
  const outcomes = await Promise.allSettled([
    opened.commit(addMerchant('a')),
    opened.commit(async transaction => {
      await addMerchant('undone')(transaction)
      throw new Error('broken')
    }),
    opened.commit(addMerchant('a')),
    opened.commit(addMerchant('b')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: new Error('broken') })
  expect(await merchants()).toEqual(['a', 'b'])
  await expect(
    opened.commit(async transaction => {
      await addMerchant('alone')(transaction)
      throw new Error('broken alone')
    }),
  ).rejects.toThrow('broken alone')
  expect(await merchants()).toEqual(['a', 'b'])
})

test('fails all work if the commit fails', async () => {
  const execute = vi.fn().mockRejectedValueOnce(new Error('disk full'))
  const transaction = opened.db.transaction.bind(opened.db)
  vi.spyOn(opened.db, 'transaction').mockImplementationOnce(() => ({ ...transaction(), execute }) as never)
  const outcomes = await Promise.allSettled([opened.commit(addMerchant('a')), opened.commit(addMerchant('b'))])
  expect(outcomes).toMatchObject([{ reason: new Error('disk full') }, { reason: new Error('disk full') }])
  expect(await opened.commit(addMerchant('c'))).toBe('c')
  expect(await merchants()).toEqual(['c'])
})

describe('after a commit', () => {
  const pauses = () => vi.spyOn(globalThis, 'setTimeout')
  /** Work that keeps the thread busy for so many milliseconds, and the disk for hardly any. */
  const busy = (milliseconds: number) => async () => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  }
  /** Makes the disk slow for one commit. */
  function slowDisk(milliseconds: number) {
    const transaction = opened.db.transaction.bind(opened.db)
    vi.spyOn(opened.db, 'transaction').mockImplementationOnce(() => {
      const builder = transaction()
      const execute: typeof builder.execute = async work => {
        const result = await builder.execute(work)
        await busy(milliseconds)()
        return result
      }
      return { ...builder, execute } as never
    })
  }

  test('there is no pause for the time of its own work', async () => {
    const spy = pauses()
    await opened.commit(busy(50), { gathers: { held: () => 32, waiting: () => 0, onceAgain: () => {} } })
    await opened.commit(addMerchant('a'))
    expect(spy.mock.calls.filter(([, milliseconds]) => (milliseconds ?? 0) >= 20)).toEqual([])
  })

  test('what gathers may come while the disk was slow, and no longer than until all are back', async () => {
    slowDisk(30)
    const { setTimeout } = globalThis
    const spy = pauses()
    // The pause of 20 ms never ends by itself.
    spy.mockImplementation(((call: () => void, milliseconds: number) =>
      setTimeout(call, milliseconds === 20 ? 3_600_000 : milliseconds)) as never)
    const again = Promise.withResolvers<() => void>()
    // One more comes in the first turn, none in the next.
    const counts = [2, 3, 3]
    const waiting = vi.fn(() => counts.shift() ?? 3)
    await opened.commit(busy(0), { gathers: { held: () => 32, waiting, onceAgain: again.resolve } })
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const hurry = await again.promise
    expect(spy).toHaveBeenCalledWith(expect.anything(), 20)
    const next = opened.commit(addMerchant('a'))
    hurry()
    expect(cleared).not.toHaveBeenCalled()
    expect(await next).toBe('a')
    expect(cleared).toHaveBeenCalled()
    expect(counts).toEqual([])
  })
})
