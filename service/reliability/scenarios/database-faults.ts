import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer, until } from '../../test/support/mail-server.ts'
import { startTills } from '../../test/support/tills.ts'
import { openWire } from '../../test/support/wire.ts'
import { pick, type Random } from '../random.ts'
import { countUp, type Row } from '../report.ts'
import { openStage } from '../stage.ts'

const faults = ['cut', 'restart', 'killed', 'refused', 'silent'] as const

/** Shorter than the default 35 s, to keep runs short. */
const queryTimeout = 5000

/** Under load, cuts connections, restarts and kills the server, makes it unreachable or silent. No process may end. */
export async function databaseFaults(cycles: number, random: Random): Promise<Row | undefined> {
  await using stage = await openStage('PostgreSQL')
  if (!stage?.server) return undefined
  const { server } = stage
  await using mailServer = await startMailServer()
  await using wire = await openWire(Number(new URL(server.url).port))
  const url = new URL(stage.settings.DATABASE_URL ?? '')
  url.port = String(wire.port)
  url.searchParams.set('query_timeout', String(queryTimeout))
  Object.assign(stage.settings, { DATABASE_URL: url.href, SMTP_URL: mailServer.url })
  const api = await stage.start({ ROLE: 'api' })
  const worker = await stage.start({ ROLE: 'worker' })
  const tills = startTills(api.url, 4, 'fault')
  stage.defer(tills.close)

  const bring = {
    cut: async () => wire.cut(),
    restart: () => server.restart('fast', 1000 * random()),
    killed: () => server.restart('killed', 1000 * random()),
    async refused() {
      wire.swallow()
      wire.cut()
      await pause(1000 + 2000 * random())
      wire.mend()
      wire.cut()
    },
    async silent() {
      wire.swallow()
      await pause(1000 + 2000 * random())
      wire.mend()
    },
  }
  const recoveries: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    await pause(300 + 700 * random())
    await bring[cycle < faults.length ? (faults[cycle] ?? 'cut') : pick(random, faults)]()
    const since = Date.now()
    await until(() => tills.lastAcceptedAt() > since, 60_000).catch(() => {})
    recoveries.push(Date.now() - since)
  }
  await tills.close()
  const counts = await countUp(api.url, tills, mailServer)
  const ended = [api, worker].filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length
  const statuses = [...tills.statuses].filter(([status]) => status !== 200)
  return {
    scenario: `database ${faults.join(', ')}`,
    cycles,
    recoveries,
    ...counts,
    kept: counts.kept && ended === 0,
    note: `${ended} processes ended; ${statuses.map(([status, count]) => `${count} × ${status}`).join(', ') || 'no error'}`,
  }
}
