import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { TakenMail } from '../../test/support/tills.ts'

/** How a mail server behaves. `away`: nothing listens. `hangs`: it takes a mail and never answers. `greylists`: every first try is put off. */
export type Manner = 'well' | 'away' | 'refuses' | 'hangs' | 'greylists' | 'slow'

export interface TroubledMailServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525`, always the same. */
  url: string
  /** Every mail taken completely. */
  mails: TakenMail[]
  become(manner: Manner): Promise<void>
}

/** Milliseconds before each reply of a slow server. */
const slowness = 2000

/** A mail server on loopback that can change its manners. */
export async function startTroubledMailServer(): Promise<TroubledMailServer> {
  const mails: TakenMail[] = []
  const tried = new Set<string>()
  let manner: Manner = 'well'
  let port = 0
  let server: SMTPServer | undefined = await listen()

  async function listen(): Promise<SMTPServer> {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      async onMailFrom(_address, _session, done) {
        if (manner === 'slow') await pause(slowness)
        done(manner === 'refuses' ? reply(421, '4.3.2 Service not available') : null)
      },
      async onRcptTo({ address }, _session, done) {
        if (manner === 'slow') await pause(slowness)
        const isFirst = !tried.has(address)
        tried.add(address)
        done(manner === 'greylists' && isFirst ? reply(450, '4.7.1 Greylisted') : null)
      },
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          return
        }
        const messageId = /^Message-ID: (\S+)\r$/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? ''
        mails.push({ envelope: { to: session.envelope.rcptTo.map(({ address }) => address) }, messageId })
        if (manner === 'hangs') return
        if (manner === 'slow') await pause(slowness)
        done()
      },
    })
    made.on('error', () => {})
    await new Promise<void>(resolve => made.listen(port, '127.0.0.1', resolve))
    port = (made.server.address() as { port: number }).port
    return made
  }

  async function close(): Promise<void> {
    const open = server
    server = undefined
    if (!open) return
    for (const connection of open.connections as Set<{ _socket: { destroy(): void } }>) connection._socket.destroy()
    await new Promise<void>(resolve => open.close(() => resolve()))
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async become(next) {
      manner = next
      if (next === 'away') await close()
      else server ??= await listen()
    },
    [Symbol.asyncDispose]: close,
  }
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
