import { setTimeout as pause } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { type LoopbackSmtp, listenSmtp, refusal, takeMail } from '../../test/support/loopback-smtp.ts'
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
  const behavior: SMTPServerOptions = {
    async onMailFrom(_address, _session, done) {
      if (manner === 'slow') await pause(slowness)
      done(manner === 'refuses' ? refusal(421, '4.3.2 Service not available') : null)
    },
    async onRcptTo({ address }, _session, done) {
      if (manner === 'slow') await pause(slowness)
      const isFirst = !tried.has(address)
      tried.add(address)
      done(manner === 'greylists' && isFirst ? refusal(450, '4.7.1 Greylisted') : null)
    },
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      if (!mail) return
      mails.push(mail)
      if (manner === 'hangs') return
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
    async become(next) {
      manner = next
      if (next === 'away') await close()
      else server ??= await listenSmtp(behavior, port)
    },
    [Symbol.asyncDispose]: close,
  }
}
