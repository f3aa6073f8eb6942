import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../test/support/mail-server.ts'
import type { ServiceProcess } from '../test/support/spawn.ts'
import { basic, demoCredentials, postReceipt, startTills } from '../test/support/tills.ts'
import { openWire, type Wire } from '../test/support/wire.ts'
import { withDatabase } from './kill/audit.ts'
import { countMailed, startTroubledMailServer, type TroubledMailServer } from './mail-server.ts'
import type { Random } from './random.ts'
import { type DatabaseName, openStage, type Stage } from './stage.ts'

/** Something that goes wrong. */
export interface Fault {
  name: string
  /** Before the service starts. */
  prepare?(stage: Stage): unknown
  bring(bench: Bench): unknown
  /** How long it lasts after that, milliseconds; default not at all. */
  lasts?: number
  heal?(bench: Bench): unknown
}

export interface Bench {
  service: ServiceProcess
  mailServer: TroubledMailServer
  stage: Stage
  random: Random
  /** On PostgreSQL, the way to its server. */
  wire: Wire | undefined
}

/** What was seen and measured of a fault. */
export type Suffered = NonNullable<Awaited<ReturnType<typeof suffer>>>

/** A mail that was put off twice waits a minute, and a silent connection is given up after 35 s. Milliseconds. */
const timeoutMs = 180_000

/**
 * Lets tills post, brings a fault so often, takes it away, and measures until everything is well again: one process on the embedded
 * database, or an api and a worker on PostgreSQL. Undefined if this machine doesn't have that database.
 */
export async function suffer(fault: Fault, database: DatabaseName, times: number, random: Random) {
  await using mailServer = await startTroubledMailServer()
  await using stage = await openStage(database)
  if (!stage) return undefined
  const isEmbedded = database === 'SQLite'
  Object.assign(stage.settings, { SMTP_URL: mailServer.url, LOG_LEVEL: 'info' })
  const wire = stage.server && (await wireTo(stage))
  await fault.prepare?.(stage)
  const processes: ServiceProcess[] = []
  for (const ROLE of isEmbedded ? ['all'] : ['api', 'worker']) processes.push(await stage.start({ ROLE }))
  const service = processes[0]!
  const own = new Map<string, string>()

  /** Whether a new receipt is accepted, every process is ready and, in one process, its mail comes soon. */
  async function works(): Promise<boolean> {
    const number = `own-${own.size}-${Math.floor(random() * 1e9)}`
    const { receiptId } = (await postReceipt(service.url, number).catch(() => undefined)) ?? {}
    if (receiptId !== undefined) own.set(number, receiptId)
    const ready = await Promise.all(processes.map(({ url }) => holds(fetch(`${url}/readyz`), ({ ok }) => ok)))
    if (receiptId === undefined || !ready.every(Boolean)) return false
    const came = () => mailServer.mails.some(({ envelope }) => envelope.to[0] === `${number}@example.com`)
    return !isEmbedded || holds(until(came, 5000), () => true)
  }

  await until(works, timeoutMs)
  const logged = processes.map(each => [each, each.output().length] as const)
  const tills = startTills(service.url, isEmbedded ? 1 : 4, 'fault', { rest: 200, timeoutMs: 10_000 })
  stage.defer(tills.close)
  const bench: Bench = { service, mailServer, stage, random, wire }
  const recoveries: number[] = []
  let begun = 0
  let { answers } = tills
  for (let turn = 0; turn < times; turn++) {
    await pause(300 + 700 * random())
    if (turn === 0) begun = tills.answers.length
    await fault.bring(bench)
    await pause(fault.lasts ?? 0)
    await fault.heal?.(bench)
    answers = tills.answers.slice(begun)
    const since = performance.now()
    await until(works, timeoutMs)
    recoveries.push(performance.now() - since)
  }
  const log = [...new Set(logged.flatMap(([each, from]) => complaintsIn(each.output().slice(from))))]
  await tills.close()
  const since = performance.now()
  const accepted = new Map([...own, ...tills.accepted])
  await until(() => countMailed(mailServer, accepted).neverMailed === 0, timeoutMs).catch(() => {})
  const lost = await countLost(service.url, accepted)
  return {
    name: fault.name,
    times,
    /** What tills got while it lasted. */
    answers,
    /** What the logs said, warnings and errors, each once. */
    log,
    /** Milliseconds from each fault's end until all was well again. */
    recoveries,
    accepted: accepted.size,
    /** Accepted receipts that can't be retrieved. */
    lost,
    ...countMailed(mailServer, accepted),
    /** Milliseconds from the last recovery until every mail had come. */
    caughtUp: performance.now() - since,
    /** Attempts that it interrupted, each of which may cost one copy; undefined where a mail server's silence may, too. */
    interrupted: isEmbedded ? undefined : await interruptedAttempts(stage.settings),
    /** Processes of the service that ended. */
    ended: processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
  }
}

/** Puts a wire that can be cut between the service and its database's server. */
async function wireTo(stage: Stage): Promise<Wire> {
  const url = new URL(stage.settings.DATABASE_URL ?? '')
  const wire = await openWire(Number(url.port))
  stage.defer(() => wire[Symbol.asyncDispose]())
  url.port = String(wire.port)
  stage.settings.DATABASE_URL = url.href
  return wire
}

/** Whether something comes, and is so. */
function holds<Value>(coming: Promise<Value>, isSo: (value: Value) => boolean): Promise<boolean> {
  return coming.then(isSo, () => false)
}

/** The messages of warnings and errors, with code and reason where there is one. */
function complaintsIn(output: string): string[] {
  return output.split('\n').flatMap(line => {
    try {
      const { level, msg, code, outcome, error } = JSON.parse(line) as Record<string, unknown>
      const { code: own, message } = (error ?? {}) as { code?: unknown; message?: unknown }
      const reason = code ?? own ?? message
      const isAbout = Number(level) >= 40 || /^Mail (?:not accepted|failed)/.test(String(msg)) || outcome === 'deferred'
      return isAbout ? [brief(`${msg}${reason === undefined ? '' : ` (${reason})`}`)] : []
    } catch {
      return []
    }
  })
}

/** One line, without the folders of this machine, and without a browser's own log. */
function brief(message: string): string {
  return message
    .replace(/\[\d+\/[\s\S]*(?= \()/, '…')
    .replace(/\/\S+\/(?=\S)/g, '')
    .replace(/\s+/g, ' ')
}

async function countLost(url: string, accepted: ReadonlyMap<string, string>): Promise<number> {
  let lost = 0
  const headers = { authorization: basic(demoCredentials) }
  for (const [number, id] of accepted) {
    const reply = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts/${id}`, { headers })
    const { apiRequest } = (await reply.json()) as { apiRequest?: { transactionNumber?: string } }
    if (apiRequest?.transactionNumber !== number) lost += 1
  }
  return lost
}

function interruptedAttempts(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const attempts = db.selectFrom('delivery_attempts').where('outcome', '=', 'interrupted')
    return (await attempts.select('delivery_id').execute()).length
  })
}
