import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { otherMerchants, queueSizes } from './queue-gauges.ts'
import type { Check } from './readiness.ts'

export interface Metrics {
  receipts: Counter<'result'>
  deliveries: Counter<'outcome' | 'transport'>
  attempts: Counter<'outcome' | 'transport'>
  failures: Counter<'outcome' | 'code'>
  possibleDuplicates: Counter
  pdfFailures: Counter
  refusals: Counter<'work'>
  waitingRequests: Gauge<'work'>
  missingFields: Counter<'file' | 'field'>
  attemptSeconds: Histogram
  acceptedToSentSeconds: Histogram
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>
  contentType: string
}

export interface MetricSources {
  /** How many mails are queued for each merchant, the longest queue first, and when the oldest was due. */
  backlog: () => Promise<{ byMerchant: { merchantId: string; count: number }[]; oldestDueAt: number | undefined }>
  /** How many mails are held back by pauses. */
  held: () => Promise<number>
  /** What `/readyz` checks. */
  checks: () => Promise<Check[]>
  /** Free bytes for the data folder; absent if nothing is written there. */
  freeBytes?: () => Promise<number>
  /** Whether the mail server answers; absent if this process sends no mail. */
  isMailUp?: () => Promise<boolean>
  now: () => number
}

/** All metrics, in a separate registry. Sources are read at every scrape; a failed read is NaN. */
export function createMetrics({ backlog, held, checks, freeBytes, isMailUp, now }: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const backlogNow = shared(backlog)

  new Gauge({
    name: 'counterfoil_deliveries_queued',
    help: `Mails waiting to be sent, including retries, by merchant: the 50 longest queues, and ${otherMerchants}.`,
    labelNames: ['merchant'],
    registers,
    async collect() {
      this.reset()
      try {
        for (const [merchant, count] of queueSizes((await backlogNow()).byMerchant)) this.set({ merchant }, count)
      } catch {
        this.set({ merchant: otherMerchants }, Number.NaN)
      }
    },
  })
  new Gauge({
    name: 'counterfoil_check_status',
    help: 'The checks of /readyz: 0 ok, 1 a warning, 2 not ready.',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const { name, status } of await checks()) this.set({ check: name }, severity[status])
    },
  })
  gauge('counterfoil_deliveries_held', 'Mails held back by pauses of delivery.', held)
  gauge(
    'counterfoil_oldest_due_delivery_seconds',
    'How long the oldest waiting mail has been due; 0 if none is.',
    async () => {
      const { oldestDueAt } = await backlogNow()
      return oldestDueAt === undefined ? 0 : Math.max(0, (now() - oldestDueAt) / 1000)
    },
  )
  if (freeBytes) gauge('counterfoil_data_folder_free_bytes', 'Free bytes for the data folder.', freeBytes)
  if (isMailUp)
    gauge('counterfoil_smtp_up', 'Whether the mail server answers and accepts our login: 1 or 0.', async () =>
      (await isMailUp()) ? 1 : 0,
    )

  /** A value read at scrape time. */
  function gauge(name: string, help: string, value: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await value().catch(() => Number.NaN))
      },
    })
  }

  return {
    receipts: new Counter({
      name: 'counterfoil_receipts_total',
      help: 'Receipts received, by result: accepted, duplicate, invalid.',
      labelNames: ['result'],
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
      help: 'Attempts that sent no mail, by outcome (deferred, failed) and code: the mail server’s reply code, or a word.',
      labelNames: ['outcome', 'code'],
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
    attemptSeconds: new Histogram({
      name: 'counterfoil_delivery_attempt_seconds',
      help: 'Duration of one attempt, including rendering.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    acceptedToSentSeconds: new Histogram({
      name: 'counterfoil_accepted_to_sent_seconds',
      help: 'Time from the response to the till until the mail server accepted the mail.',
      buckets: [0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3600, 86_400],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'counterfoil_http_request_seconds',
      help: 'Duration of one request.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
      registers,
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const severity = { ok: 0, warn: 1, fail: 2 } as const

/** Concurrent callers share one call. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= read().finally(() => {
      pending = undefined
    })
    return pending
  }
}
