import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { engineVersion, serviceVersion } from '../versions.ts'
import { addGauges, type MetricSources } from './gauges.ts'
import { type HistogramAbout, type Measured, type MetricMirror, noMirror } from './telemetry/metric-mirror.ts'

/** What is counted and measured. */
export type Metrics = ReturnType<typeof createMetrics>

/** A histogram of seconds. */
interface Durations<Label extends string = never> {
  observe(seconds: number, labels?: Record<Label, string>): void
}

interface MetricsOptions extends MetricSources {
  /** Gets a copy of every metric of ours. */
  mirror?: MetricMirror
}

/** All metrics, in a separate registry. */
export function createMetrics({ mirror = noMirror, ...sources }: MetricsOptions) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'counterfoil_build_info',
    help: 'Versions of the service and of the engine that draws receipts; always 1',
    labelNames: ['version', 'engine'],
    registers,
  }).set({ version: serviceVersion, engine: engineVersion }, 1)
  addGauges((name, help, label, read) => {
    new Gauge({
      name,
      help,
      labelNames: label === '' ? [] : [label],
      registers,
      async collect() {
        const values = await read()
        this.reset()
        for (const [of, value] of values) this.set(label === '' ? {} : { [label]: of }, value)
      },
    })
  }, sources)

  function durations<Label extends string = never>(about: HistogramAbout & { labelNames?: Label[] }): Durations<Label> {
    const histogram = new Histogram<Label>({ ...about, registers })
    const copy = mirror.histogram(about)
    return {
      observe(seconds, labels = {} as Record<Label, string>) {
        histogram.observe(labels, seconds)
        copy(seconds, labels)
      },
    }
  }

  const metrics = {
    receipts: new Counter({
      name: 'counterfoil_receipts_total',
      help: 'Receipts received, by result: accepted, duplicate, invalid.',
      labelNames: ['result'],
      registers,
    }),
    receiptWarnings: new Counter({
      name: 'counterfoil_receipt_warnings_total',
      help: 'Accepted receipts with a warning, by merchant and kind, a code of `counterfoil check`; from 1,000 series on under other.',
      labelNames: ['merchant', 'kind'],
      registers,
    }),
    deliveries: new Counter({
      name: 'counterfoil_deliveries_total',
      help: 'Finished mails, by outcome (sent, failed) and transport (smtp, or folder for files).',
      labelNames: ['outcome', 'transport'],
      registers,
    }),
    attempts: new Counter({
      name: 'counterfoil_delivery_attempts_total',
      help: 'Attempts to send a mail, by outcome (sent, deferred, failed) and transport.',
      labelNames: ['outcome', 'transport'],
      registers,
    }),
    failures: new Counter({
      name: 'counterfoil_delivery_failures_total',
      help: 'Attempts that sent no mail, by outcome (deferred, failed), code (the mail server’s reply code, or a word) and reason.',
      labelNames: ['outcome', 'code', 'reason'],
      registers,
    }),
    bounceReports: new Counter({
      name: 'counterfoil_bounce_reports_total',
      help: 'Reports about sent mails, by source (port, mailbox, or the provider) and kind: bounce, delayed, delivered, complaint, challenge, out_of_office, unreadable, unmatched (of no known mail), gone (of an erased one), forged.',
      labelNames: ['source', 'kind'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'counterfoil_webhook_attempts_total',
      help: 'Attempts to post a webhook’s message, by outcome: delivered, deferred, failed, erased.',
      labelNames: ['outcome'],
      registers,
    }),
    possibleDuplicates: new Counter({
      name: 'counterfoil_possible_duplicates_total',
      help: 'Interrupted attempts that are repeated, so the mail may arrive twice.',
      registers,
    }),
    pdfFailures: new Counter({
      name: 'counterfoil_pdf_failures_total',
      help: 'PDFs that failed to print.',
      registers,
    }),
    refusals: new Counter({
      name: 'counterfoil_refused_total',
      help: 'Requests answered with 503 because too many were waiting, by work: create, html, pdf.',
      labelNames: ['work'],
      registers,
    }),
    keyRefusals: new Counter({
      name: 'counterfoil_key_refusals_total',
      help: 'Refused requests by key id, empty if unknown, and reason: unknown, wrong_secret, revoked, merchant, limit.',
      labelNames: ['key', 'reason'],
      registers,
    }),
    waitingRequests: new Gauge({
      name: 'counterfoil_waiting_requests',
      help: 'Requests waiting for their turn, by work: create, html, pdf.',
      labelNames: ['work'],
      registers,
    }),
    missingFields: new Counter({
      name: 'counterfoil_missing_fields_total',
      help: 'Documents whose template printed a field missing from the receipt, by template file and field.',
      labelNames: ['file', 'field'],
      registers,
    }),
    missingGlyphs: new Counter({
      name: 'counterfoil_missing_glyphs_total',
      help: 'PDFs printed with U+FFFD for letters that no font has, by their script (ISO 15924).',
      labelNames: ['script'],
      registers,
    }),
    unclaimedPdfs: new Counter({
      name: 'counterfoil_unclaimed_pdfs_total',
      help: 'PDFs that claim neither or only one of PDF/UA-1 and PDF/A-3a, because of what their template or receipt has.',
      registers,
    }),
    attemptSeconds: durations({
      name: 'counterfoil_delivery_attempt_seconds',
      help: 'Duration of one attempt, including rendering.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    }),
    acceptedToSentSeconds: durations({
      name: 'counterfoil_accepted_to_sent_seconds',
      help: 'Time from the response to the till until the mail server accepted the mail.',
      buckets: [0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3600, 86_400],
    }),
    requestSeconds: durations({
      name: 'counterfoil_http_request_seconds',
      help: 'Duration of one request.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    }),
    /** All metrics in Prometheus' text format. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
  mirror.values(...mirrored(registry))
  return metrics
}

/** Our own counters and gauges, and how to read them. */
function mirrored(registry: Registry): Parameters<MetricMirror['values']> {
  const known = registry.getMetricsAsArray().flatMap(({ name, help, type }) => {
    // The declared type is a number; at run time it is a word.
    const kind = String(type)
    return name.startsWith('counterfoil_') && (kind === 'counter' || kind === 'gauge')
      ? [{ name, help, type: kind as Measured['type'] }]
      : []
  })
  return [
    known,
    async () => {
      // Here, too, the type is a word.
      const all = (await registry.getMetricsAsJSON()) as unknown as Measured[]
      return all.filter(({ name }) => known.some(one => one.name === name))
    },
  ]
}
