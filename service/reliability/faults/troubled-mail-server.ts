import { setTimeout as pause } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { type LoopbackSmtp, listenSmtp, refusal, takeMail } from '../../test/support/loopback-smtp.ts'
import type { TakenMail } from '../../test/support/tills.ts'
import type { Random } from '../random.ts'

/**
 * How a mail server behaves. `away`: nothing listens. `hangs`: it takes a mail and never answers. `greylists`: every first try is put off.
 * `faulty`: it refuses, stalls and drops connections at random.
 */
export type Manner = 'well' | 'away' | 'refuses' | 'hangs' | 'greylists' | 'slow' | 'faulty'

export interface TroubledMailServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525`, always the same. */
  url: string
  /** Every mail taken completely. */
  mails: TakenMail[]
  become(manner: Manner): Promise<void>
  /** How many mails a faulty server took without a reply, so that they must be sent again. */
  unanswered(): number
}

/** Milliseconds before each reply of a slow server. */
const slowness = 2000

/** The share of mails that each fault of a faulty server hits. */
const faults = { refused: 0.04, slow: 0.1, dropped: 0.02, deferred: 0.03, droppedAfter: 0.03 }

/** A mail server on loopback that can change its manners. @param random of a faulty one */
export async function startTroubledMailServer(random: Random = Math.random): Promise<TroubledMailServer> {
  const mails: TakenMail[] = []
  const tried = new Set<string>()
  let manner: Manner = 'well'
  let unanswered = 0
  const happens = (share: number) => manner === 'faulty' && random() < share
  const behavior: SMTPServerOptions = {
    async onMailFrom(_address, _session, done) {
      if (manner === 'slow') await pause(slowness)
      done(manner === 'refuses' ? refusal(421, '4.3.2 Service not available') : null)
    },
    async onRcptTo({ address }, _session, done) {
      if (manner === 'slow') await pause(slowness)
      const isFirst = !tried.has(address)
      tried.add(address)
      if (happens(faults.refused)) return done(refusal(421, `4.3.2 <${address}>: try later`))
      done(manner === 'greylists' && isFirst ? refusal(450, '4.7.1 Greylisted') : null)
    },
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      // The sender was killed in the middle.
      if (!mail) return
      if (happens(faults.dropped)) return server?.drop(session)
      if (happens(faults.slow)) await pause(500 * random())
      if (happens(faults.deferred)) return done(refusal(450, `4.2.0 Try ${JSON.stringify(session.envelope)} later`))
      mails.push(mail)
      if (manner === 'hangs') return
      if (happens(faults.droppedAfter)) {
        unanswered += 1
        return server?.drop(session)
      }
      if (manner === 'slow') await pause(slowness)
      done()
    },
  }
  const first = await listenSmtp(behavior)
  const { url, port } = first
  let server: LoopbackSmtp | undefined = first

  async function close(): Promise<void> {
    const open = server
    server = undefined
    open?.drop()
    await open?.close()
  }

  return {
    url,
    mails,
    unanswered: () => unanswered,
    async become(next) {
      manner = next
      if (next === 'away') await close()
      else server ??= await listenSmtp(behavior, port)
    },
    [Symbol.asyncDispose]: close,
  }
}
