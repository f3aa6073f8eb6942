import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { OpenSpan, Tracer } from '../monitoring/telemetry/tracer.ts'

/** What a span says about a request. */
export interface TracedRequest {
  id: string
  method: string
  headers: IncomingHttpHeaders
  /** The route's pattern; absent if there is none. */
  routeOptions: { url?: string | undefined }
}

interface RequestSpans {
  /** Begins a request's span; it ends when its response does. */
  begin(request: TracedRequest, response: ServerResponse): void
  /** Runs a part of a request's work in its span. */
  within<Result>(request: TracedRequest, work: () => Result): Result
  /** The request's span; undefined for those nobody traces. */
  of(request: TracedRequest): OpenSpan | undefined
}

/** Asked every few seconds by machines, and about no receipt. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** One span per request, named after the route's pattern. */
export function createRequestSpans(tracer: Tracer): RequestSpans {
  const spans = new WeakMap<TracedRequest, OpenSpan>()

  return {
    begin(request, response) {
      const { id, method, headers, routeOptions } = request
      const { url: route } = routeOptions
      if (route !== undefined && untraced.has(route)) return
      const span = tracer.begin(route === undefined ? method : `${method} ${route}`, headers)
      span.set({ method, route, referenceId: id })
      spans.set(request, span)
      response.once('close', () => {
        // The response of a client that left was never sent.
        const status = response.writableFinished ? response.statusCode : 499
        span.set({ status })
        if (status >= 500) span.fail({ code: String(status) })
        span.end()
      })
    },
    within(request, work) {
      const span = spans.get(request)
      return span ? span.within(work) : work()
    },
    of: request => spans.get(request),
  }
}
