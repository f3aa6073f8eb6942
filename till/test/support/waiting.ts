import type { Outcome } from '../../src/operations/outcome.ts'
import type { Sender } from '../../src/operations/sender.ts'
import type { Spool } from '../../src/spool/spool.ts'
import { recordOf } from './sales.ts'

/** One of each kind, as a service gives them. */
export const outcomes = {
  accepted: { kind: 'accepted', status: 200, offers: [], message: 'The service has the receipt.' },
  refused: {
    ...{ kind: 'refused', status: 422, referenceId: 'ref-1', message: 'The service refuses the receipt (422): No' },
    error: { message: 'No', code: null, referenceId: 'ref-1', errors: {} },
  },
  halted: { kind: 'halted', status: 401, what: 'key', message: 'The service rejects the key (401).' },
  busy: { kind: 'busy', status: 429, message: 'The service asks for a pause (429).' },
  failed: { kind: 'failed', status: 500, message: 'The service failed (500).' },
  silent: { kind: 'failed', code: 'deadline', message: 'No answer came in time.' },
} as const satisfies Record<string, Outcome>

/** The file of a receipt by register and number: `7-a`. */
export const fileOf = (id: string, at = '20261121T174412.000Z') => `${at}-${id}.json`

/** A spool in memory, so that a test may stop all clocks. */
export function spoolOf(...ids: string[]) {
  const pending = new Set(ids.map(id => fileOf(id)))
  const moved: string[] = []
  const notes = new Map<string, unknown>()
  const reads: string[] = []
  /** What to do in place of reading a file, and those that can't be moved. */
  const faults = { read: new Map<string, () => unknown>(), move: new Set<string>() }
  const spool: Partial<Spool> = {
    list: async () => [...pending].sort(),
    async read(_, name) {
      reads.push(name)
      return (faults.read.get(name)?.() ?? recordOf(name)) as never
    },
    async markRefused(name, reason) {
      pending.delete(name)
      notes.set(name, reason)
    },
    async settle(name, { kind }) {
      if (faults.move.has(name)) return false
      pending.delete(name)
      moved.push(`${kind} ${name}`)
      return true
    },
  }
  return { spool: spool as Spool, pending, moved, notes, reads, faults }
}

/** A sender whose parts a test may change meanwhile. */
export function senderThat(answer: (file: string, signal: AbortSignal) => Outcome | Promise<Outcome>) {
  const asked: string[] = []
  const probes: AbortSignal[] = []
  const way = { isUp: true, liveCount: 0, halt: undefined as Sender['halt'] }
  const sender: Partial<Sender> = {
    settings: { merchant: 'alder', mode: 'live' } as Sender['settings'],
    get liveCount() {
      return way.liveCount
    },
    get halt() {
      return way.halt
    },
    async replay({ requestId }, signal) {
      asked.push(requestId)
      return await answer(requestId, signal)
    },
    async probe(signal) {
      probes.push(signal)
      return way.isUp
    },
    resume() {
      way.halt = undefined
    },
  }
  return { sender: sender as Sender, way, asked, probes }
}
