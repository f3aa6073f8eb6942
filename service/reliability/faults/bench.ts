import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/support/mail-server.ts'
import type { ServiceProcess } from '../../test/support/spawn.ts'
import { basic, countMails, demoCredentials, postReceipt } from '../../test/support/tills.ts'
import { countLost } from '../report.ts'
import { openStage, type Stage } from '../stage.ts'
import { startTroubledMailServer, type TroubledMailServer } from './troubled-mail-server.ts'

/** Something that goes wrong. */
export interface Fault {
  name: string
  settings?: Record<string, string>
  /** Before the service starts. */
  prepare?(stage: Stage): unknown
  bring(bench: Bench): unknown
  /** How long it lasts, milliseconds; default 8000. */
  lasts?: number
  heal(bench: Bench): unknown
}

export interface Bench {
  service: ServiceProcess
  mailServer: TroubledMailServer
  /** Asks for a new receipt and, if it is accepted, for its PDF; gives the status of that. */
  askPdf(): Promise<number>
  /** Counts an answer in what the till sees. */
  saw(what: string): void
}

/** What was seen and measured. */
export interface Seen {
  name: string
  /** Each answer and how often it came: `200`, `503`, `no answer`. */
  till: Map<string, number>
  /** The slowest answer to a till, milliseconds. */
  slowest: number
  /** What the log said, warnings and errors, each once. */
  log: string[]
  /** Milliseconds from the end of the fault until a new receipt was accepted and its mail came. */
  well: number
  /** Milliseconds until every mail had come, those that were put off included. */
  caughtUp: number
  accepted: number
  lost: number
  neverMailed: number
  copies: number
}

/** A mail that was put off twice waits a minute. Milliseconds. */
const patience = 180_000

/** Lets a till post five receipts a second, brings a fault, takes it away, and measures until everything is well again. */
export async function suffer(fault: Fault): Promise<Seen> {
  await using mailServer = await startTroubledMailServer()
  await using stage = await openStage('SQLite')
  if (!stage) throw new Error('The embedded database is everywhere.')
  Object.assign(stage.settings, { SMTP_URL: mailServer.url, LOG_LEVEL: 'info' }, fault.settings)
  await fault.prepare?.(stage)
  const service = await stage.start()
  const accepted = new Map<string, string>()
  const till = new Map<string, number>()
  const saw = (what: string) => void till.set(what, (till.get(what) ?? 0) + 1)
  let slowest = 0
  let number = 0

  async function post(): Promise<string | undefined> {
    const transactionNumber = `fault-${number++}`
    const since = performance.now()
    const answer = await postReceipt(service.url, transactionNumber).catch(() => undefined)
    slowest = Math.max(slowest, performance.now() - since)
    saw(answer === undefined ? 'no answer' : String(answer.status))
    if (answer?.receiptId === undefined) return undefined
    accepted.set(transactionNumber, answer.receiptId)
    return transactionNumber
  }
  const came = (one: string) => mailServer.mails.some(({ envelope }) => envelope.to[0] === `${one}@example.com`)
  async function works(): Promise<boolean> {
    const sent = await post()
    if (sent === undefined) return false
    const end = Date.now() + 5000
    while (!came(sent) && Date.now() < end) await pause(20)
    return came(sent)
  }
  await until(works, patience)

  const bench: Bench = {
    service,
    mailServer,
    saw,
    async askPdf() {
      const sent = await post()
      const id = sent && accepted.get(sent)
      if (!id) return 0
      const url = `${service.url}/ws/rest/v1/merchants/demo/receipts/${id}/pdf`
      const { status } = await fetch(url, { headers: { authorization: basic(demoCredentials) } })
      return status
    },
  }
  till.clear()
  slowest = 0
  const said = service.output().length
  await fault.bring(bench)
  let isOver = false
  const posting = (async () => {
    while (!isOver) {
      await post()
      await pause(200)
    }
  })()
  await pause(fault.lasts ?? 8000)
  isOver = true
  await posting
  const slowestSeen = slowest
  const { exitCode, signalCode } = service.child
  if (exitCode !== null || signalCode !== null)
    throw new Error(`The service ended (${exitCode ?? signalCode}).\n${service.output().slice(-3000)}`)
  await fault.heal(bench)
  const seen = new Map(till)
  const since = performance.now()
  await until(works, patience)
  const well = performance.now() - since
  const log = linesOf(service.output().slice(said))
  await until(() => countMails(mailServer, accepted).missing.length === 0, patience).catch(() => {})
  const caughtUp = performance.now() - since
  const copies = mailServer.mails.length - new Set(mailServer.mails.map(({ messageId }) => messageId)).size
  return {
    name: fault.name,
    till: seen,
    slowest: slowestSeen,
    log,
    well,
    caughtUp,
    accepted: accepted.size,
    lost: await countLost(service.url, accepted),
    neverMailed: countMails(mailServer, accepted).missing.length,
    copies,
  }
}

/** The messages of warnings and errors, each once, with code and reason where there is one. */
export function linesOf(output: string): string[] {
  const messages = output.split('\n').flatMap(line => {
    try {
      const { level, msg, code, outcome, error } = JSON.parse(line) as Record<string, unknown>
      const { code: own, message } = (error ?? {}) as { code?: unknown; message?: unknown }
      const reason = code ?? own ?? message
      const isAbout = Number(level) >= 40 || /^Mail (?:not accepted|failed)/.test(String(msg)) || outcome === 'deferred'
      return isAbout ? [brief(`${msg}${reason === undefined ? '' : ` (${reason})`}`)] : []
    } catch {
      return []
    }
  })
  return [...new Set(messages)]
}

/** One line, without the folders of this machine, and without a browser's own log. */
function brief(message: string): string {
  return message
    .replace(/\[\d+\/[\s\S]*(?= \()/, '…')
    .replace(/\/\S+\/(?=\S)/g, '')
    .replace(/\s+/g, ' ')
}
