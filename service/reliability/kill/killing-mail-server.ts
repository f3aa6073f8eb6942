import { listenSmtp, takeMail } from '../../test/support/loopback-smtp.ts'
import type { TakenMail } from '../../test/support/tills.ts'

/** Where in the conversation the client is killed: before it may send the mail, or when the mail is taken and not yet answered. */
export type Moment = 'before DATA' | 'after DATA'

export interface KillingMailServer extends AsyncDisposable {
  /** `smtp://127.0.0.1:2525` */
  url: string
  /** Every mail taken completely, whether or not the client learned it. */
  mails: TakenMail[]
  /** Calls `kill` at the next but `skip` moment. Nothing of that mail is answered. */
  arm(moment: Moment, skip: number, kill: () => void): void
}

/** A mail server on loopback that takes every mail. */
export async function startKillingMailServer(): Promise<KillingMailServer> {
  const mails: TakenMail[] = []
  let armed: { moment: Moment; skip: number; kill: () => void } | undefined

  function strikes(moment: Moment): boolean {
    if (armed?.moment !== moment || armed.skip-- > 0) return false
    const { kill } = armed
    armed = undefined
    kill()
    return true
  }

  const { url, close } = await listenSmtp({
    onRcptTo(_address, _session, done) {
      if (!strikes('before DATA')) done()
    },
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      if (!mail) return
      mails.push(mail)
      if (!strikes('after DATA')) done()
    },
  })
  return {
    url,
    mails,
    arm(moment, skip, kill) {
      armed = { moment, skip, kill }
    },
    [Symbol.asyncDispose]: close,
  }
}
