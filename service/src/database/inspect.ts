import { Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { type DatabaseLocation, mayBeThere, unusableData } from './location.ts'
import { pendingOf } from './migrate.ts'
import { databaseFault, postgresDialect, reach } from './postgres.ts'
import { countOf } from './rows.ts'
import { isAboutTheFile, readOnlyDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** A PostgreSQL server, as far as it matters to the service. */
interface ServerFacts {
  version: string
  /** Connections that it allows in total. */
  connections: number
  isReadOnly: boolean
  /** Whether this user may create the tables. */
  mayCreate: boolean
  isEncrypted: boolean
  isLocal: boolean
  /** Milliseconds by which its clock is ahead of ours. */
  clockAhead: number
}

/** A database that is looked at and not changed. */
export interface DatabaseInspection {
  tables: 'none' | 'older' | 'current'
  /** Absent for the embedded database. */
  server?: ServerFacts
  /** Absent if there is none yet. */
  db?: Database
  /** Merchants whose statistics are to be counted anew. */
  recounts: number
  close(): Promise<void>
}

/**
 * Looks at a database without creating or changing anything.
 *
 * @throws StartError if the service couldn't use it
 */
export async function inspectDatabase(place: DatabaseLocation, now: () => number): Promise<DatabaseInspection> {
  if (!mayBeThere(place)) return { tables: 'none', recounts: 0, close: async () => {} }
  const dialect = 'folder' in place ? readOnlyDialect(place.folder) : postgresDialect(patient(place.url), () => {})
  const db = new Kysely<Tables>({ dialect })
  const close = () => db.destroy()
  try {
    if ('url' in place) await reach(db, { waitMs: 0, onWait: () => {} })
    const server = 'url' in place ? { server: await factsOf(db, now) } : {}
    const { done, pending } = await pendingOf(db)
    const tables = done === 0 ? 'none' : pending > 0 ? 'older' : 'current'
    const recounts = tables === 'current' ? await countOf(db.selectFrom('statistics_recounts')) : 0
    return { tables, ...server, ...(done > 0 && { db }), recounts, close }
  } catch (error) {
    await close()
    if ('folder' in place && isAboutTheFile(error)) throw unusableData(place.folder, error)
    throw databaseFault(error) ?? error
  }
}

/** A silent server is given up on sooner than by the service. */
function patient(url: string): string {
  const sooner = new URL(url)
  sooner.searchParams.set('query_timeout', '10000')
  return sooner.href
}

async function factsOf(db: Database, now: () => number): Promise<ServerFacts> {
  const before = now()
  const { rows } = await sql<Omit<ServerFacts, 'clockAhead'> & { milliseconds: string }>`
    select current_setting('server_version') as version,
      current_setting('max_connections')::int as connections,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly",
      has_schema_privilege('public', 'create') as "mayCreate",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      inet_client_addr() is null or inet_client_addr() = inet_server_addr() as "isLocal",
      extract(epoch from clock_timestamp()) * 1000 as milliseconds`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database gave no facts')
  const { milliseconds, ...facts } = row
  return { ...facts, clockAhead: Number(milliseconds) - (before + now()) / 2 }
}
