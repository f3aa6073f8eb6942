import { pino } from 'pino'
import { faultOf } from '../errors/fault.ts'

/** The texts and numbers that a log line may have. */
const texts = [
  'referenceId',
  'merchantId',
  'keyId',
  'receiptId',
  'deliveryId',
  'offerId',
  'pauseId',
  'webhookId',
  'reportId',
  'messageId',
  /** OpenTelemetry's, to find the trace. */
  'traceId',
  /** The name of an admin token. */
  'actor',
  'method',
  /** The route's pattern, never the requested URL. */
  'route',
  'code',
  /** Why a mail wasn't taken. */
  'reason',
  /** Paths of refused fields, with the interface's names only. */
  'fields',
  'place',
  /** Of this service, and of the engine that draws receipts. */
  'version',
  'engine',
  'migration',
] as const
const numbers = ['status', 'milliseconds', 'bytes', 'attempt', 'count'] as const

/** All fields a log line may have. Nothing else is written: no body, address, name, header or query string. */
export type LogFields = { [Name in (typeof texts)[number]]?: string } & {
  [Name in (typeof numbers)[number]]?: number
} & { error?: unknown }

/** Writes lines of JSON; fields never contain what customers wrote. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/** A log of JSON lines. `message` is always this program's own text, never input. */
export function openLog(level: string, destination: { write(line: string): void } = process.stdout): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const line =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      logger[name](allowed(fields), message)
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

/** Copies the listed fields only, whatever else the object holds. */
function allowed(fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const name of [...texts, ...numbers]) {
    const value = fields[name]
    if (typeof value === 'number' || typeof value === 'string') line[name] = value
  }
  return fields.error === undefined ? line : { ...line, error: faultOf(fields.error) }
}
