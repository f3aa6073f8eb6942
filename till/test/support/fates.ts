import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TillOptions } from '../../src/settings/read-settings.ts'
import type { TestOverrides, Till } from '../../src/till.ts'
import type { startRealService } from './real-service.ts'
import { sale } from './sales.ts'

/** How sales went on a network of fates. */
export interface Fates {
  sales: number
  confirmed: number
  /** Sales that the service answered while the till waited. */
  answered: number
  /** Of those, the ones that the till didn't confirm, and why. */
  unheard: string[]
  /** Sales that the till gave up before their time, or didn't send although few before them were silent, and why. */
  hasty: string[]
  /** Confirmed sales that the service doesn't have. */
  untrue: string[]
  lost: string[]
  doubled: string[]
  /** Requests by what happened to them. */
  seen: Record<string, number>
}

/** Milliseconds that a sale has, and that one has at least after a silent one. */
const [deadline, shortest] = [2000, 500]

/** Sales in a row without an answer from which on most aren't sent; milliseconds after which one is, however many there were. */
const [silencesUntilPause, longestPause] = [3, 10_000]

/**
 * Rings up sales at several tills, each one after another, while half of the requests meet one of twenty bad fates; then the network is
 * well, and what waits is sent.
 *
 * @param newFolder for a spool
 */
export async function tryFates(
  service: Awaited<ReturnType<typeof startRealService>>,
  openTill: (options: TillOptions, surroundings?: TestOverrides) => Promise<Till>,
  { tills, each, seed, newFolder }: { tills: number; each: number; seed: number; newFolder: () => string },
): Promise<Fates> {
  const shop = new URL('../../../examples/shop/', import.meta.url)
  const { openNetwork } = await import(new URL('network.js', shop).href)
  const { createChance } = await import(new URL('chance.js', shop).href)
  const network = await openNetwork(Number(new URL(service.url).port), createChance(seed))
  const url = `http://127.0.0.1:${network.port}`
  const found: Fates = {
    sales: 0,
    confirmed: 0,
    answered: 0,
    unheard: [],
    hasty: [],
    untrue: [],
    lost: [],
    doubled: [],
    seen: network.seen,
  }
  const confirmed: string[] = []
  const numbers: string[] = []
  const open = Array.from({ length: tills }, async (_, index) => {
    const options = { ...service.options, receipts: `${url}/ws/rest/v1`, host: url, spool: newFolder(), log: () => {} }
    const till = await openTill(options)
    const judge = createJudge()
    // The question for the service's mode is behind it.
    await judge(() => till.checkout(sale(`first-${index}`)))
    return { till, options, judge }
  })
  const opened = await Promise.all(open)
  network.turn('mixed')
  const rings = opened.map(async ({ till, options, judge }, index) => {
    for (let count = 0; count < each; count++) {
      const number = `fate-${index}-${count}`
      numbers.push(number)
      const { end, isHasty } = await judge(() => till.checkout(sale(number), { deadline }))
      const isAnswered = network.wasAnswered(number)
      if (isAnswered) found.answered++
      if (end.confirm !== undefined) confirmed.push(number)
      else if (isAnswered) found.unheard.push(`${number}: ${end.reason}`)
      if (isHasty) found.hasty.push(`${number}: ${end.reason}`)
    }
    // What is under way would hang until its own deadline.
    await till.close()
    return options
  })
  const closed = await Promise.all(rings)
  network.turn('calm')
  const sent = closed.map(async options => {
    const till = await openTill(options, { replays: false })
    for (let left = 1; left > 0; ) ({ left } = await till.flush())
    await till.close()
    found.lost.push(...readdirSync(join(options.spool, 'refused')))
  })
  await Promise.all(sent)
  await network.close()
  const stored = Map.groupBy(await service.stored(), number => number)
  found.sales = numbers.length
  found.confirmed = confirmed.length
  found.untrue = confirmed.filter(number => !stored.has(number))
  found.lost.push(...numbers.filter(number => !stored.has(number)))
  found.doubled = numbers.filter(number => (stored.get(number)?.length ?? 0) > 1)
  return found
}

/**
 * Judges a till's sales, one after another: how slow this machine is only makes a till wait longer.
 *
 * @returns what runs a checkout, and says whether it gave up too early
 */
function createJudge() {
  let silences = 0
  let lastSentAt = 0
  return async (checkout: () => ReturnType<Till['checkout']>) => {
    const at = performance.now()
    const before = silences
    const end = await checkout()
    const isSent = end.reason !== 'The service did not answer the previous sales.'
    const isSilent = end.reason === 'No answer came in time.'
    const isPause = before >= silencesUntilPause && at - lastSentAt < longestPause
    // A timer may be a millisecond early.
    const waited = performance.now() - at + 5
    if (isSent) [silences, lastSentAt] = [isSilent ? before + 1 : 0, performance.now()]
    return { end, isHasty: isSent ? isSilent && waited < (before === 0 ? deadline : shortest) : !isPause }
  }
}
