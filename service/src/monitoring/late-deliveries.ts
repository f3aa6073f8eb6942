import type { Probe } from './readiness.ts'

/** How long a mail may be due before that is a warning, milliseconds. A burst is sent within a minute or two. */
export const lateAfter = 300_000

/** How long a result is reused, milliseconds: anyone can trigger this query. */
const freshness = 5000

/** How long the query may take, milliseconds: load balancers don't wait long. */
const deadline = 2500

export interface LateDeliveriesOptions {
  backlog: () => Promise<{ oldestDueAt: number | undefined }>
  now: () => number
}

/** A probe that warns of mails that should have been sent long ago, whichever process should have. */
export function createLateDeliveries({ backlog, now }: LateDeliveriesOptions): Probe {
  let found: { at: number; oldestDueAt: Promise<number | undefined> } | undefined

  return async () => {
    if (found === undefined || Math.abs(now() - found.at) >= freshness)
      found = { at: now(), oldestDueAt: backlog().then(({ oldestDueAt }) => oldestDueAt) }
    const oldestDueAt = await inTime(found.oldestDueAt)
    if (oldestDueAt === undefined || now() - oldestDueAt < lateAfter) return undefined
    const minutes = Math.floor((now() - oldestDueAt) / 60_000)
    return { status: 'warn', reason: `The oldest waiting mail has been due for ${minutes} minutes` }
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error("The database didn't answer in time")), deadline)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
