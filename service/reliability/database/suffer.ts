import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer, until } from '../../test/support/mail-server.ts'
import type { ServiceProcess } from '../../test/support/spawn.ts'
import { openWire } from '../../test/support/wire.ts'
import { linesOf } from '../faults/bench.ts'
import { withDatabase } from '../kill/audit.ts'
import type { Random } from '../random.ts'
import { countUp } from '../report.ts'
import { openStage } from '../stage.ts'
import type { DatabaseFault } from './list.ts'
import { startLoad } from './load.ts'

/** What was seen and measured. */
export interface Suffered {
  name: string
  times: number
  /** Each answer to a till and how often it came. */
  seen: ReadonlyMap<string, number>
  /** The slowest answer, milliseconds. */
  slowest: number
  /** What the logs said, warnings and errors, each once. */
  log: string[]
  /** Milliseconds from each fault's end until a new receipt was accepted and both processes were ready. */
  recoveries: number[]
  /** Milliseconds from the last recovery until every mail had come. */
  caughtUp: number
  accepted: number
  lost: number
  neverMailed: number
  /** Mails that came again. */
  copies: number
  /** Attempts that a fault interrupted: each may cost one copy. */
  interrupted: number
  /** Processes of the service that ended. */
  ended: number
}

const tills = 4

/** A silent connection is given up after 35 s. Milliseconds. */
const longest = 120_000

/** Has an api and a worker suffer a fault so often while tills post; with the settings they have in production. */
export async function sufferDatabase(
  fault: DatabaseFault,
  times: number,
  random: Random,
): Promise<Suffered | undefined> {
  await using stage = await openStage('PostgreSQL')
  if (!stage?.server) return undefined
  const { server } = stage
  await using mailServer = await startMailServer()
  await using wire = await openWire(Number(new URL(server.url).port))
  const url = new URL(stage.settings.DATABASE_URL ?? '')
  url.port = String(wire.port)
  Object.assign(stage.settings, { DATABASE_URL: url.href, SMTP_URL: mailServer.url, LOG_LEVEL: 'info' })
  const api = await stage.start({ ROLE: 'api' })
  const worker = await stage.start({ ROLE: 'worker' })
  const load = startLoad(api.url, tills, 'database')
  stage.defer(load.close)
  await until(() => load.accepted.size > tills)
  const said = [api, worker].map(each => [each, each.output().length] as const)

  const recoveries: number[] = []
  for (let turn = 0; turn < times; turn++) {
    await pause(300 + 700 * random())
    await fault.bring(server, wire, random)
    const since = performance.now()
    const before = load.accepted.size
    await until(() => load.accepted.size > before, longest)
    await until(async () => (await isReady(api)) && (await isReady(worker)), longest)
    recoveries.push(performance.now() - since)
  }
  await load.close()
  const since = performance.now()
  const counts = await countUp(api.url, load, mailServer)
  return {
    name: fault.name,
    times,
    seen: load.seen,
    slowest: load.slowest(),
    log: [...new Set(said.flatMap(([each, from]) => linesOf(each.output().slice(from))))],
    recoveries,
    caughtUp: performance.now() - since,
    accepted: counts.acknowledged,
    lost: counts.lost,
    neverMailed: counts.neverMailed,
    copies: mailServer.mails.length - new Set(mailServer.mails.map(({ messageId }) => messageId)).size,
    interrupted: await interruptedAttempts(stage.settings),
    ended: [api, worker].filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
  }
}

function interruptedAttempts(settings: Record<string, string>): Promise<number> {
  return withDatabase(settings, async db => {
    const attempts = db.selectFrom('delivery_attempts').where('outcome', '=', 'interrupted')
    return (await attempts.select('delivery_id').execute()).length
  })
}

function isReady({ url }: ServiceProcess): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
