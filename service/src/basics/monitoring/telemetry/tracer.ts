import type { IncomingHttpHeaders } from 'node:http'

/** All attributes a span may have, with their names outside. Nothing else is sent: no body, address, name, key, IP or URL. */
export const attributeNames = {
  method: 'http.request.method',
  /** The route's pattern, never the requested URL. */
  route: 'http.route',
  status: 'http.response.status_code',
  referenceId: 'counterfoil.reference_id',
  merchantId: 'counterfoil.merchant_id',
  receiptId: 'counterfoil.receipt_id',
  deliveryId: 'counterfoil.delivery_id',
  attempt: 'counterfoil.attempt',
  outcome: 'counterfoil.outcome',
  code: 'counterfoil.code',
  transport: 'counterfoil.transport',
  query: 'db.operation.name',
  table: 'db.collection.name',
  errorType: 'error.type',
} as const

/** What spans may say: no field has room for what customers wrote. */
export type SpanFields = { [Name in keyof typeof attributeNames]?: string | number | undefined }

/** A piece of work in a trace, as that work sees it. */
export interface Span {
  /** Hexadecimal, for the log; undefined if nothing is traced. */
  traceId: string | undefined
  set(fields: SpanFields): void
  /** Marks it as failed. Gives the error's code or name, never its message. */
  fail(error: unknown): void
}

/** A span that its owner ends. */
export interface OpenSpan extends Span {
  /** Runs work whose spans become children of this one. */
  within<Result>(work: () => Result): Result
  end(): void
}

interface SpanOptions {
  /** Default `internal`. */
  kind?: 'client' | 'consumer'
  /** Begins a trace of its own, linked to the request that last remembered this id. */
  causedBy?: string
}

/** Tells OpenTelemetry, if it runs, what takes how long. */
export interface Tracer {
  /** Begins a request's span, a child of the client's (W3C `traceparent`). */
  begin(name: string, headers: IncomingHttpHeaders): OpenSpan
  /** Runs work in a span, a child of the current one. */
  run<Result>(
    name: string,
    fields: SpanFields,
    work: (span: Span) => Promise<Result>,
    options?: SpanOptions,
  ): Promise<Result>
  /** Whether there is a current span. */
  isActive(): boolean
  /** Reports work that is over, as a child of the current span. */
  report(name: string, fields: SpanFields, milliseconds: number, error?: unknown): void
  /** Remembers for a while, in this process, that the current span caused something. */
  remember(id: string): void
}

const noSpan: OpenSpan = {
  traceId: undefined,
  set: () => {},
  fail: () => {},
  within: work => work(),
  end: () => {},
}

/** Traces nothing. */
export const noTracer: Tracer = {
  begin: () => noSpan,
  run: (_name, _fields, work) => work(noSpan),
  isActive: () => false,
  report: () => {},
  remember: () => {},
}
