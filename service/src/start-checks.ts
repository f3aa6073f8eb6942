import type { MailWatch } from './mail/watch.ts'
import { tryPrinting } from './merchants/print-check.ts'
import type { Readiness } from './readiness.ts'

export interface StartCheckOptions {
  readiness: Readiness
  /** Whether this process prints PDFs. */
  prints: () => Promise<boolean>
  /** Of a process that sends mails. */
  mailWatch: MailWatch | undefined
}

/** What is wrong without keeping the process from its work. */
export const complaints = {
  pdf: 'PDFs cannot be printed',
  mail: 'The mail server does not answer or does not let us in',
  dns: 'DNS finds no names outside: e-mail validation says unknown; see DNS_SERVERS',
} as const

/** Milliseconds until printing is tried again: whoever reads the warning mends it. */
const tryAgain = 300_000

/** Looks at what a request or a mail would stumble over only later, and notes what does not work. Never throws. */
export async function checkAtStart({ readiness, prints, mailWatch }: StartCheckOptions): Promise<void> {
  await Promise.all([
    // The watch notes what it finds by itself.
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
