import type { Metrics } from './basics/monitoring/metrics.ts'
import { throughRestarts } from './database/postgres.ts'
import type { BounceDoors } from './delivery/bounces/doors.ts'
import { type MailFolder, mailFolderOf, openMailFolder } from './delivery/mail/folder.ts'
import { openSmtp } from './delivery/mail/smtp.ts'
import { limitsOf, type MailTransport } from './delivery/mail/transport.ts'
import type { MailWatch } from './delivery/mail/watch.ts'
import { createSendConcurrency } from './delivery/queue/pace.ts'
import type { FairScheduler } from './delivery/scheduling/fair-scheduler.ts'
import { createPoster } from './delivery/webhooks/post.ts'
import { createWebhookSender } from './delivery/webhooks/sender.ts'
import type { Engines } from './merchants/engines.ts'
import type { ServiceOverrides } from './overrides.ts'
import type { Config } from './settings/config.ts'
import type { SettingFiles } from './settings/files.ts'
import type { Storage } from './storage.ts'
import { createReportSender } from './worker/reports/send.ts'
import { createStopTokens } from './worker/reports/stop.ts'
import { createSender } from './worker/send.ts'
import { createWebhookUpkeep } from './worker/webhook-upkeep.ts'
import { startWorker } from './worker/worker.ts'

/** What a process has, of what sending needs. */
interface SendingParts {
  storage: Storage
  engines: Engines
  metrics: Metrics
  pdfFailed: () => void
  printing: Pick<FairScheduler, 'take'>
  transport: MailTransport
  naming: BounceDoors['naming']
  /** Told how each attempt to send a mail ended. */
  sawMail: MailWatch['sawAttempt'] | undefined
  /** A path of this service as an address; undefined while it has none. */
  address: (path: string) => string | undefined
  /** How a database that is away is waited for. */
  waiting: Parameters<typeof throughRestarts>[1]
}

/** Starts the worker: it sends mails, webhooks and reports until it is stopped. */
export function startSending(
  opened: AsyncDisposableStack,
  config: Config,
  { storage, naming, sawMail, address, waiting, ...parts }: SendingParts,
  { waits, sendDeadline, webhooks, webhookWaits, chance = Math.random }: ServiceOverrides,
) {
  const { transport, metrics } = parts
  const concurrency = createSendConcurrency(config.mailConcurrency)
  const mail = createSender({
    ...{ ...storage, ...parts, ...naming, concurrency, chance },
    ...(sawMail && { sawAttempt: sawMail }),
    ...(waits && { waits }),
    ...(sendDeadline && { deadline: sendDeadline }),
    longestSendMs: limitsOf(config.mailTimeouts).sendMs,
  })
  const poster = createPoster({ allowed: storage.webhooks.allowed, ...webhooks })
  opened.defer(poster.close)
  const webhook = createWebhookSender({
    ...{ ...storage, post: poster.post, seal: storage.webhooks.seal, chance },
    ...(webhookWaits && { waits: webhookWaits }),
    sawAttempt: outcome => metrics.webhookAttempts.inc({ outcome }),
  })
  const tokens = createStopTokens(storage.searchKey)
  const report = createReportSender({ ...storage, transport, chance, tokens, address })
  const start = () =>
    startWorker({
      ...{ ...storage, handlers: { mail, webhook, report }, concurrency, ownsMails: config.mailFolder },
      upkeep: createWebhookUpkeep({ ...storage, transport }),
    })
  return throughRestarts(start, waiting)
}

/**
 * Opens the mail transport that the settings ask for: none in a process that sends no mails. `folder` is the same, if mails are written
 * to files.
 */
export async function openTransport(
  { mailFolder, dataDir, smtpUrl, mailConcurrency, mailTimeouts }: Config,
  { dkim }: SettingFiles,
): Promise<{ transport?: MailTransport; folder?: MailFolder }> {
  if (mailFolder) {
    const folder = await openMailFolder(mailFolderOf({ dataDir }))
    return { transport: folder, folder }
  }
  if (smtpUrl === undefined) return {}
  const transport = openSmtp({
    url: smtpUrl,
    // As many more for what hangs: `createSendConcurrency`.
    connections: 2 * mailConcurrency,
    timeouts: mailTimeouts,
    ...(dkim && { dkim }),
  })
  return { transport }
}
