import type { Printer } from 'counterfoil/internal'
import type { Telemetry } from './basics/monitoring/telemetry/open-telemetry.ts'
import type { portLimits } from './delivery/bounces/port.ts'
import type { FetchText } from './delivery/bounces/providers/sns.ts'
import type { MailTransport } from './delivery/mail/transport.ts'
import type { WaitingLimits } from './delivery/scheduling/schedulers.ts'
import type { DnsOptions } from './delivery/validation/dns.ts'
import type { ProbeOptions } from './delivery/validation/validate.ts'
import type { PosterOptions } from './delivery/webhooks/post.ts'
import type { ClientTimeouts } from './http/connections.ts'
import type { Examiner } from './merchants/templates/examiner.ts'

/** What tests replace. */
export interface ServiceOverrides {
  now?: () => number
  chance?: () => number
  transport?: MailTransport
  dns?: DnsOptions
  probe?: Pick<ProbeOptions, 'port' | 'allowPrivate'>
  /** Waits between attempts to send, milliseconds. */
  waits?: readonly number[]
  /** How webhooks reach their receivers. */
  webhooks?: Partial<Omit<PosterOptions, 'allowed'>>
  /** Waits between attempts to post a webhook's message, milliseconds. */
  webhookWaits?: readonly number[]
  /** Milliseconds to make a mail, and as many to wait for a connection. */
  sendDeadline?: number
  /** How long clients may take. */
  clientTimeouts?: Partial<ClientTimeouts>
  /** Milliseconds between two looks at the certificate's files. */
  certificateInterval?: number
  /** Bytes left for the data folder. */
  freeBytes?: () => Promise<number>
  telemetry?: Telemetry
  /** What the port of bounces grants. */
  bounceLimits?: Partial<typeof portLimits>
  /** Gets what providers publish by HTTPS. */
  fetchText?: FetchText
  /** Milliseconds between two looks into the mailbox of bounces. */
  mailboxInterval?: number
  /** How many requests may wait. */
  waiting?: Partial<WaitingLimits>
  /** The module with what is done apart from the event loop. */
  jobs?: URL
  /** Examines templates that are uploaded, instead of a thread. */
  examineTemplates?: Examiner
  /** Milliseconds of CPU that examining templates may take. */
  examineBudgetMs?: number
  /** What PDFs are printed with, and closed with the service. */
  printer?: Printer
  /** Starts no worker, whatever the role. */
  withoutWorker?: boolean
}
