import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { DatabaseUnavailableError, StartError } from '../../basics/errors/errors.ts'
import { codeOf } from '../../basics/errors/fault.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { EarlyReportError } from './apply.ts'
import type { BounceSenders } from './senders.ts'
import type { ReportTaker } from './take.ts'

/** What the port grants. Bytes are those of one connection, times milliseconds. */
export const portLimits = {
  connections: 50,
  connectionsPerAddress: 10,
  /** Of a report, what is kept: reports begin with what they say, and end with our mail. */
  keptBytes: 1024 * 1024,
  /** A larger one is read to its end, if that comes soon, and refused. */
  reportBytes: 16 * 1024 * 1024,
  /** What smtp-server makes of a report: each packet, and each line that begins with a dot, costs a turn of the event loop. */
  pieces: 30_000,
  connectionBytes: 128 * 1024 * 1024,
  /** Of all that isn't a report. */
  commandBytes: 64 * 1024,
  recipients: 10,
  refusedRecipients: 10,
  silenceMs: 60_000,
  connectionMs: 10 * 60_000,
}

interface PortOptions {
  host: string
  port: number
  /** What the server calls itself. */
  name: string
  senders: BounceSenders
  taker: Pick<ReportTaker, 'takeMail' | 'sawForged'>
  /** With a certificate, STARTTLS is offered. */
  tls?: { cert: Buffer; key: Buffer } | undefined
  log: Log
  limits?: Partial<typeof portLimits>
}

/** The open port. */
export interface BouncePort {
  port: number
  /** New connections use another certificate. */
  renew(tls: { cert: Buffer; key: Buffer }): void
  close(): Promise<void>
}

/**
 * Opens the port at which reports arrive: mails to one of our senders, and no others. A report is answered with 250 once it is on disk. It
 * never sends a mail, so no report leads to another.
 *
 * @throws StartError if the port can't be opened
 */
export async function openBouncePort(options: PortOptions): Promise<BouncePort> {
  const { host, port, name, senders, taker, tls, log } = options
  const limits = { ...portLimits, ...options.limits }
  const visitors = watchVisitors(limits)
  const server = new SMTPServer({
    name,
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    hideENHANCEDSTATUSCODES: false,
    ...tls,
    size: limits.reportBytes,
    rejectOversized: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    maxCommandLength: 2048,
    socketTimeout: limits.silenceMs,
    closeTimeout,
    onConnect(session, done) {
      const isTooMany = visitors.earlier(session) >= limits.connectionsPerAddress
      done(isTooMany ? refusal(421, 'Too many connections from your address') : null)
    },
    onRcptTo({ address }, session, done) {
      const found = senders.read(address)
      if (typeof found === 'object') return done()
      if (found === 'forged') taker.sawForged('port')
      const isTooMuch = visitors.refusedRecipient(session) > limits.refusedRecipients
      done(isTooMuch ? refusal(421, 'Too many unknown recipients') : refusal(550, 'No such address here'))
    },
    async onData(stream, session, done) {
      const content = await readStart(stream, limits, bytes => visitors.sawReport(session, bytes))
      if (!content) return visitors.end(session)
      if (stream.sizeExceeded) return done()
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      taker.takeMail({ source: 'port', content, recipients }).then(
        () => done(),
        error => done(answerTo(error, log)),
      )
    },
  })
  server.server.on('connection', visitors.add)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch(cause => {
    visitors.stop()
    throw cannotListen(host, port, cause)
  })
  server.removeAllListeners('error')
  // Clients that leave in the middle of something.
  server.on('error', () => {})
  return {
    port: (server.server.address() as AddressInfo).port,
    renew: pair => server.updateSecureContext(pair),
    async close() {
      await new Promise<void>(resolve => server.close(() => resolve()))
      visitors.stop()
    },
  }
}

/** Milliseconds for reports on their way when the process stops. */
const closeTimeout = 1000

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

/** Whoever brought a report that wasn't taken brings it again. */
function answerTo(error: unknown, log: Log): Error {
  if (!(error instanceof EarlyReportError || error instanceof DatabaseUnavailableError))
    log.error("A report about a mail couldn't be taken", { error })
  return refusal(451, 'Not now; try again later')
}

function cannotListen(host: string, port: number, cause: unknown): StartError {
  const fix = 'Give another BOUNCE_PORT, or let this user open it; see that no other mail server has it.'
  return new StartError(`The port of bounces, ${host}:${port}, can't be opened (${codeOf(cause)}). ${fix}`, { cause })
}

/** A mail's first bytes, once it is read to its end; undefined if its sender is gone before, or sends too many pieces. */
async function readStart(
  stream: AsyncIterable<unknown>,
  { keptBytes: most, pieces }: Pick<typeof portLimits, 'keptBytes' | 'pieces'>,
  saw: (bytes: number) => void,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let [size, count] = [0, 0]
  try {
    for await (const read of stream) {
      const chunk = read as Buffer
      if (++count > pieces) return undefined
      saw(chunk.length)
      if (size < most) chunks.push(chunk.subarray(0, most - size))
      size += chunk.length
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

/** What one connection has done. */
interface Visitor {
  from: string
  since: number
  reportBytes: number
  refusedRecipients: number
}

type WhoseSession = Pick<SMTPServerSession, 'remoteAddress' | 'remotePort'>

/** Milliseconds between two looks at all connections. */
const lookMs = 1000

/** Ends connections that take too long, or say too much that is no report: silence alone isn't what keeps a server busy. */
function watchVisitors(limits: typeof portLimits) {
  const visitors = new Map<Socket, Visitor>()
  const timer = setInterval(() => {
    for (const [socket, { since, reportBytes }] of visitors)
      if (
        performance.now() - since > limits.connectionMs ||
        socket.bytesRead > limits.connectionBytes ||
        socket.bytesRead - 2 * reportBytes > limits.commandBytes
      )
        socket.destroy()
  }, lookMs).unref()
  const socketOf = ({ remoteAddress, remotePort }: WhoseSession) =>
    [...visitors].find(([socket, { from }]) => from === remoteAddress && socket.remotePort === remotePort)?.[0]
  const of = (session: WhoseSession) => {
    const socket = socketOf(session)
    return socket && visitors.get(socket)
  }

  return {
    add(socket: Socket): void {
      const from = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '').toLowerCase()
      visitors.set(socket, { from, since: performance.now(), reportBytes: 0, refusedRecipients: 0 })
      socket.once('close', () => visitors.delete(socket))
    },
    /** How many are from the same address, and came before. */
    earlier(session: WhoseSession): number {
      const same = [...visitors.values()].filter(({ from }) => from === session.remoteAddress)
      const visitor = of(session)
      return visitor ? same.indexOf(visitor) : 0
    },
    sawReport(session: WhoseSession, bytes: number): void {
      const visitor = of(session)
      if (visitor) visitor.reportBytes += bytes
    },
    refusedRecipient(session: WhoseSession): number {
      const visitor = of(session)
      return visitor ? ++visitor.refusedRecipients : 0
    },
    end: (session: WhoseSession): void => void socketOf(session)?.destroy(),
    stop(): void {
      clearInterval(timer)
      for (const socket of visitors.keys()) socket.destroy()
    },
  }
}
