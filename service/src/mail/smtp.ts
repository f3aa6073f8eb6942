import { connect, type Socket } from 'node:net'
import { writeEml } from 'counterfoil/internal'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { limitAnswers } from './answer-limits.ts'
import type { MailTimeouts } from './timeouts.ts'
import { MailFault, type MailTransport, type OutgoingMail } from './transport.ts'

limitAnswers(SMTPConnection)

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
  return { envelope: { from: mail.from.address, to: [mail.to] }, raw: writeEml(mail.content, mail) }
}

/** How a mail server takes our mail, without one being sent. */
export interface MailServerLook {
  encryption: 'TLS' | 'STARTTLS' | 'no TLS'
  login: 'login accepted' | 'no login'
  /** The server's reply to our sender. */
  sender: string
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
    return { encryption, login: auth ? 'login accepted' : 'no login', sender: reply }
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

interface NodemailerFault {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  permanent?: boolean
}

/** Only a reply about this sender, recipient or message is permanent; a rejected login is our own fault. */
function faultOf(error: unknown): MailFault {
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
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EABORT: 'timeout',
}

/**
 * Whether a mail server's reply to `RCPT TO` says that the recipient's mailbox doesn't exist. Anything it may have said of the
 * sender, the message, its own state or a domain's DNS is no: to take a good address for a bad one costs more than the other way.
 *
 * Enhanced codes (RFC 3463, IANA's registry): 5.1.1 (bad destination mailbox) and 5.1.6 (it has moved) say so, 5.7.x (policy), 5.1.7,
 * 5.1.8 (sender's address) and codes of other classes never. With others, or none, the wording must. 5.1.2 and 5.1.10 tell what DNS
 * says of a domain, which email validation asks itself; behind 5.2.1 the mailbox exists.
 */
export function saysNoSuchMailbox(reply: string): boolean {
  if (!reply.startsWith('5')) return false
  const text = reply.slice(0, maxReplyLength)
  const [, enhanced = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  if (enhanced !== '' && !enhanced.startsWith('5.')) return false
  if (/^5\.(?:7\.|1\.[78]$)/.test(enhanced)) return false
  // Each line of a reply repeats its codes; an address or link may hold any word.
  const words = text.replace(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b|[ -])?/gm, ' ').replace(/\S*(?:@|:\/\/)\S*/g, ' ')
  const plain = words.replace(/[’`]/g, "'").replace(/\s+/g, ' ')
  if (ofSomethingElse.test(plain)) return false
  return enhanced === '5.1.1' || enhanced === '5.1.6' || noSuchMailbox.some(wording => wording.test(plain))
}

/** Characters of a reply that are read. */
const maxReplyLength = 2000

/** Words that make a refusal one of the sender, the message or the way between. */
const ofSomethingElse = new RegExp(
  [
    'senders?|(?:mail|envelope|header)[ -]?from|return[ -]path|verif(?:y|ied|ication)|call ?(?:back|out)',
    'relay(?:ing|ed)?(?! recipient table)|authenticat\\w*|auth|helo|ehlo|ptr|rdns|reverse dns|client|tls',
    'spf|dkim|dmarc|(?:black|block|deny|allow|white)[ -]?list\\w*|listed|listing|rbl|dnsbl|spamhaus|blocked|banned',
    'spam|virus|phish\\w*|reputation|polic(?:y|ies)|prohibited|not allowed|denied|refused by|not (?:permitted|authorized)',
    'gr[ae]y[ -]?list\\w*|temporar\\w*|try again|rate|too (?:many|much)|quota|full|exceeded|storage|disabled|suspended',
    'time(?:d)?[ -]?out|unavailable at|dns|name server|lookup failed',
  ]
    .map(words => `\\b(?:${words})\\b`)
    .join('|'),
  'i',
)

const mailbox =
  '(?:user(?:name)?|recipient|mail ?box|account|address(?:ee)?|alias|customer|local[ -]?part|person|inbox)'
const missing =
  "(?:unknown|(?:was |is |could )?not (?:be )?(?:found|known|exist)|(?:does|do|did)(?: not|n't) exist|no longer (?:exists?|valid|in use))"

const noSuchMailbox: readonly RegExp[] = [
  // "Mailbox not found", "User is unknown here", "The email account that you tried to reach does not exist".
  new RegExp(`\\b${mailbox}\\b(?:(?!\\b(?:domain|host|system|server)\\b)[^.;]){0,40}?\\b${missing}\\b`, 'i'),
  // "No such user", "Unknown local part", "Invalid recipient", "not a valid mailbox".
  new RegExp(
    `\\b(?:no such|unknown|invalid|non-?existent|no|not a (?:valid|known)|unknown or (?:illegal|invalid))(?: (?:local|virtual|e-?mail|destination|mail))?[ -]${mailbox}\\b(?! domain)`,
    'i',
  ),
  /\bdoes(?: not|n't) have an? (?:\S+ )?account\b/i,
]
