import { pino } from 'pino'
import { faultOf } from '../errors/fault.ts'

/** All fields a log line may have. Nothing else is written: no body, address, name, header or query string. */
export interface LogFields {
  referenceId?: string
  merchantId?: string
  keyId?: string
  receiptId?: string
  deliveryId?: string
  offerId?: string
  pauseId?: string
  /** OpenTelemetry's, to find the trace. */
  traceId?: string
  /** The name of an admin token. */
  actor?: string
  method?: string
  /** The route's pattern, never the requested URL. */
  route?: string
  status?: number
  milliseconds?: number
  bytes?: number
  code?: string
  attempt?: number
  count?: number
  /** Paths of refused fields, with the interface's names only. */
  fields?: string
  place?: string
  /** Of this service, and of the engine that draws receipts. */
  version?: string
  engine?: string
  migration?: string
  error?: unknown
}

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

const names = [
  'referenceId',
  'merchantId',
  'keyId',
  'pauseId',
  'traceId',
  'actor',
  'receiptId',
  'deliveryId',
  'offerId',
  'method',
  'route',
  'status',
  'milliseconds',
  'bytes',
  'code',
  'attempt',
  'count',
  'fields',
  'place',
  'version',
  'engine',
  'migration',
] as const satisfies readonly (keyof LogFields)[]

/** Copies the listed fields only, whatever else the object holds. */
function allowed(fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number' || typeof value === 'string') line[name] = value
  }
  return fields.error === undefined ? line : { ...line, error: faultOf(fields.error) }
}
