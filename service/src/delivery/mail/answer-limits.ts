/**
 * What a mail server may say between two of our writes, and on one connection, which takes 200 mails. A reply line has 512 octets at most
 * (RFC 5321, 4.5.3.1.5); the longest replies, to `EHLO`, have some twenty lines.
 */
export const maxAnswer = { bytes: 65_536, lines: 500, connectionBytes: 4 * 1024 * 1024, milliseconds: 60_000 }

/** What is used of nodemailer's connections beside their types; `service/test/answer-limits.test.ts` fails if that changes. */
interface Connection {
  _socket: { bytesWritten: number; destroy(): void }
  _onData(chunk: Buffer): void
  _onResponseTooLarge(): void
}

/** What a server has said so far. */
interface Heard {
  /** On the connection. */
  bytes: number
  /** Since we wrote last. */
  answer: { bytes: number; lines: number; since: number; written: number }
}

/**
 * Makes connections end when the server says more. nodemailer only limits a single reply, and empty lines are none: a server that sends
 * nothing else keeps the process busy for as long as it likes, and is never silent.
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
