import type { HashKey } from '../../basics/addresses.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import type { Commit } from '../../database/batch.ts'
import type { Database } from '../../database/database.ts'
import { watchMailbox } from './mailbox/watch.ts'
import { type BouncePort, openBouncePort, type portLimits } from './port.ts'
import { createMailgun } from './providers/mailgun.ts'
import { createPostmark } from './providers/postmark.ts'
import type { Provider } from './providers/provider.ts'
import { createResend } from './providers/resend.ts'
import { createSendgrid } from './providers/sendgrid.ts'
import { createSes } from './providers/ses.ts'
import { type FetchText, fetchSmallText } from './providers/sns.ts'
import { createBounceSenders, createDeliveryTokens } from './senders.ts'
import { createReportTaker, type ReportSource } from './take.ts'

interface DoorOptions {
  db: Database
  commit: Commit
  searchKey: HashKey
  now: () => number
  log: Log
  count: (source: ReportSource, kind: string) => void
  /** Where reports go; undefined if nowhere of our own. */
  address: string | undefined
  /** The providers that send our mails, with what proves that a request is theirs. */
  providers: ProviderSettings
  /** Gets a text by HTTPS, such as Amazon's certificates. */
  fetchText?: FetchText | undefined
}

/** What is set of the providers. */
interface ProviderSettings {
  ses?: { topicArn: string }
  postmark?: { user: string; password: string }
  sendgrid?: { publicKey: string }
  mailgun?: { key: string }
  resend?: { secret: string }
}

/** How mails are named, and how what is said of them comes in: wires the doors of a process. */
export function createBounceDoors({ address, providers, fetchText = fetchSmallText, ...context }: DoorOptions) {
  const tokens = createDeliveryTokens(context.searchKey)
  const taker = createReportTaker({ ...context, tokens })
  const senders = address === undefined ? undefined : createBounceSenders(address, tokens)
  const { ses, postmark, sendgrid, mailgun, resend } = providers
  const opened = {
    ...(ses && { ses: createSes(ses, fetchText) }),
    ...(postmark && { postmark: createPostmark(postmark) }),
    ...(sendgrid && { sendgrid: createSendgrid(sendgrid) }),
    ...(mailgun && { mailgun: createMailgun(mailgun) }),
    ...(resend && { resend: createResend(resend) }),
  }
  return {
    taker,
    providers: new Map(Object.entries(opened)) as ReadonlyMap<ReportSource, Provider>,
    /** What the sending of mails has to know. */
    naming: {
      ...(senders && { returnPath: senders.of }),
      ...(providers.postmark && {
        providerHeaders: (...name: [deliveryId: string, attempt: number]) => ({
          'X-PM-Metadata-delivery': tokens.of(...name),
        }),
      }),
    },
    /** Opens the port. @throws StartError if that fails, or without an address */
    async openPort(at: {
      host: string
      port: number
      tls?: { cert: Buffer; key: Buffer } | undefined
      limits?: Partial<typeof portLimits> | undefined
    }): Promise<BouncePort> {
      if (!senders || address === undefined) throw new Error('There is no address of bounces.')
      const { limits, ...place } = at
      const name = address.slice(address.lastIndexOf('@') + 1)
      return openBouncePort({ ...place, name, senders, taker, log: context.log, ...(limits && { limits }) })
    },
    /** Reads a mailbox, `imaps://user:password@host/INBOX`, until it is stopped. @param interval milliseconds between two looks */
    watchMailbox: (mailbox: string, interval?: number) =>
      watchMailbox({ ...context, taker, address: mailbox, ...(interval && { interval }) }),
  }
}

/** How what is said of mails comes in. */
export type BounceDoors = ReturnType<typeof createBounceDoors>
