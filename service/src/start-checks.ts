import type { MailWatch } from './mail/watch.ts'
import type { Readiness } from './monitoring/readiness.ts'

export interface StartCheckOptions {
  readiness: Readiness
  prints: () => Promise<boolean>
  /** Prints a page. @throws if that fails */
  tryPrinting: () => Promise<void>
  /** Only in a process that sends mails. */
  mailWatch: MailWatch | undefined
}

/** Problems that don't stop the process from working. */
export const complaints = {
  pdf: "PDFs can't be printed",
  mail: "The mail server doesn't answer or rejects our login",
  dns: "DNS can't resolve public names, so email validation answers unknown; see DNS_SERVERS",
} as const

/** Milliseconds until printing is tried again; by then someone may have fixed it. */
const tryAgain = 300_000

/** Finds and notes problems before a request or mail runs into them. Never throws. */
export async function checkAtStart({ readiness, prints, tryPrinting, mailWatch }: StartCheckOptions): Promise<void> {
  await Promise.all([
    // The watch notes its own result.
    mailWatch?.isUp(),
    checkPrinting(),
  ])

  async function checkPrinting(): Promise<void> {
    try {
      if (await prints()) await tryPrinting()
      readiness.note(complaints.pdf, undefined)
    } catch (error) {
      readiness.note(complaints.pdf, error)
      setTimeout(() => void checkPrinting(), tryAgain).unref()
    }
  }
}
