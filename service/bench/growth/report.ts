import { makeDatabase } from '../../test/support/postgres-server.ts'
import { postgresCpu } from '../processes.ts'
import { growthOf, ms, say, us } from '../say.ts'
import { settingsFor, withFolder } from '../stage.ts'
import { type GrowthResult, measureGrowth } from './growth.ts'

/** Prints what creates and pages cost among more and more receipts, on both databases. @param serverUrl of PostgreSQL, if there is one */
export async function reportGrowth(counts: readonly number[], serverUrl: string | undefined): Promise<void> {
  await withFolder(async folder => {
    const settings = settingsFor(folder)
    const place = { folder: settings.DATA_DIR ?? '' }
    sayGrowth('embedded', await measureGrowth({ place, settings, counts, onResult: saying('embedded') }))
  })
  if (serverUrl === undefined) return
  const { url, drop } = await makeDatabase(serverUrl)
  await withFolder(async folder => {
    const settings = { ...settingsFor(folder), DATABASE_URL: url, MAIL: 'folder' }
    const databaseCpu = await postgresCpu(serverUrl)
    const options = { place: { url }, settings, counts, databaseCpu, onResult: saying('PostgreSQL') }
    sayGrowth('PostgreSQL', await measureGrowth(options))
  })
  await drop()
}

const saying = (database: string) => (result: GrowthResult) => {
  const { receipts, work, p50, p99 } = result
  say(
    `${database}, ${receipts.toLocaleString('en')} receipts: ${work}`,
    `CPU ${us(costOf(result))}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
  )
}

function sayGrowth(database: string, results: readonly GrowthResult[]): void {
  for (const [work, [few, ...more]] of Map.groupBy(results, result => result.work)) {
    const many = more.at(-1)
    if (!few || !many) continue
    const of = (result: GrowthResult) => ({ receipts: result.receipts, cost: costOf(result) })
    say(`${database}, CPU with ten times the receipts: ${work}`, growthOf(of(few), of(many)))
  }
}

/** Microseconds of CPU, the database's included. */
const costOf = ({ cpu, databaseCpu }: GrowthResult) => (cpu + databaseCpu) * 1000
