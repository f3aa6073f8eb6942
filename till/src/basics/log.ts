import { plainText } from './values.ts'

/** How much an entry matters: an `error` needs someone. */
export type LogLevel = 'info' | 'warn' | 'error'

/** What happened, for programs and people: no addresses and no receipt text. */
export interface LogEntry {
  level: LogLevel
  message: string
  /** The sale. */
  requestId?: string | undefined
  /** What the service calls its failure; without one the requestId. */
  referenceId?: string | undefined
  status?: number | undefined
  /** Such as `ECONNREFUSED` or `deadline`. */
  code?: string | undefined
  /** The file in the spool. */
  file?: string | undefined
  count?: number
}

/** Where a till's entries go. */
export type Log = (entry: LogEntry) => void

/** Writes warnings and errors to the standard error stream, a line of JSON each. */
export const logToStderr: Log = entry => {
  if (entry.level !== 'info') process.stderr.write(`${lineOf(entry)}\n`)
}

/** Writes every entry to the standard error stream, a line of JSON each. */
export const logAllToStderr: Log = entry => {
  process.stderr.write(`${lineOf(entry)}\n`)
}

/** What other software sent, its names among it, reaches no terminal unescaped. */
function lineOf(entry: LogEntry): string {
  return plainText(JSON.stringify({ time: new Date().toISOString(), ...entry }))
}
