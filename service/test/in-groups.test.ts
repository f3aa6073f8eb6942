import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Transaction } from '../src/database/database.ts'
import type { Commit } from '../src/database/group-commit.ts'
import { inGroups } from '../src/database/groups/in-groups.ts'
import { DatabaseUnavailableError } from '../src/errors/database-unavailable.ts'

/** Runs work without a database, whose transaction begins in the next turn of the event loop. */
const commit: Commit = async work => {
  await setImmediate()
  return work({} as Transaction)
}

const item = (id: string) => ({ id })

test('what is asked for at once, or while a group is written, is done together, in order', async () => {
  const groups: string[][] = []
  const double = inGroups(commit, async (_, items: readonly { id: string }[]) => {
    groups.push(items.map(({ id }) => id))
    await new Promise(resolve => setTimeout(resolve, 5))
    return items.map(({ id }) => id + id)
  })
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
  const note = inGroups(commit, async (_, items: readonly { id: string }[]) => {
    groups.push(items.map(({ id }) => id))
    return items.map(() => true)
  })
  const names = Array.from({ length: 40 }, (_, at) => `${at}`)
  await Promise.all([...names, '0', '0'].map(id => note(item(id))))
  expect(groups).toEqual([names.slice(0, 32), [...names.slice(32), '0'], ['0']])
})

test('only what is to blame fails', async () => {
  const done: string[] = []
  const work = inGroups(commit, async (_, items: readonly { id: string }[]) => {
    if (items.some(({ id }) => id === 'bad')) throw new Error('bad')
    done.push(...items.map(({ id }) => id))
    return items.map(({ id }) => id)
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map(id => work(item(id))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: new Error('bad') })
  expect(done).toEqual(['a', 'b'])
  await expect(work(item('bad'))).rejects.toThrow('bad')
})

test('all fail while the database is away, and nothing is done twice', async () => {
  let calls = 0
  const work = inGroups(commit, async (_, items: readonly { id: string }[]) => {
    if (++calls === 1) throw new DatabaseUnavailableError(new Error('gone'))
    return items.map(({ id }) => id)
  })
  const outcomes = await Promise.allSettled(['a', 'b'].map(id => work(item(id))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
  expect(await work(item('a'))).toBe('a')
})

test('all fail if no transaction begins', async () => {
  const work = inGroups(
    async () => {
      throw new DatabaseUnavailableError(new Error('gone'))
    },
    async (_, items: readonly { id: string }[]) => items.map(({ id }) => id),
  )
  const outcomes = await Promise.allSettled(['a', 'b'].map(id => work(item(id))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
