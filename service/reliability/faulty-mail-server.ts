import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { TakenMail } from '../test/support/tills.ts'
import type { Random } from './random.ts'

/** The share of mails that each fault hits. */
const faults = { refused: 0.04, slow: 0.1, dropped: 0.02, deferred: 0.03, droppedAfter: 0.03 }

export interface FaultyMailServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525` */
  url: string
  /** Every mail received completely, whatever the reply. */
  mails: TakenMail[]
  /** How many of them were accepted without a reply, so they must be sent again. */
  unanswered(): number
  /** From now on, accepts every mail at once. */
  heal(): void
}

/** A mail server on loopback that refuses, stalls and drops connections at random. */
export async function startFaultyMailServer(random: Random): Promise<FaultyMailServer> {
  const mails: TakenMail[] = []
  let well = false
  let unanswered = 0
  const happens = (share: number) => random() < share && !well
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) =>
      done(happens(faults.refused) ? reply(421, `4.3.2 <${address}>: try later`) : null),
    async onData(stream, session, done) {
      const source = await textOf(stream)
      // The sender was killed in the middle.
      if (source === undefined) return
      if (happens(faults.dropped)) return drop(session)
      if (happens(faults.slow)) await pause(500 * random())
      const messageId = /^Message-ID: (\S+)\r$/im.exec(source)?.[1] ?? ''
      if (happens(faults.deferred)) return done(reply(450, `4.2.0 Try ${JSON.stringify(session.envelope)} later`))
      mails.push({ envelope: { to: session.envelope.rcptTo.map(({ address }) => address) }, messageId })
      if (happens(faults.droppedAfter)) {
        unanswered += 1
        return drop(session)
      }
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }

  function drop(session: { id: string }): void {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === session.id) connection._socket.destroy()
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    unanswered: () => unanswered,
    heal() {
      well = true
    },
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString('latin1')
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
