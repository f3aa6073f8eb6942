import { setTimeout as pause } from 'node:timers/promises'
import { listenSmtp, refusal, takeMail } from '../test/support/loopback-smtp.ts'
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
  const { url, drop, close } = await listenSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(happens(faults.refused) ? refusal(421, `4.3.2 <${address}>: try later`) : null),
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      // The sender was killed in the middle.
      if (!mail) return
      if (happens(faults.dropped)) return drop(session)
      if (happens(faults.slow)) await pause(500 * random())
      if (happens(faults.deferred)) return done(refusal(450, `4.2.0 Try ${JSON.stringify(session.envelope)} later`))
      mails.push(mail)
      if (happens(faults.droppedAfter)) {
        unanswered += 1
        return drop(session)
      }
      done()
    },
  })
  return {
    url,
    mails,
    unanswered: () => unanswered,
    heal() {
      well = true
    },
    [Symbol.asyncDispose]: close,
  }
}
