import { withoutUtf8 } from './faults.ts'

// What we change inside nodemailer, which has no options for it. If its inside changes, these tests fail: `answer-limits`, `smtputf8`
// and `closing-mail-server` in `service/test`.

/** What we use of its connections that their types don't show. */
interface Connection {
  _socket: { bytesWritten: number; destroy(): void }
  _onData(chunk: Buffer): void
  _onResponseTooLarge(): void
  _supportedExtensions: readonly string[]
  _setEnvelope(envelope: Envelope, done: (error: unknown) => void): void
}

interface Envelope {
  from: string
  to: readonly string[]
}

/**
 * What a mail server may say between two of our writes, and on one connection, which takes 200 mails. A reply line has 512 octets at most
 * (RFC 5321, 4.5.3.1.5); the longest replies, to `EHLO`, have some twenty lines.
 */
export const maxAnswer = { bytes: 65_536, lines: 500, connectionBytes: 4 * 1024 * 1024, milliseconds: 60_000 }

/** What a server has said so far. */
interface Heard {
  /** On the connection. */
  bytes: number
  /** Since we wrote last. */
  answer: { bytes: number; lines: number; since: number; written: number }
}

/**
 * Ends a connection when the server says more than that. nodemailer limits only a single reply, and empty lines aren't one: a server that sends
 * nothing else could keep the process busy forever without ever being silent.
 */
export function limitAnswers({ prototype }: { prototype: unknown }): void {
  const connections = prototype as Connection
  const heard = new WeakMap<Connection, Heard>()
  const takeData = connections._onData
  connections._onData = function (this: Connection, chunk) {
    const known = heard.get(this) ?? { bytes: 0, answer: newAnswer(-1) }
    heard.set(this, known)
    if (isTooMuch(known, chunk, this._socket.bytesWritten)) {
      this._onResponseTooLarge()
      this._socket.destroy()
    } else takeData.call(this, chunk)
  }
}

function isTooMuch(heard: Heard, chunk: Buffer, written: number): boolean {
  if (written !== heard.answer.written) heard.answer = newAnswer(written)
  const { answer } = heard
  heard.bytes += chunk.length
  answer.bytes += chunk.length
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) answer.lines++
  return (
    heard.bytes > maxAnswer.connectionBytes ||
    answer.bytes > maxAnswer.bytes ||
    answer.lines > maxAnswer.lines ||
    performance.now() - answer.since > maxAnswer.milliseconds
  )
}

function newAnswer(written: number): Heard['answer'] {
  return { bytes: 0, lines: 0, since: performance.now(), written }
}

const lineFeed = 10

/**
 * Makes connections refuse a mail from or to a mailbox beyond ASCII, before anything is sent, if the server doesn't offer SMTPUTF8:
 * it mustn't be sent (RFC 6531, section 3.1), and a lenient server would pass on something else. Only what is before the `@` counts,
 * because nodemailer sends domains in ASCII.
 */
export function requireSmtpUtf8({ prototype }: { prototype: unknown }): void {
  const connections = prototype as Connection
  const setEnvelope = connections._setEnvelope
  connections._setEnvelope = function (this: Connection, envelope, done) {
    const isBeyond = [envelope.from, ...envelope.to].some(address => /[^\0-\x7f]/.test(String(address)))
    if (!isBeyond || offersSmtpUtf8(this)) return setEnvelope.call(this, envelope, done)
    const message =
      'Our mail server takes no addresses with letters beyond ASCII before the @ (it offers no SMTPUTF8, RFC 6531).'
    return done(Object.assign(new Error(message), { code: withoutUtf8, command: 'MAIL FROM' }))
  }
}

/** Whether the server of an open connection takes mailboxes beyond ASCII. */
export function offersSmtpUtf8(connection: unknown): boolean {
  return (connection as Connection)._supportedExtensions.includes('SMTPUTF8')
}

/** What we use of its pool that its types don't show. */
interface Pool {
  _failDeliveryOnConnectionClose(resource: Resource): void
}

/** A connection of the pool, and the mail that it had. */
interface Resource {
  connection?: { lastServerResponse?: string | false }
  queueEntry?: { callback(error: unknown, ...rest: unknown[]): void } | false
}

/**
 * Makes a mail that no connection could take fail with what the server said on the last of them. nodemailer sends a mail on another one if
 * a connection that had mails before is closed, and says of the second only that it was closed, too.
 *
 * @param pool a transport's
 */
export function keepLastWords(pool: unknown): void {
  const of = pool as Pool
  const fail = of._failDeliveryOnConnectionClose
  of._failDeliveryOnConnectionClose = resource => {
    const { connection, queueEntry: entry } = resource
    const words = connection?.lastServerResponse || ''
    if (entry && /^421[ -]/.test(words)) {
      const { callback } = entry
      entry.callback = (error, ...rest) =>
        callback(Object.assign(error as Error, { response: words, responseCode: 421 }), ...rest)
    }
    fail.call(of, resource)
  }
}
