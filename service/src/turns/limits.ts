import { printers } from '../merchants/engines.ts'
import type { Metrics } from '../metrics.ts'
import { createTurns, type Turns } from './turns.ts'

/** What waits for its turn, each kind of work by itself. */
export interface ServiceTurns {
  create: Turns
  html: Turns
  pdf: Turns
}

/** Requests that may wait, of all merchants together. */
export type Waiting = Record<keyof ServiceTurns, number>

/** About a second's work for creates and pages, half a minute's for PDFs: nobody waits longer for a yes or no. */
const usual: Waiting = { create: 1000, html: 200, pdf: 100 }

/** Bodies of waiting creates. */
const mostBytes = 64 * 1024 * 1024

/** What waits for its turn in this process, how much of it, and when those who find no room may come again. */
export function openTurns(metrics: Metrics, waiting: Partial<Waiting> = {}): ServiceTurns {
  const most = { ...usual, ...waiting }
  const common = (work: keyof Waiting) => ({
    mostWaiting: most[work],
    onRefused: () => metrics.refusals.inc({ work }),
    onWaiting: (count: number) => metrics.waitingRequests.set({ work }, count),
  })
  return {
    // Two groups of the database: one that is written, one that fills meanwhile.
    create: createTurns({ ...common('create'), atOnce: 64, mostBytes, retryAfter: 2 }),
    html: createTurns({ ...common('html'), atOnce: 8, retryAfter: 2 }),
    pdf: createTurns({ ...common('pdf'), atOnce: printers, retryAfter: 10 }),
  }
}
