import { withoutUtf8 } from './faults.ts'

/** What is used of nodemailer's connections beside their types; `service/test/smtputf8.test.ts` fails if that changes. */
interface Connection {
  _supportedExtensions: readonly string[]
  _setEnvelope(envelope: Envelope, done: (error: unknown) => void): void
}

interface Envelope {
  from: string
  to: readonly string[]
}

/**
 * Makes connections refuse, before a word of it is sent, a mail from or to a mailbox beyond ASCII if the server doesn't offer SMTPUTF8:
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
