import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CounterfoilError } from 'counterfoil'
import { reasonOf } from '../errors/fault.ts'
import type { Log } from './log.ts'

/** `warn`: the process takes requests nevertheless. `fail`: it can't. */
type Status = 'ok' | 'warn' | 'fail'

/** Everything that is checked, the worst first. */
export const checkNames = ['database', 'disk', 'deliveries', 'mail', 'browser', 'dns'] as const
type CheckName = (typeof checkNames)[number]

/** What is wrong with something the service needs. */
export interface Trouble {
  status: Exclude<Status, 'ok'>
  /** One sentence of this program's own; it is shown to anyone who asks. */
  reason: string
  /** Its cause, for the log. */
  error?: unknown
}

/** One thing that the service needs, as last seen. */
export interface Check {
  name: CheckName
  status: Status
  /** Since when it has this status, milliseconds since 1970. */
  since: number
  /** Absent if it is `ok`. */
  reason?: string
}

/** Looks for trouble. Undefined if there is none; throws if it can't tell, which leaves the last result as it is. */
type HealthProbe = () => Promise<Trouble | undefined>

/** Whether everything works that the service needs. */
export interface Readiness {
  /** Runs all probes. Gives every check that has a result, in the order of `checkNames`. */
  check(): Promise<Check[]>
  /** Notes what something else found, or undefined if it works. */
  note(name: CheckName, trouble: Trouble | undefined): void
}

interface ReadinessOptions {
  probes: Partial<Record<CheckName, HealthProbe>>
  now: () => number
  log: Log
}

/** The worst status of all checks. */
export function worst(checks: readonly Check[]): Status {
  const has = (status: Status) => checks.some(check => check.status === status)
  return has('fail') ? 'fail' : has('warn') ? 'warn' : 'ok'
}

/** Knows what works and since when, and logs every change with its reason. */
export function createReadiness({ probes, now, log }: ReadinessOptions): Readiness {
  const known = new Map<CheckName, Check>()

  function note(name: CheckName, trouble: Trouble | undefined): void {
    const before = known.get(name)
    const { status = 'ok', reason } = trouble ?? {}
    const since = before?.status === status ? before.since : now()
    known.set(name, { name, status, since, ...(reason !== undefined && { reason }) })
    if (before?.status !== status) report(name, before, trouble)
  }

  function report(name: CheckName, before: Check | undefined, trouble: Trouble | undefined): void {
    if (before?.status === 'fail') log.info('The process is ready again', { code: name })
    if (before?.status === 'warn') log.info(`Resolved: ${before.reason}`, { code: name })
    if (!trouble) return
    const { status, reason, error } = trouble
    const about = { code: name, ...(error instanceof Error && { error }) }
    const why = error instanceof CounterfoilError ? `: ${error.message}` : ''
    if (status === 'warn') log.warn(`${reason}${why}`, about)
    else log.error(`The process is not ready: ${reason}`, about)
  }

  return {
    note,
    async check() {
      const looks = Object.entries(probes).map(async ([name, probe]) => note(name as CheckName, await probe()))
      await Promise.allSettled(looks)
      return checkNames.flatMap(name => known.get(name) ?? [])
    },
  }
}

/** How long a mail may be due before that is a warning, milliseconds. A burst is sent within a minute or two. */
export const lateAfter = 300_000

/** How long a result is reused, milliseconds: anyone can trigger these checks. */
const freshness = 5000

function reusing<Result>(now: () => number, look: () => Promise<Result>): () => Promise<Result> {
  let found: { at: number; result: Promise<Result> } | undefined
  return () => {
    if (found === undefined || Math.abs(now() - found.at) >= freshness) found = { at: now(), result: look() }
    return found.result
  }
}

/** How long the query may take, milliseconds: load balancers don't wait long. */
const deadline = 2500

interface LateDeliveriesOptions {
  backlog: () => Promise<{ oldestDueAt: number | undefined }>
  now: () => number
}

/** A probe that warns of mails that should have been sent long ago, whichever process should have. */
export function createLateDeliveries({ backlog, now }: LateDeliveriesOptions): HealthProbe {
  const read = reusing(now, backlog)

  return async () => {
    const { oldestDueAt } = await inTime(read())
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

interface DataDisk {
  /** Tries a small write and looks how much space is left; the result is reused for a few seconds. */
  check: HealthProbe
  /** Bytes this user may still write. */
  freeBytes(): Promise<number>
}

interface DataDiskOptions {
  folder: string
  now: () => number
  /** Default: what the system says. */
  freeBytes?: () => Promise<number>
}

/** Less free space than this is a warning: at 10 KB a receipt there is room for 100,000 more. Bytes. */
const littleSpace = 1024 ** 3

/** Bytes to try: less free space is useless, because SQLite's log alone grows to several MB. */
const testSize = 1024 * 1024

/** Checks the disk by writing to it, which also detects quotas and read-only file systems. */
export function createDataDisk({ folder, now, freeBytes = () => freeBytesOf(folder) }: DataDiskOptions): DataDisk {
  const file = join(folder, '.write-test')
  async function look(): ReturnType<HealthProbe> {
    try {
      await writeFile(file, Buffer.alloc(testSize), { mode: 0o600 })
    } catch (error) {
      return { status: 'fail', reason: `The data folder can't be written (${reasonOf(error)})`, error }
    } finally {
      await rm(file, { force: true }).catch(() => {})
    }
    const megabytes = Math.floor((await freeBytes()) / 1024 ** 2)
    if (megabytes >= littleSpace / 1024 ** 2) return undefined
    return { status: 'warn', reason: `The data folder has only ${megabytes} MB left` }
  }

  return { check: reusing(now, look), freeBytes }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
