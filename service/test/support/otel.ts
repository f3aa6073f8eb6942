import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

export type { ReadableSpan }

/** OpenTelemetry's own SDK, with exporters that a test can read. */
export interface OtelSdk {
  /** All spans that have ended. */
  spans(): ReadableSpan[]
  /** All metrics as of now. */
  metrics(): Promise<{ name: string; points: { labels: Record<string, unknown>; value: unknown }[] }[]>
  stop(): void
}

/** Starts the SDK in this process, as `node --import ./otel.mjs` would. */
export function startOtel(): OtelSdk {
  const exporter = new InMemorySpanExporter()
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  return {
    spans: () => exporter.getFinishedSpans(),
    async metrics() {
      metricExporter.reset()
      await reader.forceFlush()
      return metricExporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(scope => scope.metrics)
        .map(({ descriptor, dataPoints }) => ({
          name: descriptor.name,
          points: dataPoints.map(({ attributes, value }) => ({ labels: attributes, value })),
        }))
    },
    stop() {
      for (const part of [context, propagation, trace, metrics]) part.disable()
    },
  }
}
