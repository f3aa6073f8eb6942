import { codeOf } from '../../errors/fault.ts'
import type { OtelApi } from './otel-api.ts'
import { attributeNames, type OpenSpan, type SpanFields, type Tracer } from './tracer.ts'

type OtelSpan = ReturnType<ReturnType<OtelApi['trace']['getTracer']>['startSpan']>
type Context = ReturnType<OtelApi['context']['active']>

/** Requests remembered for links. */
const mostRemembered = 1000

/** A tracer that uses whatever OpenTelemetry SDK runs in this process. */
export function createOtelTracer(api: OtelApi, name: string, version: string): Tracer {
  const { context, trace, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode } = api
  const tracer = trace.getTracer(name, version)
  const remembered = new Map<string, ReturnType<OtelSpan['spanContext']>>()
  const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

  function opened(span: OtelSpan, parent: Context): OpenSpan {
    const inside = trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      set: fields => void span.setAttributes(attributesOf(fields)),
      fail(error) {
        span.setAttributes(attributesOf({ errorType: typeOf(error) }))
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      within: work => context.with(inside, work),
      end: () => span.end(),
    }
  }

  return {
    begin(name, headers) {
      const parent = propagation.extract(ROOT_CONTEXT, headers)
      return opened(tracer.startSpan(name, { kind: SpanKind.SERVER }, parent), parent)
    },

    async run(name, fields, work, { kind, causedBy } = {}) {
      const parent = causedBy === undefined ? context.active() : ROOT_CONTEXT
      const cause = causedBy === undefined ? undefined : remembered.get(causedBy)
      const options = {
        kind: kind ? kinds[kind] : SpanKind.INTERNAL,
        attributes: attributesOf(fields),
        ...(cause && { links: [{ context: cause }] }),
      }
      const span = opened(tracer.startSpan(name, options, parent), parent)
      try {
        return await span.within(() => work(span))
      } catch (error) {
        span.fail(error)
        throw error
      } finally {
        span.end()
      }
    },

    isActive: () => trace.getActiveSpan() !== undefined,

    report(name, fields, milliseconds, error) {
      const parent = context.active()
      const end = Date.now()
      const options = { kind: SpanKind.CLIENT, attributes: attributesOf(fields), startTime: end - milliseconds }
      const span = tracer.startSpan(name, options, parent)
      if (error !== undefined) opened(span, parent).fail(error)
      span.end(end)
    },

    remember(id) {
      const span = trace.getActiveSpan()
      if (!span) return
      remembered.set(id, span.spanContext())
      if (remembered.size > mostRemembered)
        for (const oldest of remembered.keys()) return void remembered.delete(oldest)
    },
  }
}

function attributesOf(fields: SpanFields): Record<string, string | number> {
  const attributes: Record<string, string | number> = {}
  for (const [name, attribute] of Object.entries(attributeNames)) {
    const value = fields[name as keyof SpanFields]
    if (value !== undefined) attributes[attribute] = value
  }
  return attributes
}

/** An error's code or class: `ECONNREFUSED`, `23505`, `PrintError`. */
function typeOf(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : typeof error)
}
