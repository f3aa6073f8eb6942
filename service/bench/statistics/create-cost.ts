import { load } from '../load.ts'
import { cpuOf, foldIn } from '../processes.ts'
import { quantile, type Running, run, settingsFor, withFolder } from '../stage.ts'

/** What creates cost. Times are microseconds of the service's CPU for each receipt. */
export interface CreateCost {
  cpu: number
  /** Folding what they added to statistics, after them. */
  folding: number
  perSecond: number
}

const connections = 16

/** Creates in a turn, and turns of each pair of services. */
const amount = 500
const turns = 8

/**
 * Compares services with statistics to ones without, in alternating turns of short loads, because the machine does other things, too.
 * Medians; pairs are started anew, because two processes of the same code differ by some percent for as long as they run.
 *
 * @param makeDatabase settings of a new database, and how to remove it; default the embedded one
 */
export async function measureCreateCost(
  pairs: number,
  makeDatabase: () => Promise<{ settings: Record<string, string>; drop(): Promise<void> }> = async () => ({
    settings: {},
    drop: async () => {},
  }),
): Promise<{ without: CreateCost; with: CreateCost }> {
  const found: [CreateCost[], CreateCost[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++)
    await withFolder(first =>
      withFolder(async second => {
        const databases = [await makeDatabase(), await makeDatabase()] as const
        const start = (folder: string, settings: Record<string, string>, preload: string[] = []) =>
          run('server.ts', { ...settingsFor(folder), ...settings, WITHOUT_WORKER: 'yes' }, preload)
        const servers = [
          await start(first, databases[0].settings, ['statistics/without-statistics.ts']),
          await start(second, databases[1].settings),
        ] as const
        // Code is compiled in the first turns.
        for (let turn = -3; turn < turns; turn++)
          for (const which of turn % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
            const cost = await measureTurn(servers[which])
            if (turn >= 0) found[which].push(cost)
          }
        for (const server of servers) await server.stop()
        for (const database of databases) await database.drop()
      }),
    )
  return { without: medianOf(found[0]), with: medianOf(found[1]) }
}

async function measureTurn(server: Running): Promise<CreateCost> {
  const before = await cpuOf(server)
  const { latency, non2xx, errors } = await load(server.address, connections, { amount })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} creates failed`)
  const created = await cpuOf(server)
  await foldIn(server)
  const folded = await cpuOf(server)
  return {
    cpu: (created - before) / amount,
    folding: (folded - created) / amount,
    // Not by the clock: the load generator ends with a full second.
    perSecond: (connections / latency.average) * 1000,
  }
}

function medianOf(costs: readonly CreateCost[]): CreateCost {
  const of = (what: keyof CreateCost) =>
    quantile(
      costs.map(cost => cost[what]),
      0.5,
    )
  return { cpu: of('cpu'), folding: of('folding'), perSecond: of('perSecond') }
}
