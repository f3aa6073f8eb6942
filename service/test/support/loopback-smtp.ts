import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { TakenMail } from './tills.ts'

export interface LoopbackSmtp extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525` */
  url: string
  port: number
  /** Breaks a session's connection, or all. */
  drop(session?: { id: string }): void
  close(): Promise<void>
}

/** What a mail's session tells. */
export type MailSession = Parameters<NonNullable<SMTPServerOptions['onData']>>[1]

/**
 * Starts an SMTP server on loopback, without TLS and logins.
 *
 * @param options smtp-server's: what it does with mails, and how it misbehaves
 * @param port default any that is free
 */
export async function listenSmtp(options: SMTPServerOptions, port = 0): Promise<LoopbackSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 200,
    ...options,
  })
  // A killed client resets its connections.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const listening = server.server.address() as { port: number }
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${listening.port}`,
    port: listening.port,
    drop(session) {
      for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
        if (session === undefined || connection.id === session.id) connection._socket.destroy()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Reads a mail to its end. Undefined if its sender is gone before. */
export async function readMail(stream: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

/** Reads what counts of a mail. Undefined if its sender is gone before its end. */
export async function takeMail(
  stream: AsyncIterable<unknown>,
  { envelope }: MailSession,
): Promise<TakenMail | undefined> {
  const source = await readMail(stream)
  if (!source) return undefined
  const messageId = /^Message-ID: (\S+)\r$/im.exec(source.toString('latin1'))?.[1] ?? ''
  return { envelope: { to: envelope.rcptTo.map(({ address }) => address) }, messageId }
}

/** A reply that refuses. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
