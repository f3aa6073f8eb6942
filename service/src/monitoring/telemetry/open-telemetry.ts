import type { Log } from '../log.ts'
import { createMetricMirror, type MetricMirror, noMirror } from './metric-mirror.ts'
import { loadOtelApi, type OtelApi, type StartedSdk, startedSdk } from './otel-api.ts'
import { createOtelTracer } from './otel-tracer.ts'
import { noTracer, type Tracer } from './tracer.ts'

export interface Telemetry {
  tracer: Tracer
  mirror: MetricMirror
  /** Sends the last spans and metrics, if that takes no longer than a few seconds. Never throws. */
  close?: () => Promise<void>
}

/** Milliseconds for the last spans and metrics: a collector that doesn't answer must not keep a stopping process. */
const closeTimeoutMs = 4000

export interface TelemetryOptions {
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
export const noTelemetry: Telemetry = { tracer: noTracer, mirror: noMirror }

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
