import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from '../database-unavailable.ts'

/** What one process takes of the server's connections, the queue's own not counted. */
const connections = 10

/**
 * PostgreSQL through a pool of connections. Whole numbers of 64 bits come as numbers: times and counts of this program
 * are far below 2⁵³.
 *
 * Queries throw `DatabaseUnavailableError` when the connection fails, and the server's own error otherwise. Parameters of
 * the address, such as `?query_timeout=5000`, win over the settings here.
 *
 * @param onError told of connections that break; they are replaced
 */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'counterfoil-service',
    types: { getTypeParser: parserOf },
    ...connectionSettings(onError),
  })
  // Told by the connection already.
  pool.on('error', () => {})
  return new PostgresDialect({ pool: guarded(pool) })
}

/**
 * Settings of every connection, the queue's too. The pool listens to a connection only while it is idle, and an error that
 * nobody listens to ends the process. A server that goes silent answers no `statement_timeout`, so the client has its own,
 * a little longer.
 */
export function connectionSettings(onError: (error: Error) => void) {
  return {
    query_timeout: 35_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The end of a connection to a server that went silent is never confirmed; the process need not wait for it to exit.
    allowExitOnIdle: true,
    onConnect: (client: { on(event: 'error', listener: (error: Error) => void): unknown }) =>
      void client.on('error', onError),
  }
}

/** A pool that gives no broken connection to the next caller. */
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
      // A query that timed out is still on the wire: a rollback would wait for it just as long.
      if (broken) throw broken
      try {
        return await client.query(sql, parameters)
      } catch (error) {
        const fault = faultOf(error)
        if (fault instanceof DatabaseUnavailableError) broken = fault
        throw fault
      }
    },
    release: () => client.release(broken),
  } as unknown as PostgresPoolClient
}

/**
 * Classes 08, 53 and 57P of SQLSTATE: connection exceptions, insufficient resources, a server that stops or starts. 25006
 * is a server that became a read-only standby.
 */
const unavailable = /^(?:08|53|57P|25006)/

/** Whatever is not the server's own answer is a fault of the connection. */
function faultOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !unavailable.test(error.code ?? '')) return error
  return new DatabaseUnavailableError(error)
}

function parserOf(type: number, format?: 'text' | 'binary') {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
}
