import { MailFault } from './transport.ts'

/** Knows whether the mail server answers. */
export interface MailWatch {
  /** Whether it does, as of some seconds ago at most. */
  isUp(): Promise<boolean>
}

export interface MailWatchOptions {
  /** Asks the server. @throws when it does not answer */
  check: () => Promise<void>
  now: () => number
  /** Told at every look: undefined when it answers. */
  onFound: (error: unknown) => void
}

/** How long a finding is good, milliseconds. */
const freshness = 30_000

/** Milliseconds for an answer: whoever scrapes metrics does not wait for long. */
const deadline = 5000

/** Looks when it is asked to: a server that nobody asks about is left alone. */
export function createMailWatch({ check, now, onFound }: MailWatchOptions): MailWatch {
  let found: { at: number; isUp: Promise<boolean> } | undefined

  async function look(): Promise<boolean> {
    try {
      await Promise.race([check(), late()])
      onFound(undefined)
      return true
    } catch (error) {
      onFound(error)
      return false
    }
  }

  return {
    isUp() {
      if (found === undefined || now() - found.at >= freshness) found = { at: now(), isUp: look() }
      return found.isUp
    },
  }
}

function late(): Promise<never> {
  const fault = new MailFault({ permanent: false, code: 'timeout', detail: '' })
  return new Promise((_, reject) => setTimeout(() => reject(fault), deadline).unref())
}
