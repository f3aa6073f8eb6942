import type { MailWatch } from './mail/watch.ts'
import type { Readiness } from './monitoring/readiness.ts'

export interface SurroundingsOptions {
  readiness: Readiness
  /** Whether this process may have to print. @throws if the database doesn't answer */
  prints: () => Promise<boolean>
  /** Prints a page. @throws if that fails */
  tryPrinting: () => Promise<void>
  /** Only in a process that sends mails. */
  mailWatch: MailWatch | undefined
  now: () => number
}

export interface SurroundingsCheck {
  /** Finds and notes problems before a request or mail runs into them. Never throws. */
  atStart(): Promise<void>
  /** Tries printing again because a PDF failed, unless that was tried a minute ago. */
  afterFailedPdf(): void
}

/** What `/readyz` says if public names don't resolve. */
export const dnsTrouble = {
  status: 'warn',
  reason: "DNS can't resolve public names, so email validation answers unknown; see DNS_SERVERS",
} as const

/**
 * Milliseconds until failed printing is tried again, the last one again and again: the host may have had too little of something for
 * a moment, or someone may fix it.
 */
const waits = [15_000, 60_000, 300_000]

/** Milliseconds from one try to another because of failed PDFs: each starts a browser. */
const atMostEvery = 60_000

/** Watches what the process needs but finds out about only when it uses it: the mail server and the browser. */
export function watchSurroundings({
  readiness,
  prints,
  tryPrinting,
  mailWatch,
  now,
}: SurroundingsOptions): SurroundingsCheck {
  let printing: Promise<void> | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let again: NodeJS.Timeout | undefined

  async function checkPrinting(): Promise<void> {
    triedAt = now()
    const mayPrint = await prints().catch(() => undefined)
    if (mayPrint === undefined) {
      // Only the database can tell. That it can't is the database's own check.
      setTimeout(check, atMostEvery).unref()
      return
    }
    try {
      if (mayPrint) await tryPrinting()
      failures = 0
      readiness.note('browser', undefined)
    } catch (error) {
      readiness.note('browser', { status: 'warn', reason: "PDFs can't be printed", error })
      clearTimeout(again)
      again = setTimeout(check, waits[Math.min(failures, waits.length - 1)]).unref()
      failures += 1
    }
  }

  function check(): Promise<void> {
    printing ??= checkPrinting().finally(() => {
      printing = undefined
    })
    return printing
  }

  return {
    async atStart() {
      // The watch notes its own result.
      await Promise.all([mailWatch?.isUp(), check()])
    },
    afterFailedPdf() {
      if (Math.abs(now() - triedAt) >= atMostEvery) void check()
    },
  }
}
