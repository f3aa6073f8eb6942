import type { LogEvent } from 'kysely'
import type { Tracer } from '../monitoring/telemetry/tracer.ts'

/** Reports a query that is over to the trace it belongs to: what kind it was and on which table, never its values. */
export function reportQuery(tracer: Tracer, event: LogEvent): void {
  if (!tracer.isActive()) return
  const [, verb = ''] = /^\s*(\w+)/.exec(event.query.sql) ?? []
  const [, table] = /\b(?:from|into|update) "(\w+)"/i.exec(event.query.sql) ?? []
  const query = verb.toUpperCase()
  const error = event.level === 'error' ? event.error : undefined
  tracer.report(table === undefined ? query : `${query} ${table}`, { query, table }, event.queryDurationMillis, error)
}
