import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/support/mail-server.ts'
import type { ServiceProcess } from '../../test/support/spawn.ts'
import { postReceipt, startTills } from '../../test/support/tills.ts'
import { openWire, type Wire } from '../../test/support/wire.ts'
import { withDatabase } from '../kill/audit.ts'
import { startTroubledMailServer, type TroubledMailServer } from '../mail-server.ts'
import type { Random } from '../random.ts'
import { openStage, type Stage } from '../stage.ts'
import { countOutcome, linesOf, type Suffered } from './suffered.ts'

/** Something that goes wrong. */
export interface Fault {
  name: string
  settings?: Record<string, string>
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

/** A mail that was put off twice waits a minute, and a silent connection is given up after 35 s. Milliseconds. */
const timeoutMs = 180_000

/**
 * Lets tills post, brings a fault so often, takes it away, and measures until everything is well again: one process on the embedded
 * database, or an api and a worker on PostgreSQL.
 */
export async function suffer(
  fault: Fault,
  database: 'SQLite' | 'PostgreSQL',
  times: number,
  random: Random,
): Promise<Suffered | undefined> {
  await using mailServer = await startTroubledMailServer()
  await using stage = await openStage(database)
  if (!stage) return undefined
  Object.assign(stage.settings, { SMTP_URL: mailServer.url, LOG_LEVEL: 'info' }, fault.settings)
  const wire = stage.server && (await wireTo(stage))
  await fault.prepare?.(stage)
  const roles = database === 'SQLite' ? ['all'] : ['api', 'worker']
  const processes: ServiceProcess[] = []
  for (const ROLE of roles) processes.push(await stage.start({ ROLE }))
  const [service] = processes as [ServiceProcess]
  const own = new Map<string, string>()

  /** Whether a new receipt is accepted, every process is ready and, in one process, its mail comes soon. */
  async function works(): Promise<boolean> {
    const number = `own-${own.size}-${Math.floor(random() * 1e9)}`
    const answer = await postReceipt(service.url, number).catch(() => undefined)
    if (answer?.receiptId !== undefined) own.set(number, answer.receiptId)
    const ready = await Promise.all(processes.map(isReady))
    if (answer?.receiptId === undefined || !ready.every(Boolean)) return false
    const came = () => mailServer.mails.some(({ envelope }) => envelope.to[0] === `${number}@example.com`)
    return database === 'PostgreSQL' || until(came, 5000).then(...settled)
  }
  const bench: Bench = { service, mailServer, stage, random, wire }

  await until(works, timeoutMs)
  const said = processes.map(each => [each, each.output().length] as const)
  const tills = startTills(service.url, database === 'SQLite' ? 1 : 4, 'fault', { rest: 200, timeoutMs: 10_000 })
  stage.defer(tills.close)
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
  const log = [...new Set(said.flatMap(([each, from]) => linesOf(each.output().slice(from))))]
  await tills.close()
  const since = performance.now()
  const accepted = new Map([...own, ...tills.accepted])
  const outcome = await countOutcome(service.url, accepted, mailServer, timeoutMs)
  return {
    name: fault.name,
    times,
    answers,
    log,
    recoveries,
    caughtUp: performance.now() - since,
    interrupted: database === 'SQLite' ? undefined : await interruptedAttempts(stage.settings),
    ended: processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    ...outcome,
  }
}

const settled = [() => true, () => false] as const

/** Puts a wire that can be cut between the service and its database's server. */
async function wireTo(stage: Stage): Promise<Wire> {
  const url = new URL(stage.settings.DATABASE_URL ?? '')
  const wire = await openWire(Number(url.port))
  stage.defer(() => wire[Symbol.asyncDispose]())
  url.port = String(wire.port)
  stage.settings.DATABASE_URL = url.href
  return wire
}

function isReady({ url }: ServiceProcess): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function interruptedAttempts(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const attempts = db.selectFrom('delivery_attempts').where('outcome', '=', 'interrupted')
    return (await attempts.select('delivery_id').execute()).length
  })
}
