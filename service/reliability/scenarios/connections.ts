import { count, type Play } from '../finding.ts'
import { type Client, openClient } from '../soak/client.ts'
import { startCountingMailServer } from '../soak/counting-mail-server.ts'
import { type DatabaseName, openStage } from '../stage.ts'

/** Connections at once; one in four lists receipts, the others create them. */
const connections = 200

const columns = ['connections', 'database', 'seconds', 'work', 'answers', 'errors', 'p50', 'p99', 'slowest']

/** Keeps 200 connections busy, each with one request at a time. */
export function manyConnections(database: DatabaseName): Play {
  return async ({ seconds }) => {
    await using mailServer = await startCountingMailServer()
    await using stage = await openStage(database)
    if (!stage) return undefined
    Object.assign(stage.settings, { SMTP_URL: mailServer.url, RATE_LIMIT: '0', LOG_LEVEL: 'warn' })
    const { url } = await stage.start()
    const end = performance.now() + seconds * 1000
    let next = 0
    const creates: Times = { milliseconds: [], errors: 0 }
    const lists: Times = { milliseconds: [], errors: 0 }
    await Promise.all(
      Array.from({ length: connections }, async (_, number) => {
        const isList = number % 4 === 3
        const client = openClient(url, note(isList ? lists : creates))
        while (performance.now() < end) await work(client, isList, next++)
        client.close()
      }),
    )
    const about = [count(connections), database, String(seconds)]
    const rows = [
      [...about, 'creates', ...told(creates)],
      [...about, 'queries', ...told(lists)],
    ]
    return { part: 'soak', columns, rows, kept: creates.errors === 0 && lists.errors === 0 }
  }
}

interface Times {
  milliseconds: number[]
  errors: number
}

function note(times: Times) {
  return (milliseconds: number, status: number) => {
    times.milliseconds.push(milliseconds)
    if (status !== 200) times.errors += 1
  }
}

async function work(client: Client, isList: boolean, number: number): Promise<void> {
  if (isList) await client.list()
  else await client.create(number)
}

function told({ milliseconds, errors }: Times): string[] {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const quantile = (share: number) =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
  return [count(sorted.length), count(errors), quantile(0.5), quantile(0.99), quantile(1)]
}
