import { DatabaseUnavailableError } from '../../errors/database-unavailable.ts'
import type { Transaction } from '../database.ts'
import type { Commit } from '../group-commit.ts'
import { loopWhile } from './loop.ts'

/** Does something to several rows in one transaction; a result for each, in order. Called with different ids. */
export type GroupWork<Item, Result> = (transaction: Transaction, items: readonly Item[]) => Promise<Result[]>

/** Most items in one transaction. */
const most = 32

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does the same to many rows in groups: those that are asked for while a group is being written are the next one, so that they
 * share its statements and its commit. A group that fails is done one by one, so that only what is to blame fails; if the database is
 * away, all fail, because nobody knows what was written.
 */
export function inGroups<Item extends { id: string }, Result>(
  commit: Commit,
  work: GroupWork<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const start = loopWhile(() => waiting.length > 0, writeSome)

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      start()
    })

  async function writeSome(): Promise<void> {
    let group: typeof waiting = []
    try {
      const results = await commit(transaction => {
        // Taken when the transaction begins, to include what arrived while it waited.
        group = take()
        return work(transaction, itemsOf(group))
      })
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (group.length === 0) group = take()
      const [first] = group
      if (error instanceof DatabaseUnavailableError) for (const { reject } of group) reject(error)
      else if (first && group.length === 1) first.reject(error)
      else await Promise.all(group.map(writeAlone))
    }
  }

  async function writeAlone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await commit(transaction => work(transaction, [item]))
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }

  /** What waits, each row once. */
  function take(): typeof waiting {
    const group = new Map<string, (typeof waiting)[number]>()
    const left: typeof waiting = []
    for (const each of waiting)
      if (group.size < most && !group.has(each.item.id)) group.set(each.item.id, each)
      else left.push(each)
    waiting = left
    return [...group.values()]
  }
}

function itemsOf<Item>(group: readonly { item: Item }[]): Item[] {
  return group.map(({ item }) => item)
}
