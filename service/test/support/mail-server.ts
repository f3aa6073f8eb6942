import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { listenSmtp, readMail } from './loopback-smtp.ts'

export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
  source: string
}

export interface MailServer {
  /** `smtp://127.0.0.1:2525` */
  url: string
  port: number
  /** Every mail that was taken, in order. */
  mails: ReceivedMail[]
  /** Waits until so many were taken. */
  received(count: number, milliseconds?: number): Promise<ReceivedMail[]>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A real SMTP server on loopback. `options` are smtp-server's, to make it misbehave. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const { url, port, close } = await listenSmtp({
    async onData(stream, session, done) {
      const source = await readMail(stream)
      if (!source) return
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) }
      mails.push({ ...(await PostalMime.parse(source)), envelope, source: source.toString('latin1') })
      done()
    },
    ...options,
  })

  return {
    url,
    port,
    mails,
    async received(count, milliseconds = 90_000) {
      await until(
        () => mails.length >= count,
        milliseconds,
        () => `${mails.length} of ${count} mails came`,
      )
      return mails
    },
    stop: close,
    [Symbol.asyncDispose]: close,
  }
}

/** Waits until something is so, and looks less often the longer it takes. @throws when it is not within the time */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 90_000,
  complaint: () => string = () => 'The condition never became true.',
): Promise<void> {
  const since = Date.now()
  while (!(await condition())) {
    const waited = Date.now() - since
    if (waited > milliseconds) throw new Error(complaint())
    await new Promise(resolve => setTimeout(resolve, Math.min(Math.max(20, waited / 10), 250)))
  }
}
