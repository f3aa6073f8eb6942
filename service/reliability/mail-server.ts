import { setTimeout as pause } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { type LoopbackSmtp, listenSmtp, refusal, takeMail } from '../test/support/loopback-smtp.ts'
import { countMails, type TakenMail } from '../test/support/tills.ts'

/** How a mail server behaves. `away`: nothing listens. `hangs`: it takes a mail and never answers. `greylists`: it puts off every first try. */
export type Manner = 'well' | 'away' | 'refuses' | 'hangs' | 'greylists' | 'slow'

/** Where in the conversation the client is killed: before it may send the mail, or when the mail is taken and not yet answered. */
export type Moment = 'before DATA' | 'after DATA'

export type TroubledMailServer = Awaited<ReturnType<typeof startTroubledMailServer>>

/** Milliseconds before each reply of a slow server. */
const slowness = 2000

/** A mail server on loopback that takes every mail, until it is told to behave otherwise. */
export async function startTroubledMailServer() {
  const mails: TakenMail[] = []
  const tried = new Set<string>()
  let manner: Manner = 'well'
  let armed: { moment: Moment; skip: number; kill: () => void } | undefined

  function strikes(moment: Moment): boolean {
    if (armed?.moment !== moment || armed.skip-- > 0) return false
    const { kill } = armed
    armed = undefined
    kill()
    return true
  }

  const behavior: SMTPServerOptions = {
    async onMailFrom(_address, _session, done) {
      if (manner === 'slow') await pause(slowness)
      done(manner === 'refuses' ? refusal(421, '4.3.2 Service not available') : null)
    },
    async onRcptTo({ address }, _session, done) {
      if (strikes('before DATA')) return
      if (manner === 'slow') await pause(slowness)
      const isFirst = !tried.has(address)
      tried.add(address)
      done(manner === 'greylists' && isFirst ? refusal(450, '4.7.1 Greylisted') : null)
    },
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      // The sender was killed in the middle.
      if (!mail) return
      mails.push(mail)
      if (strikes('after DATA') || manner === 'hangs') return
      if (manner === 'slow') await pause(slowness)
      done()
    },
  }
  const first = await listenSmtp(behavior)
  let server: LoopbackSmtp | undefined = first

  async function close(): Promise<void> {
    const open = server
    server = undefined
    open?.drop()
    await open?.close()
  }

  return {
    /** `smtp://127.0.0.1:2525`, always the same. */
    url: first.url,
    /** Every mail taken completely, whether or not the client learned it. */
    mails,
    async become(next: Manner) {
      manner = next
      if (next === 'away') await close()
      else server ??= await listenSmtp(behavior, first.port)
    },
    /** Calls `kill` at the next but `skip` moment. Nothing of that mail is answered. */
    arm(moment: Moment, skip: number, kill: () => void) {
      armed = { moment, skip, kill }
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Which of the accepted receipts came as mail. */
export function countMailed({ mails }: Pick<TroubledMailServer, 'mails'>, accepted: ReadonlyMap<string, string>) {
  return {
    /** Accepted receipts whose mail never came. */
    neverMailed: countMails({ mails }, accepted).missing.length,
    /** Mails that came again, each with its first Message-ID. */
    copies: mails.length - new Set(mails.map(({ messageId }) => messageId)).size,
  }
}
