import { getSystemErrorMap } from 'node:util'
import { DatabaseUnavailableError } from './errors.ts'

/** Errors whose messages name local settings, files and programs, never content of a receipt or request. */
const safeToQuote = new Set([
  'BrowserError',
  'PrintError',
  'TemplateError',
  'OptionError',
  'MailFault',
  'StartError',
  'ConfigError',
  'DataFolderBusyError',
  'ListenError',
  'DatabaseUnavailableError',
  'NewerSchemaError',
])

const maxDepth = 3

/**
 * An error's kind, code, place and cause, for the log. Names and codes come from fixed lists; messages can quote data, so
 * only those that never quote anything sent to us are included.
 */
export function faultOf(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { errno, errcode, syscall, severity, routine, constraint, cause } = error as ForeignError
  const code = codeOf(error)
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  const inner = cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
  return {
    name: error.name,
    ...(code !== '' && { code }),
    ...messageOf(error),
    ...(typeof errcode === 'number' && { errcode }),
    ...(typeof errno === 'number' && { errno }),
    ...word('syscall', syscall),
    ...word('severity', severity),
    ...word('routine', routine),
    ...word('constraint', constraint),
    at: frames.slice(0, 12).map(line => line.trim()),
    ...(inner !== undefined && depth < maxDepth && { cause: faultOf(inner, depth + 1) }),
  }
}

/** An error's code: the system's, PostgreSQL's SQLSTATE, or a library's; empty without one. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as ForeignError
  return typeof code === 'string' || typeof code === 'number' ? String(code).slice(0, 64) : ''
}

/** Why something failed, in a few words for people, without anything sent to us. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailableError) return reasonOf(error.cause)
  const { errstr, errno } = (error ?? {}) as ForeignError
  const [, words] = (typeof errno === 'number' && getSystemErrorMap().get(errno)) || []
  if (typeof errstr === 'string') return errstr
  if (error instanceof Error && fixed.has(error.message)) return error.message.toLowerCase()
  return words ?? conditions[codeOf(error)] ?? (codeOf(error) || (error instanceof Error ? error.name : typeof error))
}

interface ForeignError {
  code?: unknown
  errno?: unknown
  errcode?: unknown
  errstr?: unknown
  syscall?: unknown
  severity?: unknown
  routine?: unknown
  constraint?: unknown
  cause?: unknown
}

function messageOf(error: Error): { message?: string } {
  if (safeToQuote.has(error.name) || fixed.has(error.message)) return { message: error.message }
  const { errstr } = error as ForeignError
  // SQLite's fixed text for a result code; its longer message may quote data.
  const message = typeof errstr === 'string' ? errstr : conditions[codeOf(error)]
  return message === undefined ? {} : { message }
}

/** Messages of the PostgreSQL client and the queue about their connections, which have no code. */
const fixed = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  // Kysely, of a connection that ended while it was in use.
  'Postgres connection has been discarded',
  'Client has encountered a connection error and is not queryable',
  'LISTEN/NOTIFY connection ended',
  'Query read timeout',
  'The server does not support SSL connections',
  'timeout exceeded when trying to connect',
])

/** A single identifier, such as the name of a constraint, system call or function. */
function word(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && /^\w{1,100}$/.test(value) ? { [name]: value } : {}
}

/** PostgreSQL's condition names (its manual, appendix A), because its messages may contain row values. */
const conditions: Readonly<Record<string, string>> = {
  '08000': 'connection exception',
  '08003': 'connection does not exist',
  '08006': 'connection failure',
  '22001': 'string data right truncation',
  '22003': 'numeric value out of range',
  '22021': 'character not in repertoire',
  '22P02': 'invalid text representation',
  '22P05': 'untranslatable character',
  '23502': 'not null violation',
  '23503': 'foreign key violation',
  '23505': 'unique violation',
  '23514': 'check violation',
  '25006': 'read only SQL transaction',
  '25P02': 'in failed SQL transaction',
  '25P03': 'idle in transaction session timeout',
  '28000': 'invalid authorization specification',
  '28P01': 'invalid password',
  '3D000': 'invalid catalog name',
  '3F000': 'invalid schema name',
  '40001': 'serialization failure',
  '40P01': 'deadlock detected',
  '42501': 'insufficient privilege',
  '42601': 'syntax error',
  '42703': 'undefined column',
  '42P01': 'undefined table',
  '53000': 'insufficient resources',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '54000': 'program limit exceeded',
  '55000': 'object not in prerequisite state',
  '55P03': 'lock not available',
  '57014': 'query canceled',
  '57P01': 'admin shutdown',
  '57P02': 'crash shutdown',
  '57P03': 'cannot connect now',
  '57P05': 'idle session timeout',
  '58030': 'io error',
  XX000: 'internal error',
  XX001: 'data corrupted',
  XX002: 'index corrupted',
}
