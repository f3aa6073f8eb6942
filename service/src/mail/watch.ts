import { MailFault } from './transport.ts'

export interface MailWatch {
  /** Whether it answers, as of at most 30 seconds ago. */
  isUp(): Promise<boolean>
}

export interface MailWatchOptions {
  /** @throws if the server doesn't answer */
  check: () => Promise<void>
  now: () => number
  /** Called after every check; undefined if the server answers. */
  onFound: (error: unknown) => void
}

/** How long a result is reused, milliseconds. */
const freshness = 30_000

/** Milliseconds to wait for an answer: metric scrapers don't wait long. */
const deadline = 5000

/** Checks only on demand. */
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
