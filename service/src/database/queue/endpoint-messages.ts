import { type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from '../database.ts'

/**
 * Messages of an endpoint that are queued or parked, and due, the longest due first. Neither database would use their index for a status
 * that is a parameter, and SQLite only for the index's own words.
 */
export function waitingFor(db: Database, endpointId: string, status: 'queued' | 'parked', at: number) {
  return db
    .selectFrom('webhook_messages')
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', sql.lit(status))
    .$if(!isPostgres(db), query => query.where(sql<SqlBool>`status in ('queued', 'parked')`))
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .orderBy('seq')
}
