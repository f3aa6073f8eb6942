import { withDeadline } from '../basics/deadline.ts'
import type { Log } from '../basics/log.ts'
import type { ServiceConnection } from '../operations/connect.ts'
import { keep, readKept, readShared, type SharedSettings } from './shared-settings.ts'

/** Tells the service how the till is while nothing is sold, and asks what all tills are to do alike. */
export interface Probe {
  /** What the merchant wants, as far as it is known. */
  settings(): SharedSettings
  start(): void
  stop(): Promise<void>
}

interface ProbeOptions {
  /** The spool's. */
  folder: string
  /** Asks without hurry. */
  service: ServiceConnection
  /** Called before each question, to see what is to be told. */
  before: () => Promise<void>
  /** From 0 to 1. */
  chance: () => number
  log: Log
  /** Milliseconds between two questions; default five minutes. */
  every?: number | undefined
}

/** Between two questions, and to a service that knows no such question; milliseconds. */
const [usualEvery, rarely] = [300_000, 3_600_000]

/** Until the first question, so that tills that are switched on together don't ask at once; milliseconds. */
const firstWithin = 30_000

/** Longest wait for the answer; milliseconds. */
const deadlineMs = 10_000

/** Starts nothing yet. Knows the settings that were kept. */
export async function openProbe(options: ProbeOptions): Promise<Probe> {
  const { folder, service, before, chance, log, every = usualEvery } = options
  const till = service.settings
  let known = await readKept(folder, till)
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()

  /** Gives the milliseconds until the next. */
  async function ask(): Promise<number> {
    try {
      await before()
      const { status, headers, text } = await withDeadline(deadlineMs, closing.signal, signal =>
        service.tillSettings(signal),
      )
      if (status === 404 || status === 405) return Math.max(every, rarely)
      if (status === 200) await take({ body: text, signature: String(headers['counterfoil-signature'] ?? '') })
    } catch {
      // The next sale says that the service is away; here nobody waits.
    }
    return every
  }

  async function take(signed: { body: string; signature: string }): Promise<void> {
    const read = readShared(signed, till)
    if (read === undefined || read.savedAt <= (known?.savedAt ?? 0)) return
    known = read
    log({ level: 'info', message: 'The merchant has changed the settings of all tills' })
    await keep(folder, signed)
  }

  function schedule(wait: number): void {
    if (closing.signal.aborted) return
    timer = setTimeout(() => {
      work = ask().then(next => schedule(next * (0.9 + chance() / 5)))
    }, wait)
    timer.unref()
  }

  return {
    settings: () => known?.settings ?? {},
    start: () => schedule(chance() * Math.min(firstWithin, every)),
    async stop() {
      closing.abort()
      clearTimeout(timer)
      await work
    },
  }
}
