import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { settingsFor, withFolder } from './stage.ts'
import { measureViews } from './views.ts'

/** How fast the console's views are: `npm run bench:console -w service -- 100000`. Fills each database first, in some minutes. */
const count = Number(process.argv[2] ?? 100_000)
const column = (milliseconds: number) => milliseconds.toFixed(0).padStart(8)

await withFolder(folder => print('SQLite', settingsFor(folder)))
const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const url = process.env.TEST_DATABASE_URL ?? server?.url
if (url !== undefined) {
  const database = await makeDatabase(url)
  await withFolder(folder =>
    print('PostgreSQL', { ...settingsFor(folder), DATABASE_URL: database.url, MAIL: 'folder' }),
  )
  await database.drop()
}
await server?.stop()

async function print(name: string, settings: Record<string, string>): Promise<void> {
  const results = await measureViews(settings, count)
  process.stdout.write(`${`${name}, ${count} receipts, milliseconds`.padEnd(48)}   first     p50   worst\n`)
  for (const { view, first, p50, worst } of results)
    process.stdout.write(`  ${view.padEnd(46)}${column(first)}${column(p50)}${column(worst)}\n`)
}
