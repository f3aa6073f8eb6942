import { type Kysely, sql } from 'kysely'
import { DatabaseUnavailableError, StartError } from '../errors/errors.ts'
import { codeOf, reasonOf } from '../errors/fault.ts'

export interface ReachOptions {
  /** Milliseconds to keep trying. */
  waitMs: number
  /** Called once if the first try fails. */
  onWait: (error: unknown) => void
}

/** Milliseconds between tries. */
const pause = 1000

/**
 * Waits until the database answers, because machines that boot together may come up in any order.
 *
 * @throws StartError if it doesn't in time, or fails in a way that waiting won't fix
 */
export function reach<Tables>(db: Kysely<Tables>, options: ReachOptions): Promise<void> {
  return keepTrying(
    async () => void (await sql`select 1`.execute(db)),
    options,
    error => databaseFault(error),
  )
}

/**
 * Does a part of the start again as long as the server goes away in the middle of it: it may be restarted just then.
 *
 * @throws StartError if it doesn't come back in time; what `work` throws for another reason
 */
export function throughRestarts<Result>(work: () => Promise<Result>, options: ReachOptions): Promise<Result> {
  return keepTrying(work, options, error => (isAway(error) ? undefined : (databaseFault(error) ?? error)))
}

/** @param faultOf what to throw for an error that waiting won't fix; undefined for others */
async function keepTrying<Result>(
  work: () => Promise<Result>,
  { waitMs, onWait }: ReachOptions,
  faultOf: (error: unknown) => unknown,
): Promise<Result> {
  const end = Date.now() + waitMs
  for (let turn = 0; ; turn++) {
    try {
      return await work()
    } catch (error) {
      const fault = faultOf(error)
      if (fault !== undefined) throw fault
      if (Date.now() + pause > end) throw unreachable(error)
      if (turn === 0) onWait(error)
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

/** Whether the server or the way to it is away. The queue's own connections throw what the system or the server says. */
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return databaseFault(error) === undefined
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (/^(?:08|53300|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(codeOf(error))) return true
  return error instanceof Error && /^(?:Connection terminated|timeout exceeded when trying)/.test(error.message)
}

/** A failure that waiting won't fix, described with what to do; undefined for all others. */
export function databaseFault(error: unknown): StartError | undefined {
  const code = codeOf(error)
  const advice =
    advices[code] ?? (/^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/.test(code) ? untrusted : undefined)
  return advice === undefined ? undefined : new StartError(`DATABASE_URL: ${advice} (${code})`, { cause: error })
}

const untrusted = "the database's TLS certificate isn't trusted. Set `sslrootcert` to its authority's certificate."

const advices: Readonly<Record<string, string>> = {
  '28P01': 'the database rejected the password. Correct the user and password.',
  '28000': 'the database rejected this user. Correct the user, or allow it in pg_hba.conf.',
  '3D000': 'the server has no database with this name. Correct the name, or create it with `create database`.',
  '25006':
    'the database can only be read: the server is a standby, or set so. Name the primary server, or let it write.',
  '42501':
    'its user lacks a privilege. Grant it `create` on the database and on its schema public, or make it the owner.',
}

function unreachable(cause: unknown): StartError {
  return new StartError(
    `DATABASE_URL: the database doesn't answer (${reasonOf(cause)}). Start it, or correct the host and port.`,
    { cause },
  )
}
