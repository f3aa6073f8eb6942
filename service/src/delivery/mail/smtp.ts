import { connect, type Socket } from 'node:net'
import { writeEml } from 'counterfoil/internal'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { faultOf } from './faults.ts'
import { keepLastWords, limitAnswers, offersSmtpUtf8, requireSmtpUtf8 } from './nodemailer.ts'
import type { MailTimeouts, MailTransport, OutgoingMail } from './transport.ts'

limitAnswers(SMTPConnection)
requireSmtpUtf8(SMTPConnection)

interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; nodemailer's query parameters work. */
  url: string
  /** Connections per process. */
  connections: number
  dkim?: { domainName: string; keySelector: string; privateKey: string }
  timeouts: MailTimeouts
}

/** Milliseconds until an unused connection is closed: a firewall between may have forgotten it, and the next mail would wait. */
const idleMs = 30_000

/** The headers that DKIM signs, of those that our mails have; RFC 8058 wants both of unsubscribing. */
const signedFields = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** Sends through a mail server. Never sends a mail again: only the worker counts attempts. */
export function openSmtp({
  url,
  connections,
  dkim,
  timeouts: { connectMs, greetingMs, replyMs },
}: SmtpOptions): Required<Omit<MailTransport, 'forget'>> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 200,
    // A connection that was closed before a byte of the mail was sent on it: on another one, the server says why.
    maxRequeues: 1,
    // nodemailer's time for a connection includes the greeting, and it is the socket here that knows when it is open.
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: replyMs,
    idleTimeout: idleMs,
    getSocket: openSocket(connectMs),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: signedFields } }),
  } as Parameters<typeof createTransport>[0])
  keepLastWords(transport.transporter)

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

type GotSocket = (error: unknown, got?: { connection: Socket } | false) => void

/** Connects within a time of its own, shorter than that for the greeting: another of the server's addresses may answer. */
function openSocket(connectMs: number) {
  return (
    {
      host,
      port,
      secure,
      localAddress,
      proxy,
    }: Record<'host' | 'localAddress' | 'proxy', string | undefined> & { port?: number; secure?: boolean },
    done: GotSocket,
  ): void => {
    if (proxy !== undefined) {
      done(null, false)
      return
    }
    const socket = connect({
      host: host ?? 'localhost',
      port: Number(port ?? (secure ? 465 : 587)),
      ...(localAddress !== undefined && { localAddress }),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: Math.max(10, Math.floor(connectMs / 3)),
    })
    const settle = (error?: Error) => {
      clearTimeout(timer)
      socket.off('error', settle)
      if (error) socket.destroy()
      done(error ?? null, { connection: socket })
    }
    const timer = setTimeout(() => settle(Object.assign(new Error('No connection'), { code: 'ETIMEDOUT' })), connectMs)
    socket.once('error', settle).once('connect', () => settle())
  }
}

/** The envelope is explicit and the message complete, so no receipt text is ever parsed for addresses. */
function messageOf(mail: OutgoingMail): SendMailOptions {
  const { from, to, returnPath } = mail
  return {
    envelope: { from: returnPath?.address ?? from.address, to: [to] },
    raw: writeEml(mail.content, mail),
    ...(returnPath && { dsn: dsnOf(to, returnPath.id) }),
  }
}

/**
 * What a server that can is asked to report, and how (RFC 3461): failures and delays, without our mail, but with the envelope's id and
 * the address as we wrote it. `ORCPT` is ASCII.
 */
function dsnOf(to: string, id: string): NonNullable<SendMailOptions['dsn']> {
  const recipient = /^[\x21-\x7e]+$/.test(to) ? { recipient: `rfc822;${to}` } : {}
  return { id, return: 'headers', notify: ['failure', 'delay'], ...recipient }
}

/** How a mail server takes our mail, without one being sent. */
export interface MailServerLook {
  encryption: 'TLS' | 'STARTTLS' | 'no TLS'
  login: 'login accepted' | 'no login'
  /** The server's reply to our sender. */
  sender: string
  /** It takes mailboxes beyond ASCII (RFC 6531). */
  isUtf8: boolean
}

/** The name under which our own "login" runs: nodemailer lets one send commands, which `MAIL FROM` otherwise isn't for. */
const asking = 'ASK-SENDER'

/**
 * Does all that comes before a mail: connects, encrypts, logs in, names the sender, and takes that back.
 *
 * @param sender the address to name as the sender
 * @param timeout milliseconds of silence allowed
 * @throws MailFault for what the server or the network refuses before the sender
 */
export async function talkToMailServer({
  url,
  sender,
  timeout,
}: {
  url: string
  sender: string
  timeout: number
}): Promise<MailServerLook> {
  const { auth, ...options } = parseConnectionUrl(url)
  let reply = ''
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    customAuth: {
      [asking]: async ({ sendCommand }) => {
        const { response } = await sendCommand(`MAIL FROM:<${sender}>`)
        reply = response
        await sendCommand('RSET')
      },
    },
  })
  try {
    await step(connection, done => connection.connect(done))
    if (auth) await step(connection, done => connection.login(auth as SMTPConnection.AuthenticationType, done))
    await step(connection, done => connection.login({ method: asking } as never, done))
    const encryption = options.secure ? 'TLS' : connection.secure ? 'STARTTLS' : 'no TLS'
    return {
      encryption,
      login: auth ? 'login accepted' : 'no login',
      sender: reply,
      isUtf8: offersSmtpUtf8(connection),
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    connection.quit()
  }
}

/** An error can come as an event or to the callback. */
function step(connection: SMTPConnection, begin: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    begin(error => {
      connection.off('error', reject)
      connection.on('error', () => {})
      if (error) reject(error)
      else resolve()
    })
  })
}
