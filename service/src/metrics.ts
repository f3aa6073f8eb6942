import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  receipts: Counter<'result'>
  deliveries: Counter<'outcome' | 'transport'>
  attempts: Counter<'outcome' | 'transport'>
  possibleDuplicates: Counter
  pdfFailures: Counter
  refusals: Counter<'work'>
  waitingRequests: Gauge<'work'>
  missingFields: Counter<'file' | 'field'>
  attemptSeconds: Histogram
  acceptedToSentSeconds: Histogram
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  /** All of them in Prometheus' text form. */
  text(): Promise<string>
  contentType: string
}

export interface MetricSources {
  /** How many mails wait, and since when the first of them is due. */
  backlog: () => Promise<{ count: number; oldestDueAt: number | undefined }>
  /** Bytes left for the data folder; absent where nothing is written there. */
  freeBytes?: () => Promise<number>
  /** Whether the mail server answers; absent where this process sends none. */
  isMailUp?: () => Promise<boolean>
  now: () => number
}

/** What is counted, in a registry of its own. The sources are asked at every scrape; what cannot be told then is NaN. */
export function createMetrics({ backlog, freeBytes, isMailUp, now }: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const backlogNow = shared(backlog)

  gauge('counterfoil_deliveries_queued', 'Mails that wait, those of later attempts among them.', async () => {
    return (await backlogNow()).count
  })
  gauge(
    'counterfoil_oldest_due_delivery_seconds',
    'For how long the first of the waiting mails has been due; 0 when none is.',
    async () => {
      const { oldestDueAt } = await backlogNow()
      return oldestDueAt === undefined ? 0 : Math.max(0, (now() - oldestDueAt) / 1000)
    },
  )
  if (freeBytes) gauge('counterfoil_data_folder_free_bytes', 'Bytes left for the data folder.', freeBytes)
  if (isMailUp)
    gauge('counterfoil_smtp_up', 'Whether the mail server answers and lets us in: 1 or 0.', async () =>
      (await isMailUp()) ? 1 : 0,
    )

  /** A value that is asked for at the scrape itself. */
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
      help: 'Receipts that were sent in, by result: accepted, duplicate, invalid.',
      labelNames: ['result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'counterfoil_deliveries_total',
      help: 'Mails that are done with, by outcome (sent, failed) and by what they went to: smtp, or folder for files.',
      labelNames: ['outcome', 'transport'],
      registers,
    }),
    attempts: new Counter({
      name: 'counterfoil_delivery_attempts_total',
      help: 'Attempts to send a mail, by outcome (sent, deferred, failed) and transport.',
      labelNames: ['outcome', 'transport'],
      registers,
    }),
    possibleDuplicates: new Counter({
      name: 'counterfoil_possible_duplicates_total',
      help: 'Attempts after one whose end nobody knows.',
      registers,
    }),
    pdfFailures: new Counter({
      name: 'counterfoil_pdf_failures_total',
      help: 'PDFs that could not be printed.',
      registers,
    }),
    refusals: new Counter({
      name: 'counterfoil_refused_total',
      help: 'Requests refused with 503 because too much waited, by work: create, html, pdf.',
      labelNames: ['work'],
      registers,
    }),
    waitingRequests: new Gauge({
      name: 'counterfoil_waiting_requests',
      help: 'Requests that wait for their turn, by work: create, html, pdf.',
      labelNames: ['work'],
      registers,
    }),
    missingFields: new Counter({
      name: 'counterfoil_missing_fields_total',
      help: 'Documents in which a template printed a field that the receipt has not, by file and field of the template.',
      labelNames: ['file', 'field'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'counterfoil_delivery_attempt_seconds',
      help: 'Time of one attempt, rendering included.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    acceptedToSentSeconds: new Histogram({
      name: 'counterfoil_accepted_to_sent_seconds',
      help: 'From the answer to the till until the mail server took the mail.',
      buckets: [0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3600, 86_400],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'counterfoil_http_request_seconds',
      help: 'Time of one request.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
      registers,
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** The same question once for all who ask it while it is under way. */
function shared<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}
