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

/** Looks when it is asked to: a server that nobody asks about is left alone. */
export function createMailWatch({ check, now, onFound }: MailWatchOptions): MailWatch {
  let found: { at: number; isUp: Promise<boolean> } | undefined

  async function look(): Promise<boolean> {
    try {
      await check()
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
