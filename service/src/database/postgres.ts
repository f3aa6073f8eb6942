import { PostgresDialect } from 'kysely'
import pg from 'pg'

/** What one process takes of the server's connections, the queue's own not counted. */
const connections = 10

/**
 * PostgreSQL through a pool of connections. Whole numbers of 64 bits come as numbers: times and counts of this program
 * are far below 2⁵³.
 *
 * @param onError told of connections that break while idle; they are replaced
 */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'counterfoil-service',
    types: { getTypeParser: parserOf },
  })
  pool.on('error', onError)
  return new PostgresDialect({ pool })
}

function parserOf(type: number, format?: 'text' | 'binary') {
  return type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
}
