import { writeEml } from 'counterfoil'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { saysNoSuchMailbox } from './no-such-mailbox.ts'
import { MailFault, type MailTransport, type OutgoingMail } from './transport.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; nodemailer's query parameters work. */
  url: string
  /** Connections per process. */
  connections: number
  dkim?: { domainName: string; keySelector: string; privateKey: string }
  /** Milliseconds of silence allowed from the server; default 30,000. */
  socketTimeout?: number
}

/** Sends through a mail server. Never retries: only the worker counts attempts. */
export function openSmtp({
  url,
  connections,
  dkim,
  socketTimeout = 30_000,
}: SmtpOptions): Required<Omit<MailTransport, 'forget'>> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 200,
    maxRequeues: 0,
    connectionTimeout: Math.min(10_000, socketTimeout),
    greetingTimeout: Math.min(10_000, socketTimeout),
    socketTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim }),
  } as Parameters<typeof createTransport>[0])

  return {
    name: 'smtp',
    async send(mail, signal) {
      try {
        const info = (await transport.sendMail({ ...messageOf(mail), signal } as SendMailOptions)) as {
          response?: string
        }
        const response = info.response ?? ''
        return { code: /^\d{3}/.exec(response)?.[0] ?? '250', detail: response }
      } catch (error) {
        throw faultOf(error)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw faultOf(error)
      }
    },
    close: async () => transport.close(),
  }
}

/** The envelope is explicit and the message complete, so no receipt text is ever parsed for addresses. */
function messageOf(mail: OutgoingMail): SendMailOptions {
  return { envelope: { from: mail.from.address, to: [mail.to] }, raw: writeEml(mail.content, mail) }
}

interface NodemailerFault {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  permanent?: boolean
}

/** Only a reply about this sender, recipient or message is permanent; a rejected login is our own fault. */
export function faultOf(error: unknown): MailFault {
  const { code = '', command = '', responseCode, response = '', permanent = false } = error as NodemailerFault
  const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return new MailFault(
    {
      permanent: aboutTheMail && (permanent || responseCode === undefined),
      code: responseCode === undefined ? (networkCodes[code] ?? 'connection') : String(responseCode),
      detail: response,
      badAddress: aboutTheMail && permanent && command === 'RCPT TO' && saysNoSuchMailbox(response),
    },
    { cause: error },
  )
}

const networkCodes: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'timeout',
  EENVELOPE: 'envelope',
  EMESSAGE: 'message',
  ETLS: 'tls',
  EDNS: 'dns',
  EABORT: 'timeout',
}
