import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer, until } from '../../test/support/mail-server.ts'
import type { TestServer } from '../../test/support/postgres-server.ts'
import type { ServiceProcess } from '../../test/support/spawn.ts'
import { postReceipt } from '../../test/support/tills.ts'
import { openWire, type Wire } from '../../test/support/wire.ts'
import { linesOf } from '../faults/bench.ts'
import { count, type Finding, middleAndMost, type Play, seconds } from '../finding.ts'
import { withDatabase } from '../kill/audit.ts'
import { type Random, seeded } from '../random.ts'
import { countUp } from '../report.ts'
import { openStage } from '../stage.ts'

const columns = [
  'PostgreSQL',
  'times',
  'tills see',
  'slowest',
  'the log says',
  'well again: middle, longest',
  'then all mails after',
  'receipts',
  'lost',
  'mails lost',
  'mailed again',
  'at most',
  'processes ended',
]

/** Has PostgreSQL fail in one way after the other, each as often as there are cycles. */
export const sufferDatabaseFaults: Play = async ({ cycles, seed, point = '' }, save) => {
  const suffered: Suffered[] = []
  for (const fault of databaseFaults) {
    if (!fault.name.includes(point)) continue
    const one = await sufferDatabase(fault, cycles, seeded(seed))
    if (!one) return undefined
    suffered.push(one)
    save(findingOf(suffered))
  }
  return findingOf(suffered)
}

function findingOf(suffered: readonly Suffered[]): Finding {
  const rows = suffered.map(one => [
    one.name,
    count(one.times),
    [...one.seen].map(([what, times]) => `${count(times)} × ${what}`).join(', '),
    seconds(one.slowest),
    withReasons(one.log) || 'nothing',
    middleAndMost(one.recoveries),
    seconds(one.caughtUp),
    ...[one.accepted, one.lost, one.neverMailed, one.copies, one.interrupted, one.ended].map(count),
  ])
  const kept =
    suffered.length > 0 &&
    suffered.every(
      one =>
        one.accepted > 0 && one.lost === 0 && one.neverMailed === 0 && one.copies <= one.interrupted && one.ended === 0,
    )
  return { part: 'database', columns, rows, kept }
}

/** Each message once, with all its reasons. */
function withReasons(lines: readonly string[]): string {
  const parts = lines.map(line => /^(.*?)(?: \((.*)\))?$/.exec(line) ?? [])
  const byMessage = Map.groupBy(parts, ([, message = '']) => message)
  return [...byMessage]
    .map(([message, same]) => {
      const reasons = same.flatMap(([, , reason]) => reason ?? [])
      return `“${message}”${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
    })
    .join('; ')
}

/** What was seen and measured. */
interface Suffered {
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
async function sufferDatabase(fault: DatabaseFault, times: number, random: Random): Promise<Suffered | undefined> {
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

/** Tills that post one receipt after the other, whatever comes back. */
interface Load {
  /** Receipts that got their 200: transaction number and receipt id. */
  accepted: Map<string, string>
  /** Each answer and how often it came: `200`, `503`, `no answer`. */
  seen: Map<string, number>
  /** The slowest answer, milliseconds. */
  slowest(): number
  close(): Promise<void>
}

/** How long a till waits for an answer, milliseconds. */
const patience = 10_000

/** @param name begins the transaction numbers, which are requestIds and addresses too */
function startLoad(url: string, tills: number, name: string): Load {
  const accepted = new Map<string, string>()
  const seen = new Map<string, number>()
  let slowest = 0
  let number = 0
  let open = true

  async function post(): Promise<void> {
    const transactionNumber = `${name}-${number++}`
    const since = performance.now()
    const answer = await postReceipt(url, transactionNumber, patience).catch(() => undefined)
    if (answer) slowest = Math.max(slowest, performance.now() - since)
    const what = answer ? String(answer.status) : 'no answer'
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (answer?.receiptId !== undefined) accepted.set(transactionNumber, answer.receiptId)
  }

  const all = Array.from({ length: tills }, async () => {
    while (open) {
      await post()
      await pause(100)
    }
  })
  return {
    accepted,
    seen,
    slowest: () => slowest,
    async close() {
      open = false
      await Promise.all(all)
    },
  }
}

/** Something that goes wrong with PostgreSQL; it is over when `bring` settles. */
interface DatabaseFault {
  name: string
  bring(server: TestServer, wire: Wire, random: Random): Promise<void>
}

/** How long the server is away or silent: 5 to 15 s, milliseconds. */
const lasts = (random: Random) => 5000 + 10_000 * random()

/** The processes reach the server through a wire that can be cut. */
const databaseFaults: readonly DatabaseFault[] = [
  {
    name: 'killed (SIGKILL of all its processes), and started again at once',
    bring: server => server.restart('killed'),
  },
  {
    name: 'killed, and away for 5 to 15 s',
    bring: (server, _, random) => server.restart('killed', lasts(random)),
  },
  {
    name: 'restarted in order',
    bring: (server, _, random) => server.restart('fast', 1000 * random()),
  },
  {
    name: 'connections cut',
    bring: async (_, wire) => wire.cut(),
  },
  {
    name: 'black hole for 5 to 15 s: nothing is answered or refused, and the connections of before stay dead',
    async bring(_, wire, random) {
      wire.swallow()
      await pause(lasts(random))
      wire.mend()
    },
  },
  {
    name: 'connections cut, and a black hole for 5 to 15 s behind them',
    async bring(_, wire, random) {
      wire.swallow()
      wire.cut()
      await pause(lasts(random))
      wire.mend()
      wire.cut()
    },
  },
]
