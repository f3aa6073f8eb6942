import { sql } from 'kysely'
import { type Database, isPostgres, openDatabase } from '../src/database/database.ts'
import { placeOf } from '../src/database/location.ts'
import { chunksOf, idsOf } from '../src/database/rows.ts'
import { fillDemo } from '../src/operations/demo/fill.ts'
import { savePerson } from '../src/people/people.ts'
import { readConfig } from '../src/settings/config.ts'
import { fillChain } from './chain.ts'
import { type BenchDatabase, median, onDatabases, run, withServer } from './stage.ts'

/**
 * How fast the console's views are: `npm run bench:console -w service -- 100000 10000`. Fills each database first, in some minutes, with so
 * many receipts, of which so many didn't arrive. With `BENCH_ONLY=tables` it fills only the rows that tables are read from, of a
 * year and 300 stores, which is quicker.
 */
const count = Number(process.argv[2] ?? 100_000)
const problemCount = Number(process.argv[3] ?? 10_000)
const onlyTables = process.env.BENCH_ONLY === 'tables'

/** What a view asks for, at once: paths, or a path and a body. */
type Requests = readonly (string | readonly [path: string, body: object])[]

const turns = 40

/**
 * Fills the demo merchant with a year of receipts, and prints how long every view of the console takes: all requests that the page
 * makes, at once, over HTTP, from the process's first request on.
 */
async function benchViews({ name, settings }: BenchDatabase): Promise<void> {
  const config = readConfig(settings)
  if (onlyTables) await fillChain(placeOf(config), count)
  else await fillDemo(config, Date.now(), count)
  const { db, close } = await openDatabase(placeOf(config))
  if (!onlyTables) await failSome(db)
  const { person, password } = await savePerson(db, { merchantId: 'demo', name: 'bench', role: 'admin' }, Date.now())
  await close()
  const server = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
  try {
    const api = `${server.address}/console/api`
    const signedIn = await fetch(`${api}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: person.name, secret: password }),
    })
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
    const ask: Ask = async (path, body) => {
      const answer = await fetch(`${api}${path}`, {
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return text
    }
    process.stdout.write(`${`${name}, ${count} receipts, milliseconds`.padEnd(48)}   first     p50     p95   worst\n`)
    if (!onlyTables)
      for (const [view, requests] of viewsFor(JSON.parse(await ask('/receipts/find', {}))))
        await measure(view, requests, ask)
    for (const [view, requests] of tableViews(JSON.parse(await ask('/stores')))) await measure(view, requests, ask)
  } finally {
    await server.stop()
  }
}

/** Makes problems of mails that were sent, all over the year, for several reasons; some wait. */
async function failSome(db: Database): Promise<void> {
  const every = Math.max(1, Math.floor(count / problemCount))
  const mails = await db.selectFrom('deliveries').select('id').where('status', '=', 'sent').orderBy('id').execute()
  const chosen = mails.filter((_, at) => at % every === 0).slice(0, problemCount)
  const reasons = ['unknown_mailbox', 'mailbox_full', 'policy', 'unknown_domain'] as const
  for (const [at, reason] of reasons.entries())
    for (const some of chunksOf(chosen.filter((_, index) => index % reasons.length === at)))
      await db.updateTable('deliveries').set({ status: 'failed', reason }).where('id', 'in', idsOf(some)).execute()
  const waiting = { status: 'queued', reason: 'greylisted', finished_at: null, due_at: Date.now() + 3_600_000 } as const
  await db
    .updateTable('deliveries')
    .set(waiting)
    .where('id', 'in', idsOf(chosen.slice(0, 500)))
    .execute()
  if (isPostgres(db)) await sql`vacuum analyze deliveries`.execute(db)
}

type Ask = (path: string, body?: object) => Promise<string>

async function measure(view: string, requests: Requests, ask: Ask): Promise<void> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const begin = performance.now()
    await Promise.all(requests.map(each => (typeof each === 'string' ? ask(each) : ask(...each))))
    times.push(performance.now() - begin)
  }
  const p95 = times.toSorted((one, other) => one - other)[Math.ceil(0.95 * turns) - 1] ?? Number.NaN
  const columns = [times[0] ?? Number.NaN, median(times), p95, Math.max(...times)]
  process.stdout.write(`  ${view.padEnd(46)}${columns.map(each => each.toFixed(0).padStart(8)).join('')}\n`)
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

function statistics(from: number, to: number, interval: string, more = ''): string {
  return `/statistics?fromDate=${day(from)}&toDate=${day(to)}&interval=${interval}&weekStartsOn=7${more}`
}

/** As `service/console` asks for them. */
function overview(days: number, interval: string, store = ''): Requests {
  const only = store && `&storeId=${store}`
  return [
    statistics(days - 1, 0, interval, only),
    statistics(2 * days - 1, days, interval, only),
    statistics(0, 0, 'all', only),
    statistics(7, 7, 'all', only),
    statistics(days - 1, 0, 'all', '&groupBy=store&top=12'),
    '/stores',
  ]
}

/** A page of each table: of twelve whole months, as the page's buttons ask for, unless it says otherwise. */
function tableViews([{ id: store } = { id: '1' }]: { id: string }[]): [string, Requests][] {
  const now = new Date()
  const first = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
  const dayText = (date: Date) => date.toISOString().slice(0, 10)
  const months = [dayText(first(12)), dayText(new Date(first(0).getTime() - 86_400_000))] as const
  const table = (query: string, [from, to]: readonly [string, string] = months): Requests => [
    `/table?${query}&from=${from}&to=${to}`,
    '/stores',
  ]
  const days = (count: number, until = 0) => [day(until + count - 1), day(until)] as const
  return [
    ...['store', 'register', 'operator', 'associate', 'tenderType', 'taxType', 'discount', 'item'].map(
      (by): [string, Requests] => [`Table of twelve months by ${by}`, table(`by=${by}`)],
    ),
    ['Table of 28 days by store', table('by=store', days(28))],
    ['Table of 365 days by operator', table('by=operator', days(365))],
    ['Table of 91 days by store, beside the year before', table('by=store&beside=year', days(91))],
    ['Table of twelve months by operator of a store', table(`by=operator&storeId=${store}`)],
    ...['tenderType', 'taxType', 'operator'].flatMap((by): [string, Requests][] => [
      [`Table of 28 days by store and ${by}`, table(`by=store&thenBy=${by}`, days(28))],
      [`Table of twelve months by store and ${by}`, table(`by=store&thenBy=${by}`)],
      [`Table of 365 days by store and ${by}`, table(`by=store&thenBy=${by}`, days(365))],
    ]),
    ['Table of twelve months by register and operator', table(`by=register&thenBy=operator&storeId=${store}`)],
  ]
}

interface Found {
  receipts: { id: string; number: string; storeId: string; emailAddress: string | null }[]
  next: string
}

function viewsFor({ receipts, next }: Found): [string, Requests][] {
  const { id = '', number = '', storeId = '', emailAddress } = receipts.find(each => each.emailAddress) ?? {}
  const find = (clues: object): Requests => [['/receipts/find', clues], '/stores']
  const problems = (query: string): Requests => [`/problems/mails${query}`, '/problems', '/stores', '/problems/left']
  return [
    ['Overview of 30 days', overview(30, 'day')],
    ['Overview of a year', overview(365, 'month')],
    ['Overview of 90 days of a store', overview(90, 'day', storeId)],
    ['Newest receipts', find({})],
    ['The page after', find({ cursor: next })],
    ['Receipts of a day half a year ago', find({ from: day(183), to: day(183) })],
    ['Receipts until a day half a year ago', find({ to: day(183) })],
    ['Receipts of a store', find({ store: storeId })],
    ['Receipts of an amount', find({ amount: 8.99 })],
    ['Receipts of an amount in a week', find({ amount: 8.99, from: day(40), to: day(33) })],
    ['Receipts with a number', find({ number })],
    ['Receipts with a number that none has', find({ number: 'nothing' })],
    ['Receipts of an address', find({ email: emailAddress })],
    ['Receipts of a name', find({ words: 'ines okafor' })],
    ['Receipts with common goods', find({ words: 'merino socks' })],
    ['Receipts with goods that none has', find({ words: 'garden hose' })],
    ['Receipts of a card and a store', find({ card: '4242', store: storeId })],
    ['Receipts whose mailbox is full', find({ reason: 'mailbox_full' })],
    ['Receipts whose mailbox was full in a week', find({ reason: 'mailbox_full', from: day(40), to: day(33) })],
    ['A receipt', [`/receipts/${id}`, `/receipts/${id}/deliveries`, `/receipts/${id}/html`]],
    ['Problems', ['/problems/mails', '/problems', '/stores', '/problems/left']],
    ['Problems of a reason', problems('?reason=mailbox_full')],
    ['Problems of a store', problems(`?store=${storeId}`)],
    ['Problems of a register that none has', problems('?register=none')],
    ['Problems of a domain that none has', problems('?domain=example.org')],
    ['Problems until a day half a year ago', problems(`?until=${day(183)}T00:00:00Z`)],
    ['Waiting mails', problems('?kind=waiting')],
    ['Keys', ['/keys']],
    ['People', ['/people']],
    ['Languages', ['/settings', '/stores']],
    ['Who did what', ['/trail']],
  ]
}

await withServer(serverUrl => onDatabases(serverUrl, benchViews))
