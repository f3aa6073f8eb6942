import type { Metrics } from '../../basics/monitoring/metrics.ts'
import { browsers, printers } from '../../merchants/engines.ts'
import { createFairScheduler, type FairScheduler } from './fair-scheduler.ts'

/** Separate turns for each kind of work. */
export interface Schedulers {
  create: FairScheduler
  /** Large receipts, read and drawn in a thread apart. */
  large: FairScheduler
  html: FairScheduler
  pdf: FairScheduler
  /** Uploaded templates, examined in a thread apart. */
  templates: FairScheduler
}

/** How many requests may wait, for all merchants together. */
export type WaitingLimits = Record<keyof Schedulers, number>

/** About a second of work for creates and pages, half a minute for PDFs: no client waits longer for an answer. */
const defaults: WaitingLimits = { create: 1000, large: 200, html: 200, pdf: 100, templates: 10 }

/** Total bytes in the bodies of waiting creates. */
const maxWaitingBytes = 64 * 1024 * 1024

/** Opens this process's turns, with their limits and retry delays. */
export function openSchedulers(metrics: Metrics, waiting: Partial<WaitingLimits> = {}): Schedulers {
  const limits = { ...defaults, ...waiting }
  const common = (work: keyof WaitingLimits) => ({
    maxWaiting: limits[work],
    onRefused: () => metrics.refusals.inc({ work }),
    onWaiting: (count: number) => metrics.waitingRequests.set({ work }, count),
  })
  return {
    // Two database groups: one being written, one filling up.
    create: createFairScheduler({ ...common('create'), concurrency: 64, maxBytes: maxWaitingBytes, retryAfter: 2 }),
    large: createFairScheduler({
      ...common('large'),
      concurrency: 1,
      share: 'time',
      maxBytes: maxWaitingBytes,
      retryAfter: 2,
    }),
    html: createFairScheduler({ ...common('html'), concurrency: 8, retryAfter: 2 }),
    // What slow prints of one merchant take is its own time, and never the last browser.
    pdf: createFairScheduler({
      ...common('pdf'),
      concurrency: browsers,
      perMerchant: printers,
      share: 'time',
      retryAfter: 10,
    }),
    templates: createFairScheduler({
      ...common('templates'),
      concurrency: 1,
      share: 'time',
      maxBytes: maxWaitingBytes,
      retryAfter: 30,
    }),
  }
}
