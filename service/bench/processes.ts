import { once } from 'node:events'
import pg from 'pg'
import { descendantsOf, parentOf, statOf } from '../../test/support/processes.ts'
import type { Running } from './stage.ts'

/** The microseconds of CPU that a service's process has used. */
export const cpuOf = (server: Running): Promise<number> => ask(server, 'cpu')

/** Makes a service fold its statistics. */
export const foldIn = (server: Running): Promise<number> => ask(server, 'fold')

/** How many mails a mail server has taken. */
export const takenBy = (sink: Running): Promise<number> => ask(sink, 'count')

async function ask({ child }: Running, what: string): Promise<number> {
  child.send(what)
  const [answer] = (await once(child, 'message')) as [number]
  return answer
}

/**
 * Gives how many microseconds of CPU all processes of a PostgreSQL server on this machine have used, also those that have ended.
 * Linux only; counted in hundredths of a second.
 */
export async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const main = parentOf(rows[0].pid)
  await client.end()
  return () => {
    const ticks = (pid: number, fields: readonly number[]) =>
      fields.reduce((sum, field) => sum + Number(statOf(pid)[field] ?? 0), 0)
    // User and system time; of the main process, that of its children that ended, too.
    return descendantsOf(main).reduce((sum, pid) => sum + ticks(pid, [11, 12]), ticks(main, [11, 12, 13, 14])) * 10_000
  }
}
