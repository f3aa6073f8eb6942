import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  receipts: Counter<'result'>
  deliveries: Counter<'outcome'>
  attempts: Counter<'outcome'>
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

/** What is counted, in a registry of its own. `backlog` is asked at every scrape. */
export function createMetrics(
  backlog: () => Promise<{ count: number; oldestDueAt: number | undefined }>,
  now: () => number,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const waiting = new Gauge({
    name: 'counterfoil_deliveries_queued',
    help: 'Mails that wait, those of later attempts among them.',
    registers,
  })
  const overdue = new Gauge({
    name: 'counterfoil_oldest_due_delivery_seconds',
    help: 'For how long the first of the waiting mails has been due; 0 when none is.',
    registers,
    async collect() {
      const { count, oldestDueAt } = await backlog()
      waiting.set(count)
      this.set(oldestDueAt === undefined ? 0 : Math.max(0, (now() - oldestDueAt) / 1000))
    },
  })
  overdue.set(0)

  return {
    receipts: new Counter({
      name: 'counterfoil_receipts_total',
      help: 'Receipts that were sent in, by result: accepted, duplicate, invalid.',
      labelNames: ['result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'counterfoil_deliveries_total',
      help: 'Mails that are done with, by outcome: sent, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    attempts: new Counter({
      name: 'counterfoil_delivery_attempts_total',
      help: 'Attempts to send a mail, by outcome: sent, deferred, failed.',
      labelNames: ['outcome'],
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
