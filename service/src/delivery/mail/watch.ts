import type { Trouble } from '../../basics/monitoring/readiness.ts'
import { MailFault } from './transport.ts'

interface MailWatchOptions {
  /** @throws if the server doesn't answer */
  check: () => Promise<void>
  now: () => number
  /** Told after every check and attempt what is wrong, if anything. */
  onFound: (trouble: Trouble | undefined) => void
}

/** How long a result is reused, milliseconds. */
const freshness = 30_000

/** Milliseconds to wait for an answer: metric scrapers don't wait long. */
const deadline = 5000

/** A server that answers but has accepted none of so many mails in a row for so many milliseconds is in trouble, too. */
const refusing = { mails: 5, forAtLeast: 120_000 }

/** Knows whether mails get through, from asking the mail server, only on demand, and from the mails themselves. */
export function createMailWatch({ check, now, onFound }: MailWatchOptions) {
  let found: { at: number; isUp: Promise<boolean> } | undefined
  // A server that hangs gets one check, not another every half minute.
  let checking: Promise<void> | undefined
  let unreachable: Trouble | undefined
  let isKnown = false
  let refused = { count: 0, since: 0 }

  async function look(): Promise<boolean> {
    try {
      checking ??= check().finally(() => {
        checking = undefined
      })
      await Promise.race([checking, late()])
      unreachable = undefined
    } catch (error) {
      unreachable = { status: 'warn', reason: "The mail server doesn't answer or rejects our login", error }
    }
    const isUp = unreachable === undefined
    tell()
    return isUp
  }

  function tell(): void {
    isKnown = true
    onFound(unreachable ?? refusal())
  }

  function refusal(): Trouble | undefined {
    if (refused.count < refusing.mails || now() - refused.since < refusing.forAtLeast) return undefined
    const minutes = Math.floor((now() - refused.since) / 60_000)
    const reason = `The mail server has accepted none of the last ${refused.count} mails, for ${minutes} minutes`
    return { status: 'warn', reason }
  }

  function isUp(): Promise<boolean> {
    if (found === undefined || Math.abs(now() - found.at) >= freshness) found = { at: now(), isUp: look() }
    return found.isUp
  }

  return {
    /** Whether the server answers and accepts our login, as of at most 30 seconds ago. */
    isUp,
    /** Gives what is known without waiting for the server, and asks it if that is old. */
    async probe(): Promise<Trouble | undefined> {
      void isUp()
      if (!isKnown) throw new Error('The mail server has not answered yet.')
      return unreachable ?? refusal()
    },
    /** Notes how an attempt ended: undefined if the server accepted the mail. */
    sawAttempt(fault: MailFault | undefined): void {
      // A bad address is nobody's failure here.
      if (fault?.badAddress) return
      if (fault) refused = { count: refused.count + 1, since: refused.count === 0 ? now() : refused.since }
      else {
        refused = { count: 0, since: 0 }
        unreachable = undefined
      }
      tell()
    },
  }
}

/** Whether mails get through. */
export type MailWatch = ReturnType<typeof createMailWatch>

function late(): Promise<never> {
  const fault = new MailFault({ permanent: false, code: 'timeout', detail: '', reason: 'network' })
  return new Promise((_, reject) => setTimeout(() => reject(fault), deadline).unref())
}
