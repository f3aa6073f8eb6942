import { codeOf } from '../../errors/fault.ts'
import type { Log } from '../log.ts'
import { createMetricMirror, type MetricMirror, noMirror } from './metric-mirror.ts'
import { loadOtelApi, type OtelApi, type StartedSdk, startedSdk } from './otel-api.ts'
import { attributeNames, noTracer, type OpenSpan, type SpanFields, type Tracer } from './tracer.ts'

/** Where spans and metrics go; nowhere without an endpoint. */
export interface Telemetry {
  tracer: Tracer
  mirror: MetricMirror
  /** Sends the last spans and metrics, if that takes no longer than a few seconds. Never throws. */
  close?: () => Promise<void>
}

/** Milliseconds for the last spans and metrics: a collector that doesn't answer must not keep a stopping process. */
const closeTimeoutMs = 4000

interface TelemetryOptions {
  /** Whether OpenTelemetry's variables ask for it. */
  wanted: boolean
  /** This service's name and version, as the source of spans. */
  name: string
  version: string
  log: Log
  /** Default: what is installed. */
  load?: () => Promise<OtelApi | undefined>
}

/** No traces and no metrics. */
const noTelemetry: Telemetry = { tracer: noTracer, mirror: noMirror }

const guide = 'see "OpenTelemetry" in service/runbook.md'

/**
 * Connects to the OpenTelemetry SDK that was started before this program (Node's `--import`). Without variables it
 * does nothing; with variables but no SDK, it warns once.
 */
export async function openTelemetry({
  wanted,
  name,
  version,
  log,
  load = loadOtelApi,
}: TelemetryOptions): Promise<Telemetry> {
  if (!wanted) return noTelemetry
  const api = await load()
  if (!api) {
    log.warn(`OpenTelemetry's variables are set, but @opentelemetry/api isn't installed; ${guide}`)
    return noTelemetry
  }
  if (!hasSdk(api)) {
    log.warn(`OpenTelemetry's variables are set, but no SDK was started before the service; ${guide}`)
    return noTelemetry
  }
  const sdk = startedSdk()
  return {
    tracer: createOtelTracer(api, name, version),
    mirror: createMetricMirror(api, name, version),
    ...(sdk && { close: () => close(sdk, log) }),
  }
}

async function close(sdk: StartedSdk, log: Log): Promise<void> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), closeTimeoutMs)
  const end = await Promise.race([sdk.shutdown().catch(() => 'failed'), late.promise])
  clearTimeout(timer)
  if (end === 'late' || end === 'failed') log.warn("The collector didn't take the last spans and metrics")
}

/** Whether an SDK has replaced the API's own providers, which do nothing. */
function hasSdk({ trace, metrics, ProxyTracerProvider, createNoopMeter }: OtelApi): boolean {
  const provider = trace.getTracerProvider()
  const traces =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== new ProxyTracerProvider().getDelegate()
  return traces || metrics.getMeter('').constructor !== createNoopMeter().constructor
}

type OtelSpan = ReturnType<ReturnType<OtelApi['trace']['getTracer']>['startSpan']>
type OtelContext = ReturnType<OtelApi['context']['active']>

/** Requests remembered for links. */
const maxRemembered = 1000

/** A tracer that uses whatever OpenTelemetry SDK runs in this process. */
function createOtelTracer(api: OtelApi, name: string, version: string): Tracer {
  const { context, trace, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode } = api
  const tracer = trace.getTracer(name, version)
  const remembered = new Map<string, ReturnType<OtelSpan['spanContext']>>()
  const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

  function opened(span: OtelSpan, parent: OtelContext): OpenSpan {
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
      if (remembered.size > maxRemembered) for (const oldest of remembered.keys()) return void remembered.delete(oldest)
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
