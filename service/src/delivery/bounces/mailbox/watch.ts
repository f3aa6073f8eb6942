import { DatabaseUnavailableError } from '../../../basics/errors/errors.ts'
import { newId, sha256 } from '../../../basics/ids.ts'
import type { Log } from '../../../basics/monitoring/log.ts'
import type { Database } from '../../../database/database.ts'
import { EarlyReportError } from '../apply.ts'
import type { ReportTaker } from '../take.ts'
import { type OpenMailbox, openMailbox } from './imap.ts'
import { claimMailbox, type Progress, releaseMailbox, saveProgress } from './progress.ts'

interface MailboxOptions {
  db: Database
  /** `imaps://user:password@host/INBOX` */
  address: string
  taker: Pick<ReportTaker, 'takeMail'>
  now: () => number
  log: Log
  /** Milliseconds between two looks. */
  interval?: number
}

const minute = 60_000

/** Longest pause after looks that failed, milliseconds. */
const longestPause = 15 * minute

/** Bytes of a mail that are fetched: reports begin with what they say. */
const readBytes = 1024 * 1024

/** Mails of one look, after which the claim is renewed. */
const atOnce = 100

/**
 * Reads what arrives in a mailbox, every minute, in one process of all: each mail once, in order, and marks as seen what was a report
 * about one of our mails. What it fails to read is read with the next look, later and later while the server doesn't answer.
 */
export function watchMailbox({ db, address, taker, now, log, interval = minute }: MailboxOptions) {
  const holder = newId()
  const { host, pathname, username } = new URL(address)
  const mailbox = sha256(`${username}@${host}${pathname}`)
  let failures = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  plan(0)

  function plan(milliseconds: number): void {
    timer = setTimeout(() => {
      looking = look().then(() => plan(Math.min(longestPause, interval * 2 ** failures)))
    }, milliseconds)
    if (isStopped) clearTimeout(timer)
  }

  async function look(): Promise<void> {
    try {
      while (!isStopped && (await readSome())) {}
      failures = 0
    } catch (error) {
      failures = Math.min(failures + 1, 10)
      log.warn("The mailbox of bounces can't be read; the next look comes later", { count: failures, error })
    }
  }

  /** Reads the next mails, and whether there may be more. */
  async function readSome(): Promise<boolean> {
    const at = now()
    const progress = await claimMailbox(db, { mailbox, holder, at, until: at + longestPause + 5 * minute })
    if (!progress) return false
    const open = await openMailbox(address)
    try {
      return await readNew(open, progress)
    } finally {
      await open.close()
    }
  }

  async function readNew(open: OpenMailbox, { uidValidity, lastUid }: Progress): Promise<boolean> {
    const since = uidValidity === open.uidValidity ? lastUid : 0
    const uids = await open.uidsAfter(since, atOnce)
    for (const uid of uids) {
      if (isStopped) return false
      const content = await open.read(uid, readBytes)
      if (content) {
        const taken = await take(content)
        if (taken === 'later') return false
        if (taken === 'clear') await open.markSeen(uid)
      }
      const isOurs = await saveProgress(db, { mailbox, holder }, { uidValidity: open.uidValidity, lastUid: uid })
      if (!isOurs) return false
    }
    return uids.length === atOnce
  }

  async function take(content: Uint8Array): Promise<'clear' | 'unclear' | 'later'> {
    try {
      return (await taker.takeMail({ source: 'mailbox', content, recipients: [] })) ? 'clear' : 'unclear'
    } catch (error) {
      if (error instanceof EarlyReportError) return 'later'
      if (error instanceof DatabaseUnavailableError) throw error
      log.error("A report about a mail couldn't be taken", { error })
      return 'unclear'
    }
  }

  return {
    /** Ends after the mail in hand, and lets another process go on. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await looking
      await releaseMailbox(db, mailbox, holder).catch(() => {})
    },
  }
}
