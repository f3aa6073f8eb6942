import type { OtelApi } from './otel-api.ts'

/** A metric's labels, by name. */
type Labels = Record<string, string | number>

/** A counter or gauge, and all its values. */
export interface Measured {
  name: string
  help: string
  type: 'counter' | 'gauge'
  values: readonly { labels: Labels; value: number }[]
}

/** A histogram, with the upper bounds of its buckets. */
export interface HistogramAbout {
  name: string
  help: string
  buckets: number[]
}

/** Gives OpenTelemetry the metrics of `/metrics`, under the same names. */
export interface MetricMirror {
  /** Makes a histogram's copy; the function adds a value to it. */
  histogram(about: HistogramAbout): (value: number, labels: Labels) => void
  /** Copies counters and gauges. `read` is called whenever OpenTelemetry collects. */
  values(known: readonly Omit<Measured, 'values'>[], read: () => Promise<readonly Measured[]>): void
}

/** Copies nothing. */
export const noMirror: MetricMirror = { histogram: () => () => {}, values: () => {} }

/** A mirror that uses whatever OpenTelemetry SDK runs in this process. */
export function createMetricMirror(api: OtelApi, name: string, version: string): MetricMirror {
  const meter = api.metrics.getMeter(name, version)

  return {
    histogram({ name, help: description, buckets }) {
      const advice = { explicitBucketBoundaries: buckets }
      const copy = meter.createHistogram(name, { description, unit: 's', advice })
      return (value, labels) => copy.record(value, labels)
    },
    values(known, read) {
      const copies = new Map(
        known.map(({ name, help: description, type }) => [
          name,
          type === 'counter'
            ? meter.createObservableCounter(name, { description })
            : meter.createObservableGauge(name, { description }),
        ]),
      )
      meter.addBatchObservableCallback(
        async result => {
          for (const { name, values } of await read()) {
            const copy = copies.get(name)
            // NaN means that it couldn't be read.
            const readable = values.filter(({ value }) => !Number.isNaN(value))
            if (copy) for (const { labels, value } of readable) result.observe(copy, value, labels)
          }
        },
        [...copies.values()],
      )
    },
  }
}
