import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { faultOf } from './smtp.ts'

/** How a mail server takes our mail, without one being sent. */
export interface MailServerLook {
  encryption: 'TLS' | 'STARTTLS' | 'no TLS'
  login: 'login accepted' | 'no login'
  /** The server's reply to our sender. */
  sender: string
}

interface TalkOptions {
  /** As for the transport. */
  url: string
  /** The address to name as the sender. */
  sender: string
  /** Milliseconds of silence allowed. */
  timeout: number
}

/** The name under which our own "login" runs: nodemailer lets one send commands, which `MAIL FROM` otherwise isn't for. */
const asking = 'ASK-SENDER'

/**
 * Does all that comes before a mail: connects, encrypts, logs in, names the sender, and takes that back.
 *
 * @throws MailFault for what the server or the network refuses before the sender
 */
export async function talkToMailServer({ url, sender, timeout }: TalkOptions): Promise<MailServerLook> {
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
