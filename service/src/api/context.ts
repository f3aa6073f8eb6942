import type { Context } from '../acts/act.ts'
import type { EmailValidator } from '../email-validation/validate.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Tracer } from '../monitoring/telemetry/tracer.ts'
import type { Accept, AcceptContext } from '../receipts/accept.ts'
import type { Warnings } from '../receipts/warnings.ts'
import type { Schedulers } from '../scheduling/limits.ts'
import type { Events } from '../statistics/counting/events.ts'
import type { Statistics } from '../statistics/statistics.ts'

/** What the operations work with. */
export interface ApiContext extends Context, AcceptContext {
  accept: Accept
  statistics: Statistics
  events: Events
  warnings: Warnings
  metrics: Metrics
  tracer: Tracer
  schedulers: Schedulers
  validate: EmailValidator
  /** Told about every PDF that couldn't be printed. */
  pdfFailed: () => void
  /** The full URL for a path of this service. */
  address: (path: string) => string
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Whether clients' addresses aren't known, because all have that of a proxy. */
  proxied: boolean
}
