import {
  type BenchDatabase,
  cpuOf,
  embeddedIn,
  foldIn,
  load,
  median,
  onPostgres,
  type Running,
  run,
  say,
  withFolder,
} from './stage.ts'

/** What a create costs: microseconds of the service's CPU. */
type CreateCost = Awaited<ReturnType<typeof measureTurn>>

const connections = 16

/** Creates in a turn, turns of each pair of services, and pairs. */
const [amount, turns, pairs] = [500, 8, 3]

/**
 * Prints what statistics cost a create: services with statistics beside ones without, in alternating turns of short loads, because
 * the machine does other things, too. Medians; pairs are started anew, because two processes of the same code differ by some
 * percent for as long as they run.
 */
export async function benchCreateCost(serverUrl: string | undefined): Promise<void> {
  await compare('embedded', work => withFolder(folder => work(embeddedIn(folder))))
  if (serverUrl !== undefined) await compare('PostgreSQL', work => onPostgres(serverUrl, work))
}

type Work = (place: BenchDatabase) => Promise<void>

async function compare(name: string, onNew: (work: Work) => Promise<void>) {
  const found: [CreateCost[], CreateCost[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++)
    await onNew(first =>
      onNew(async second => {
        const start = ({ settings }: BenchDatabase, preload: string[]) =>
          run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' }, preload)
        const servers = [await start(first, ['without-statistics.ts']), await start(second, [])] as const
        // Code is compiled in the first turns.
        for (let turn = -3; turn < turns; turn++)
          for (const which of turn % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
            const cost = await measureTurn(servers[which])
            if (turn >= 0) found[which].push(cost)
          }
        for (const server of servers) await server.stop()
      }),
    )
  const [without, having] = [mediansOf(found[0]), mediansOf(found[1])]
  const percent = (one: number, other: number) => `${((one / other - 1) * 100).toFixed(1)} %`
  const micros = [without.cpu, having.cpu, having.folding].map(each => each.toFixed(0)).join(', ')
  say(
    `CPU of a create, ${name}: without, with statistics, folding`,
    `${micros} µs (${percent(having.cpu + having.folding, without.cpu)})`,
  )
  const speeds = `${without.perSecond.toFixed(0)}, ${having.perSecond.toFixed(0)}`
  say('  creates per second without, with', `${speeds} (${percent(having.perSecond, without.perSecond)})`)
}

async function measureTurn(server: Running) {
  const before = await cpuOf(server)
  const { average, failed } = await load(server.address, connections, { amount })
  if (failed > 0) throw new Error(`${failed} creates failed`)
  const created = await cpuOf(server)
  await foldIn(server)
  const folded = await cpuOf(server)
  return {
    cpu: (created - before) / amount,
    /** Folding what it added to statistics, afterwards. */
    folding: (folded - created) / amount,
    // Not by the clock: the load generator ends with a full second.
    perSecond: (connections / average) * 1000,
  }
}

function mediansOf(costs: readonly CreateCost[]): CreateCost {
  const of = (what: keyof CreateCost) => median(costs.map(cost => cost[what]))
  return { cpu: of('cpu'), folding: of('folding'), perSecond: of('perSecond') }
}
