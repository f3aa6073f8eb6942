import { type Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError, StartError } from '../basics/errors/errors.ts'
import { codeOf, reasonOf } from '../basics/errors/fault.ts'

/** Connections per process, not counting the queue's. */
const connections = 10

/**
 * PostgreSQL through a connection pool. 64-bit integers are read as numbers: our times and counts are far below 2⁵³.
 *
 * Queries throw `DatabaseUnavailableError` if the connection fails, or else the server's error. URL parameters such as
 * `?query_timeout=5000` override the settings here.
 *
 * @param onError called when a connection breaks; it is replaced
 */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    // If the way to the server is lost in the middle of a transaction, the server must not keep its locks for hours.
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'counterfoil-service',
    types: { getTypeParser: parserOf },
    // The pool has ended before its last connections have, which then may break.
    ...connectionSettings(error => void (pool.ending || onError(error))),
  })
  // The connection has already reported it.
  pool.on('error', () => {})
  return new PostgresDialect({ pool: guarded(pool) })
}

/**
 * Settings for every connection. The pool listens for errors only on idle connections, and an
 * unhandled error ends the process. A silent server doesn't enforce `statement_timeout`, so the client has a slightly longer
 * timeout too.
 */
function connectionSettings(onError: (error: Error) => void) {
  return {
    query_timeout: 35_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A silent server never confirms the end of a connection, so the process must not wait for that when it exits.
    allowExitOnIdle: true,
    onConnect: (client: { on(event: 'error', listener: (error: Error) => void): unknown }) =>
      void client.on('error', onError),
  }
}

/** A pool that discards broken connections. */
function guarded(pool: pg.Pool): PostgresPool {
  return {
    connect: () =>
      pool.connect().then(guardedClient, error => {
        throw faultOf(error)
      }),
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool
}

function guardedClient(client: pg.PoolClient): PostgresPoolClient {
  let broken: DatabaseUnavailableError | undefined
  return {
    async query(sql: string, parameters: unknown[]) {
      // A timed-out query is still pending: a rollback would wait for it just as long.
      if (broken) throw broken
      try {
        return await client.query(sql, parameters)
      } catch (error) {
        const fault = faultOf(error)
        if (fault instanceof DatabaseUnavailableError && !endedForAnother.test(fault.code ?? '')) broken = fault
        throw fault
      }
    },
    release: () => client.release(broken),
    // The type wants cursors, too, which nobody asks for.
  } as unknown as PostgresPoolClient
}

/**
 * SQLSTATE classes 08, 53 and 57P: connection exceptions, insufficient resources, a server that stops or starts. 25006: the
 * server became a read-only standby. 40001 and 40P01: serialization failure and deadlock, after which another try may succeed.
 */
const unavailable = /^(?:08|53|57P|25006|40001|40P01)/

/** The server ended the transaction in favor of another. The connection is fine. */
const endedForAnother = /^(?:40001|40P01)/

/** Anything but an error response from the server is a connection failure. */
function faultOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !unavailable.test(error.code ?? '')) return error
  return new DatabaseUnavailableError(error)
}

function parserOf(type: number, format?: 'text' | 'binary') {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
}

interface ReachOptions {
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

/** Whether the server or the way to it is away. Migrations throw what the system or the server says. */
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return databaseFault(error) === undefined
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (/^(?:08|53300|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(codeOf(error))) return true
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Postgres connection has been discarded|timeout exceeded when trying)/.test(error.message)
  )
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
  '42501': 'its user lacks a privilege. Grant it `create` on the schema public, or make it the owner.',
}

function unreachable(cause: unknown): StartError {
  return new StartError(
    `DATABASE_URL: the database doesn't answer (${reasonOf(cause)}). Start it, or correct the host and port.`,
    { cause },
  )
}
