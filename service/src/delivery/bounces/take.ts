import { setTimeout as pause } from 'node:timers/promises'
import type { HashKey } from '../../basics/addresses.ts'
import { createGate } from '../../basics/gate.ts'
import { type Commit, createBatch } from '../../database/batch.ts'
import type { Transaction } from '../../database/database.ts'
import { readReport } from '../reports/read.ts'
import type { Report } from '../reports/report.ts'
import { applyReports, type Fate, type ToldReport } from './apply.ts'
import { keepReports, type UnclearReport } from './kept.ts'
import type { DeliveryTokens } from './senders.ts'

/** How reports come. */
export type ReportSource = 'port' | 'mailbox' | 'ses' | 'postmark' | 'sendgrid' | 'mailgun' | 'resend'

/** A mail that came to the address of bounces. */
export interface ArrivedMail {
  source: 'port' | 'mailbox'
  content: Uint8Array
  /** To whom its envelope says it goes. */
  recipients: readonly string[]
}

/** Takes what is said of our mails. Whatever is taken is on disk. */
export interface ReportTaker {
  /**
   * Whether it was about one of our mails.
   *
   * @throws EarlyReportError if it comes before its mail is recorded as sent; DatabaseUnavailableError
   */
  takeMail(mail: ArrivedMail): Promise<boolean>
  /** Takes what a provider says, whose signature was checked. @throws as `takeMail` */
  takeReports(source: ReportSource, reports: readonly Report[]): Promise<void>
  /** Counts an address that looks like one of our senders, but isn't signed. */
  sawForged(source: ReportSource): void
}

interface TakerOptions {
  commit: Commit
  searchKey: HashKey
  tokens: DeliveryTokens
  now: () => number
  /** Told of every report once it is on disk. @param kind of the report, or `unmatched`, `gone`, `forged` */
  count: (source: ReportSource, kind: string) => void
}

/** Makes what takes reports: at most one mail is read at a time, and what comes meanwhile is written together. */
export function createReportTaker({ commit, searchKey, tokens, now, count }: TakerOptions): ReportTaker {
  const reading = createGate(1)
  const take = createBatch(commit, (transaction, arrivals: readonly Arrival[]) => write(transaction, arrivals), {
    whenAway: 'reject',
  })

  async function write(transaction: Transaction, arrivals: readonly Arrival[]): Promise<Fates[]> {
    const at = now()
    const known = arrivals.flatMap(({ found }) => found.flatMap(({ told }) => told ?? []))
    const applied = await applyReports(transaction, searchKey, known, at)
    const fateOf = new Map(known.map((told, index) => [told, applied[index]]))
    const results = arrivals.map(({ found }) =>
      found.map(({ told }) => (told && fateOf.get(told)) ?? { fate: 'unmatched' as const }),
    )
    const unclear = arrivals.flatMap((arrival, index) => unclearOf(arrival, results[index] ?? []))
    await keepReports(transaction, searchKey, unclear, at)
    return results
  }

  async function arrive(arrival: Arrival): Promise<boolean> {
    const fates = await take(arrival)
    for (const [index, { report, isForged }] of arrival.found.entries()) {
      const fate = fates[index]?.fate
      count(arrival.source, fate === 'applied' ? report.kind : isForged ? 'forged' : (fate ?? 'unmatched'))
    }
    return fates.some(({ fate }) => fate === 'applied')
  }

  /** Which delivery a report is about: by a token in what its envelope was known by, or by the Message-ID that it returns. */
  function find(report: Report, recipients: readonly string[]): Matched {
    const ids = [...recipients, ...(report.envelopeIds ?? [])].map(tokens.read).filter(id => id !== undefined)
    const signed = ids.find(id => id !== 'forged')
    if (signed) return { report, told: { report, signed: true, ...signed } }
    const isForged = ids.length > 0
    const messageId = report.originalMessageId
    const deliveryId = ownMessageId.exec(messageId ?? '')?.[1]
    if (messageId === undefined || deliveryId === undefined) return { report, isForged }
    return { report, isForged, told: { report, signed: false, deliveryId, messageId } }
  }

  function findAll(reports: readonly Report[], recipients: readonly string[]): Matched[] {
    const all = reports.map(report => find(report, recipients))
    return all.map(one => (one.told ? { ...one, told: { ...one.told, beside: reports } } : one))
  }

  return {
    async takeMail({ source, content, recipients }) {
      const reports = await reading.pass(() => readAtLeisure(content))
      return arrive({ source, content, found: findAll(reports, recipients) })
    },
    async takeReports(source, reports) {
      await arrive({ source, found: findAll(reports, []) })
    },
    sawForged: source => count(source, 'forged'),
  }
}

/** Longest pause after a report, milliseconds. */
const maxPauseMs = 1000

/** Reads a mail, and rests twice as long: whoever sends long ones without end keeps the process busy for a third of its time. */
async function readAtLeisure(content: Uint8Array): Promise<Report[]> {
  const began = performance.now()
  const reports = await readReport(content)
  const took = performance.now() - began
  if (took >= 1) await pause(Math.min(2 * took, maxPauseMs))
  return reports
}

/** The Message-ID of a delivery. */
const ownMessageId = /^<([0-9a-f]{32})@/

interface Matched {
  report: Report
  told?: ToldReport
  isForged?: boolean
}

interface Arrival {
  source: ReportSource
  found: readonly Matched[]
  /** Of a mail. A provider's account may send other mails, too, so what it says of unknown ones isn't kept. */
  content?: Uint8Array
}

type Fates = readonly { fate: Fate; emailAddress?: string }[]

/** What is kept of a mail: once, though it may be about several recipients. Nothing of an erased mail, and nothing forged. */
function unclearOf({ source, found, content }: Arrival, fates: Fates): UnclearReport[] {
  if (!content) return []
  for (const [index, { report, isForged }] of found.entries()) {
    const { fate, emailAddress } = fates[index] ?? {}
    const kind = report.kind === 'unreadable' ? 'unreadable' : 'unmatched'
    const isClear = kind === 'unreadable' ? fate === 'gone' : fate !== 'unmatched' || isAutomatic(report)
    if (!isClear && !isForged) return [{ source, kind, recipient: emailAddress ?? report.recipient, content }]
  }
  return []
}

/** Answers of programs say nothing about a mail. */
function isAutomatic({ kind }: Report): boolean {
  return kind === 'out_of_office' || kind === 'challenge'
}
