import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../src/basics/errors/errors.ts'
import { type BatchOptions, type Commit, createBatch } from '../src/database/batch.ts'
import { type OpenDatabase, openDatabase, type Transaction } from '../src/database/database.ts'

afterEach(() => void vi.restoreAllMocks())

describe('a batch', () => {
  /** Runs work without a database, whose transaction begins in the next turn of the event loop. */
  const commit: Commit = async work => {
    await setImmediate()
    return work({} as Transaction)
  }

  type Item = { id: string }
  const item = (id: string): Item => ({ id })
  const byId: BatchOptions<Item> = { whenAway: 'reject', keyOf: ({ id }) => id }

  test('what is asked for at once, or while a group is written, is done together, in order', async () => {
    const groups: string[][] = []
    const double = createBatch(
      commit,
      async (_, items: readonly Item[]) => {
        groups.push(items.map(({ id }) => id))
        await new Promise(resolve => setTimeout(resolve, 5))
        return items.map(({ id }) => id + id)
      },
      byId,
    )
    const first = [double(item('a')), double(item('b'))]
    await new Promise(resolve => setTimeout(resolve, 1))
    const next = [double(item('c')), double(item('d'))]
    expect(await Promise.all([...first, ...next])).toEqual(['aa', 'bb', 'cc', 'dd'])
    expect(groups).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('a group has 32 rows at most, and none twice', async () => {
    const groups: string[][] = []
    const note = createBatch(
      commit,
      async (_, items: readonly Item[]) => {
        groups.push(items.map(({ id }) => id))
        return items.map(() => true)
      },
      byId,
    )
    const names = Array.from({ length: 40 }, (_, at) => `${at}`)
    await Promise.all([...names, '0', '0'].map(id => note(item(id))))
    expect(groups).toEqual([names.slice(0, 32), [...names.slice(32), '0'], ['0']])
  })

  test('only what is to blame fails', async () => {
    const done: string[] = []
    const work = createBatch(
      commit,
      async (_, items: readonly Item[]) => {
        if (items.some(({ id }) => id === 'bad')) throw new Error('bad')
        done.push(...items.map(({ id }) => id))
        return items.map(({ id }) => id)
      },
      byId,
    )
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map(id => work(item(id))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: new Error('bad') })
    expect(done).toEqual(['a', 'b'])
    await expect(work(item('bad'))).rejects.toThrow('bad')
  })

  test('all fail while the database is away, and nothing is done twice', async () => {
    let calls = 0
    const work = createBatch(
      commit,
      async (_, items: readonly Item[]) => {
        if (++calls === 1) throw new DatabaseUnavailableError(new Error('gone'))
        return items.map(({ id }) => id)
      },
      byId,
    )
    const outcomes = await Promise.allSettled(['a', 'b'].map(id => work(item(id))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toBe(1)
    expect(await work(item('a'))).toBe('a')
  })

  test('all fail if no transaction begins', async () => {
    const work = createBatch(
      async () => {
        throw new DatabaseUnavailableError(new Error('gone'))
      },
      async (_, items: readonly Item[]) => items.map(({ id }) => id),
      byId,
    )
    const outcomes = await Promise.allSettled(['a', 'b'].map(id => work(item(id))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('each is tried once more by itself, where that is asked for', async () => {
    const batches: string[][] = []
    const work = createBatch(
      commit,
      async (_, items: readonly Item[]) => {
        batches.push(items.map(({ id }) => id))
        if (batches.length === 1 || items[0]?.id === 'lost') throw new DatabaseUnavailableError(new Error('gone'))
        return items.map(({ id }) => id)
      },
      { whenAway: 'retry' },
    )
    const outcomes = await Promise.allSettled(['a', 'lost', 'a'].map(id => work(item(id))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([['a', 'lost', 'a'], ['a'], ['lost'], ['a']])
  })

  describe('that refills', () => {
    /** A commit after which items have 20 ms to gather, and a pause that only they can end. */
    function slowDisk() {
      const slow: Commit = Object.assign((work: never) => commit(work), { syncMs: () => 20 }) as Commit
      const { setTimeout } = globalThis
      const timers = vi.spyOn(globalThis, 'setTimeout')
      timers.mockImplementation(((call: () => void, milliseconds: number) =>
        setTimeout(call, milliseconds === 20 ? 3_600_000 : milliseconds)) as never)
      const batches: string[][] = []
      const work = async (_: Transaction, items: readonly Item[]) => {
        batches.push(items.map(({ id }) => id))
        return items.map(({ id }) => id)
      }
      return { slow, timers, batches, work }
    }

    test('waits until as many items are back, and no more come', async () => {
      const { slow, timers, batches, work } = slowDisk()
      const write = createBatch(slow, work, { whenAway: 'retry', refills: true })
      await Promise.all(['a', 'b', 'c', 'd'].map(id => write(item(id))))
      const later = ['e', 'f', 'g'].map(id => write(item(id)))
      await setImmediate()
      expect(timers).toHaveBeenCalledWith(expect.anything(), 20)
      expect(batches).toHaveLength(1)
      later.push(write(item('h')))
      queueMicrotask(() => later.push(write(item('i'))))
      await setImmediate()
      await Promise.all(later)
      expect(batches.map(batch => batch.join(''))).toEqual(['abcd', 'efghi'])
    })

    test('doesn’t wait without a disk to wait for, or if not asked to', async () => {
      const { slow, timers, work } = slowDisk()
      for (const write of [
        createBatch(commit, work, { whenAway: 'retry', refills: true }),
        createBatch(slow, work, { whenAway: 'retry' }),
      ])
        for (const ids of ['abcd', 'e']) await Promise.all([...ids].map(id => write(item(id))))
      expect(timers).not.toHaveBeenCalled()
    })
  })
})

describe('the embedded database', () => {
  let folder: string
  let opened: OpenDatabase
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'counterfoil-commit-'))
    opened = await openDatabase({ folder })
  })
  afterEach(async () => {
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

  test('pauses for what the disk took, not for its own work', async () => {
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    const busy = async () => {
      const until = performance.now() + 30
      while (performance.now() < until);
    }
    await Promise.all([opened.commit(busy), opened.commit(busy)])
    await opened.commit(addMerchant('a'))
    expect(pauses.mock.calls.filter(([, milliseconds]) => (milliseconds ?? 0) >= 20)).toEqual([])
  })
})
