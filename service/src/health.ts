import { reasonOf } from './basics/errors/fault.ts'
import { createMetrics } from './basics/monitoring/metrics.ts'
import {
  createDataDisk,
  createLateDeliveries,
  createReadiness,
  type Readiness,
  type Trouble,
} from './basics/monitoring/readiness.ts'
import type { MetricMirror } from './basics/monitoring/telemetry/metric-mirror.ts'
import { isUnwritable } from './database/database.ts'
import type { MailTransport } from './delivery/mail/transport.ts'
import { createMailWatch, type MailWatch } from './delivery/mail/watch.ts'
import { readBacklog } from './delivery/outbox/delivery.ts'
import { countHeld } from './delivery/outbox/pauses.ts'
import { countSuppressions } from './delivery/suppression/list.ts'
import { readWebhookBacklog } from './delivery/webhooks/upkeep.ts'
import { listMerchants } from './merchants/merchants.ts'
import { tryPrinting } from './merchants/printing.ts'
import { countTills } from './operations/fleet/list.ts'
import type { Config } from './settings/config.ts'
import type { Storage } from './storage.ts'

interface HealthOptions {
  config: Config
  storage: Storage
  transport: MailTransport | undefined
  /** Whether this process writes to the data folder. */
  writesFiles: boolean
  mirror: MetricMirror
  /** Bytes left for the data folder; default: what the system says. */
  freeBytes?: (() => Promise<number>) | undefined
}

/** Everything that watches the process: wires the checks of `/readyz` and the metrics. */
export function openHealth({ config, storage, transport, writesFiles, mirror, freeBytes }: HealthOptions) {
  const { db, now, log } = storage
  const backlog = () => readBacklog(db)
  let stoppingSince: number | undefined

  const disk = createDataDisk({ folder: config.dataDir, now, ...(freeBytes && { freeBytes }) })
  const mailWatch =
    transport?.check && config.role !== 'api'
      ? createMailWatch({ check: transport.check, now, onFound: trouble => readiness.note('mail', trouble) })
      : undefined
  const readiness = createReadiness({
    probes: {
      database: () => storage.ping().then(() => undefined, databaseTrouble),
      deliveries: createLateDeliveries({ backlog, now }),
      ...(writesFiles && { disk: disk.check }),
      ...(mailWatch && { mail: mailWatch.probe }),
    },
    now,
    log,
  })
  const metrics = createMetrics({
    backlog,
    held: () => countHeld(db),
    suppressed: () => countSuppressions(db, now()),
    webhooks: () => readWebhookBacklog(db),
    tills: () => countTills(db, now()),
    checks: whileOpen(readiness.check),
    now,
    mirror,
    ...(writesFiles && { freeBytes: disk.freeBytes }),
    ...(mailWatch && { isMailUp: whileOpen(mailWatch.isUp) }),
  })
  const surroundings = watchSurroundings({
    readiness,
    prints,
    tryPrinting: () => tryPrinting(config),
    mailWatch,
    now,
  })

  return {
    metrics,
    readiness,
    surroundings,
    /** Only in a process that sends mails through a server. */
    mailWatch,
    /** Counts a PDF that couldn't be printed, and finds out whether any can. */
    pdfFailed(): void {
      metrics.pdfFailures.inc()
      surroundings.afterFailedPdf()
    },
    /** When the process began to stop, milliseconds since 1970; undefined if it didn't. */
    stoppingSince: () => stoppingSince,
    /** Notes that the process stops: from now on, what doesn't answer is no trouble. */
    stop(): void {
      stoppingSince = now()
    },
  }

  /** OpenTelemetry reads the metrics once more after the end, when nothing answers anymore. */
  function whileOpen<Value>(read: () => Promise<Value>): () => Promise<Value> {
    return () => (stoppingSince === undefined ? read() : Promise.reject(new Error('The service is stopping.')))
  }

  /** An API process can get PDF requests anytime; a worker prints only if some merchant attaches PDFs. */
  async function prints(): Promise<boolean> {
    return config.role !== 'worker' || (await listMerchants(db)).some(({ settings }) => settings.attachPdf === true)
  }
}

function databaseTrouble(error: unknown): Trouble {
  const what = isUnwritable(error) ? "can't be written" : "doesn't answer"
  return { status: 'fail', reason: `The database ${what} (${reasonOf(error)})`, error }
}

interface SurroundingsOptions {
  readiness: Readiness
  /** Whether this process may have to print. @throws if the database doesn't answer */
  prints: () => Promise<boolean>
  /** Prints a page. @throws if that fails */
  tryPrinting: () => Promise<void>
  /** Only in a process that sends mails. */
  mailWatch: MailWatch | undefined
  now: () => number
}

/** What `/readyz` says if public names don't resolve. */
export const dnsTrouble = {
  status: 'warn',
  reason: "DNS can't resolve public names, so email validation answers unknown; see DNS_SERVERS",
} as const

/**
 * Milliseconds until failed printing is tried again, the last one again and again: the host may have had too little of something for
 * a moment, or someone may fix it.
 */
const waits = [15_000, 60_000, 300_000]

/** Milliseconds from one try to another because of failed PDFs: each starts a browser. */
const atMostEvery = 60_000

/** Watches what the process needs but finds out about only when it uses it: the mail server and the browser. */
export function watchSurroundings({ readiness, prints, tryPrinting, mailWatch, now }: SurroundingsOptions) {
  let printing: Promise<void> | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let again: NodeJS.Timeout | undefined

  async function checkPrinting(): Promise<void> {
    triedAt = now()
    const mayPrint = await prints().catch(() => undefined)
    if (mayPrint === undefined) {
      // Only the database can tell. That it can't is the database's own check.
      setTimeout(check, atMostEvery).unref()
      return
    }
    try {
      if (mayPrint) await tryPrinting()
      failures = 0
      readiness.note('browser', undefined)
    } catch (error) {
      readiness.note('browser', { status: 'warn', reason: "PDFs can't be printed", error })
      clearTimeout(again)
      again = setTimeout(check, waits[Math.min(failures, waits.length - 1)]).unref()
      failures += 1
    }
  }

  function check(): Promise<void> {
    printing ??= checkPrinting().finally(() => {
      printing = undefined
    })
    return printing
  }

  return {
    /** Finds and notes problems before a request or mail runs into them. Never throws. */
    async atStart(): Promise<void> {
      // The watch notes its own result.
      await Promise.all([mailWatch?.isUp(), check()])
    },
    /** Tries printing again because a PDF failed, unless that was tried a minute ago. */
    afterFailedPdf(): void {
      if (Math.abs(now() - triedAt) >= atMostEvery) void check()
    },
  }
}
