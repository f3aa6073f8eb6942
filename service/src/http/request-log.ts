import type { ServerResponse } from 'node:http'
import type { FieldErrors } from 'counterfoil/internal'
import type { Log } from '../basics/monitoring/log.ts'
import type { Metrics } from '../basics/monitoring/metrics.ts'
import type { OpenSpan, Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import type { Fleet } from '../operations/fleet/fleet.ts'
import { tillHeader } from '../operations/fleet/header.ts'
import { actorOf } from '../people/sessions.ts'
import { fieldNameOf } from '../statistics/counting/change.ts'
import type { ApiRequest } from './admission.ts'

/** What is told of a request. */
interface ToldRequest extends Pick<ApiRequest, 'headers' | 'method' | 'authenticated' | 'signedIn' | 'actor'> {
  id: string
  routeOptions: { url?: string | undefined }
  /** The path it asks, which has no such method. */
  otherMethods: { path: string } | null
  /** The fields that it was refused for. */
  refusedFields: string | null
  /** Null for those nobody traces. */
  span: OpenSpan | null
}

interface ToldOptions {
  metrics: Metrics
  fleet: Pick<Fleet, 'note'>
  log: Log
}

/** Counts and logs an answered request, and notes what the till said of itself. */
export function noteAnswered(
  { fleet, metrics, log }: ToldOptions,
  request: ToldRequest,
  { statusCode: status, elapsedTime }: { statusCode: number; elapsedTime: number },
): void {
  const { id, method, authenticated, signedIn, actor, refusedFields, span, headers } = request
  if (authenticated)
    fleet.note({ merchantId: authenticated.merchant.id, keyId: authenticated.key.id }, headers[tillHeader])
  const route = routeOfRequest(request) ?? ''
  const merchantId = (authenticated ?? signedIn)?.merchant.id
  if (merchantId !== undefined) span?.set({ merchantId })
  metrics.requestSeconds.observe(elapsedTime / 1000, { method, route, status: String(status) })
  log.info('Request answered', {
    referenceId: id,
    method,
    route,
    status,
    milliseconds: Math.round(elapsedTime),
    ...(span?.traceId && { traceId: span.traceId }),
    ...(refusedFields !== null && { fields: refusedFields }),
    ...(actor && { actor }),
    ...(signedIn && { actor: actorOf(signedIn.session) }),
    ...(authenticated && { keyId: authenticated.key.id }),
    ...(merchantId !== undefined && { merchantId }),
  })
}

/** The pattern of the path that a request asks; undefined if there is none. */
export function routeOfRequest({
  routeOptions,
  otherMethods,
}: Pick<ToldRequest, 'routeOptions' | 'otherMethods'>): string | undefined {
  return routeOptions.url ?? otherMethods?.path
}

/** Asked every few seconds by machines, and about no receipt. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** A request's span, named after the route's pattern; it ends when the response does. */
export function beginSpan(
  tracer: Tracer,
  request: Pick<ToldRequest, 'id' | 'method' | 'headers' | 'routeOptions' | 'otherMethods'>,
  response: ServerResponse,
): OpenSpan | null {
  const { id, method, headers } = request
  const route = routeOfRequest(request)
  if (route !== undefined && untraced.has(route)) return null
  const span = tracer.begin(route === undefined ? method : `${method} ${route}`, headers)
  span.set({ method, route, referenceId: id })
  response.once('close', () => {
    // The response of a client that left was never sent.
    const status = response.writableFinished ? response.statusCode : 499
    span.set({ status })
    if (status >= 500) span.fail({ code: String(status) })
    span.end()
  })
  return span
}

/** Runs a part of a request's work in its span. */
export function inSpan<Result>({ span }: Pick<ToldRequest, 'span'>, work: () => Result): Result {
  return span ? span.within(work) : work()
}

/** Most fields of a refused request in the log. */
const maxFields = 20

/** The names of refused fields, as the log has them. */
export function refusedFieldsOf(fields: FieldErrors, parameters: ReadonlySet<string>): string {
  const names = Object.keys(fields).map(path => fieldNameOf(path, parameters))
  return [...new Set(names)].slice(0, maxFields).join(', ')
}
