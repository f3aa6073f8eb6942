import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from '../errors/errors.ts'

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
 * Settings for every connection, including the queue's. The pool listens for errors only on idle connections, and an
 * unhandled error ends the process. A silent server doesn't enforce `statement_timeout`, so the client has a slightly longer
 * timeout too.
 */
export function connectionSettings(onError: (error: Error) => void) {
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
