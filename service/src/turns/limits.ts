import { printers } from '../merchants/engines.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { createTurns, type Turns } from './turns.ts'

/** Separate turns for each kind of work. */
export interface ServiceTurns {
  create: Turns
  html: Turns
  pdf: Turns
}

/** How many requests may wait, for all merchants together. */
export type Waiting = Record<keyof ServiceTurns, number>

/** About a second of work for creates and pages, half a minute for PDFs: no client waits longer for an answer. */
const defaults: Waiting = { create: 1000, html: 200, pdf: 100 }

/** Total bytes in the bodies of waiting creates. */
const mostBytes = 64 * 1024 * 1024

/** Opens this process's turns, with their limits and retry delays. */
export function openTurns(metrics: Metrics, waiting: Partial<Waiting> = {}): ServiceTurns {
  const most = { ...defaults, ...waiting }
  const common = (work: keyof Waiting) => ({
    mostWaiting: most[work],
    onRefused: () => metrics.refusals.inc({ work }),
    onWaiting: (count: number) => metrics.waitingRequests.set({ work }, count),
  })
  return {
    // Two database groups: one being written, one filling up.
    create: createTurns({ ...common('create'), atOnce: 64, mostBytes, retryAfter: 2 }),
    html: createTurns({ ...common('html'), atOnce: 8, retryAfter: 2 }),
    pdf: createTurns({ ...common('pdf'), atOnce: printers, retryAfter: 10 }),
  }
}
