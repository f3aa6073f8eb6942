import { printers } from '../merchants/engines.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { createFairScheduler, type FairScheduler } from './fair-scheduler.ts'

/** Separate turns for each kind of work. */
export interface Schedulers {
  create: FairScheduler
  html: FairScheduler
  pdf: FairScheduler
}

/** How many requests may wait, for all merchants together. */
export type Waiting = Record<keyof Schedulers, number>

/** About a second of work for creates and pages, half a minute for PDFs: no client waits longer for an answer. */
const defaults: Waiting = { create: 1000, html: 200, pdf: 100 }

/** Total bytes in the bodies of waiting creates. */
const maxWaitingBytes = 64 * 1024 * 1024

/** Opens this process's turns, with their limits and retry delays. */
export function openSchedulers(metrics: Metrics, waiting: Partial<Waiting> = {}): Schedulers {
  const limits = { ...defaults, ...waiting }
  const common = (work: keyof Waiting) => ({
    maxWaiting: limits[work],
    onRefused: () => metrics.refusals.inc({ work }),
    onWaiting: (count: number) => metrics.waitingRequests.set({ work }, count),
  })
  return {
    // Two database groups: one being written, one filling up.
    create: createFairScheduler({ ...common('create'), concurrency: 64, maxBytes: maxWaitingBytes, retryAfter: 2 }),
    html: createFairScheduler({ ...common('html'), concurrency: 8, retryAfter: 2 }),
    pdf: createFairScheduler({ ...common('pdf'), concurrency: printers, retryAfter: 10 }),
  }
}
