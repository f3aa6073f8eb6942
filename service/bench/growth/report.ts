import { makeDatabase } from '../../test/support/postgres-server.ts'
import { postgresCpu } from '../processes.ts'
import { growthOf, ms, say, us } from '../say.ts'
import { settingsFor, withFolder } from '../stage.ts'
import { type GrowthResult, measureGrowth } from './growth.ts'

/** Prints what creates and pages cost among more and more receipts, on both databases. @param serverUrl of PostgreSQL, if there is one */
export async function reportGrowth(counts: readonly number[], serverUrl: string | undefined): Promise<void> {
  await withFolder(async folder => {
    const settings = settingsFor(folder)
    print('embedded', await measureGrowth({ place: { folder: settings.DATA_DIR ?? '' }, settings, counts }))
  })
  if (serverUrl === undefined) return
  const { url, drop } = await makeDatabase(serverUrl)
  await withFolder(async folder => {
    const settings = { ...settingsFor(folder), DATABASE_URL: url, MAIL: 'folder' }
    print(
      'PostgreSQL',
      await measureGrowth({ place: { url }, settings, counts, databaseCpu: await postgresCpu(serverUrl) }),
    )
  })
  await drop()
}

function print(database: string, results: readonly GrowthResult[]): void {
  const cost = (result: GrowthResult) => (result.cpu + result.databaseCpu) * 1000
  for (const [work, [few, ...more]] of Map.groupBy(results, result => result.work)) {
    if (!few) continue
    for (const one of [few, ...more])
      say(
        `${database}, ${one.receipts.toLocaleString('en')} receipts: ${work}`,
        `CPU ${us(cost(one))}, p50 ${ms(one.p50)}, p99 ${ms(one.p99)}`,
      )
    const many = more.at(-1)
    const of = (result: GrowthResult) => ({ receipts: result.receipts, cost: cost(result) })
    if (many) say('  with ten times the receipts', growthOf(of(few), of(many)))
  }
}
