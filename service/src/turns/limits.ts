import { printers } from '../merchants/engines.ts'
import type { Metrics } from '../metrics.ts'
import { createTurns, type Turns } from './turns.ts'

/** The works that wait for their turn. */
export interface ServiceTurns {
  create: Turns
  html: Turns
  pdf: Turns
}

/** Requests that may wait, of all merchants together. */
export interface Waiting {
  create: number
  html: number
  pdf: number
}

/** About a second's work for creates and pages, half a minute's for PDFs: nobody waits longer for a yes or no. */
const usual: Waiting = { create: 1000, html: 200, pdf: 100 }

/** Bodies of waiting creates. */
const mostBytes = 64 * 1024 * 1024

/** What waits for its turn in this process, how much of it, and when those who find no room may come again. */
export function openTurns({ refusals }: Metrics, waiting: Partial<Waiting> = {}): ServiceTurns {
  const most = { ...usual, ...waiting }
  const onRefused = (work: keyof Waiting) => () => refusals.inc({ work })
  return {
    create: createTurns({
      // Two groups of the database: one that is written, one that fills meanwhile.
      atOnce: 64,
      mostWaiting: most.create,
      mostBytes,
      retryAfter: 2,
      onRefused: onRefused('create'),
    }),
    html: createTurns({ atOnce: 8, mostWaiting: most.html, retryAfter: 2, onRefused: onRefused('html') }),
    pdf: createTurns({ atOnce: printers, mostWaiting: most.pdf, retryAfter: 10, onRefused: onRefused('pdf') }),
  }
}
