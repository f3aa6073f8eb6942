import { withDeadline } from '../basics/deadline.ts'
import { codeOf, TillError } from '../basics/errors.ts'
import { OddFileError } from '../basics/files.ts'
import type { Log } from '../basics/log.ts'
import type { Failed, Outcome } from '../operations/outcome.ts'
import type { Sender } from '../operations/sender.ts'
import { reasonOf, registerOf, type SpoolRecord, timeOf } from '../spool/record.ts'
import type { Spool } from '../spool/spool.ts'
import type { Quarantine } from './quarantine.ts'

/** What sending the spool's receipts needs. */
export interface Waiting {
  spool: Spool
  sender: Sender
  quarantine: Quarantine
  now: () => number
  log: Log
  /** At most so many at a time. */
  concurrency: number
  /** Whether to leave receipts alone that another process's checkout may be sending. */
  skipRecent: boolean
  /** Receipts whose checkout was in this process, and is over. */
  ours: ReadonlySet<string>
  /** What the service said to receipts that could not be moved away then. */
  settled: Map<string, Outcome>
  /** Whether a checkout found meanwhile that the service is away. */
  isAway: () => boolean
  signal: AbortSignal
}

/** How a round went. */
export interface Round {
  sent: number
  refused: number
  /** Receipts that were sent, whatever the answer. */
  tried: number
  /** Files that could not be read, sent or moved. */
  troubled: number
  /** What ended it before all were tried: nothing more gets through now. */
  stop?: Outcome
  /** Receipts that are left, for any reason. */
  left: number
}

/** A checkout is over by then, in whatever process it runs; milliseconds. */
const recentMs = 30_000

/** Longest time for one receipt that waited; milliseconds. */
const receiptDeadlineMs = 10_000

/** Longest time that a replayed receipt waits for checkouts under way; milliseconds. */
const maxCheckoutWaitMs = 5000

/** Failures of different receipts in a row that mean it isn't the receipts. */
const maxFailures = 3

/** Sends what waits, each register's receipts in order, several registers side by side. */
export async function sendWaiting(waiting: Waiting): Promise<Round> {
  const { spool, quarantine, settled, concurrency } = waiting
  const names = await spool.list('pending')
  quarantine.keep(names)
  const isThere = new Set(names)
  for (const name of settled.keys()) if (!isThere.has(name)) settled.delete(name)
  const due = names.filter(name => quarantine.isDue(name) && !isRecent(waiting, name))
  const lanes = [...Map.groupBy(due, registerOf).values()]
  const round: Round = { sent: 0, refused: 0, tried: 0, troubled: 0, left: names.length }
  const state = { failures: 0 }
  const workers = Array.from({ length: Math.min(concurrency, lanes.length) }, async () => {
    for (let lane = lanes.shift(); lane && !round.stop; lane = lanes.shift())
      for (const name of lane) {
        if (round.stop || waiting.signal.aborted) break
        if (!(await sendOne(waiting, name, round, state))) break
      }
  })
  await Promise.all(workers)
  round.left -= round.sent + round.refused
  return round
}

/** By name and time: the clock may have jumped, then it isn't young. */
function isRecent({ skipRecent, ours, now }: Waiting, name: string): boolean {
  const age = now() - (timeOf(name) ?? 0)
  return skipRecent && !ours.has(name) && age >= 0 && age < recentMs
}

/** False if the register's later receipts have to wait for this one. */
async function sendOne(waiting: Waiting, name: string, round: Round, state: { failures: number }): Promise<boolean> {
  const { quarantine, settled, log } = waiting
  try {
    const known = settled.get(name)
    // The service has decided, so it isn't asked again.
    if (known) return await putAway(waiting, name, known, round, () => {})
    const record = await readWaiting(waiting, name, round)
    return record === undefined || (await sendRecord(waiting, name, record, round, state))
  } catch (error) {
    // Whatever it is, it is about this file: the others go on.
    round.troubled++
    if (quarantine.troubled(name)) log({ level: 'error', message: troubleOf(error), code: codeOf(error), file: name })
    return true
  }
}

function troubleOf(error: unknown): string {
  if (error instanceof TillError) return `This waiting file is quarantined: ${error.message}`
  if (['EACCES', 'EPERM'].includes(codeOf(error)))
    return "This waiting file is quarantined: it can't be read or moved; check its owner and permissions"
  return 'This waiting file is quarantined: it could not be read, sent or moved'
}

async function sendRecord(
  waiting: Waiting,
  name: string,
  record: SpoolRecord,
  round: Round,
  state: { failures: number },
): Promise<boolean> {
  const { sender, quarantine, log, signal } = waiting
  for (let waited = 0; sender.liveCount > 0 && waited < maxCheckoutWaitMs; waited += 5)
    await new Promise(resolve => setTimeout(resolve, 5))
  // Another receipt, or a checkout, may have met what stops all.
  if (signal.aborted || round.stop || sender.halt !== undefined || waiting.isAway()) return false
  round.tried++
  const outcome = await withDeadline(receiptDeadlineMs, signal, limited => sender.replay(record, limited))
  if (signal.aborted) return false
  const about = {
    requestId: record.requestId,
    referenceId: outcome.referenceId ?? record.requestId,
    file: name,
    status: outcome.status,
    code: (outcome as Failed).code,
  }
  if (outcome.kind === 'accepted' || outcome.kind === 'refused') {
    state.failures = 0
    quarantine.succeeded(name)
    if (outcome.kind === 'refused')
      log({ level: 'error', message: `Waiting sale refused: ${outcome.message}`, ...about })
    else if (outcome.suppressed !== undefined)
      log({ level: 'warn', message: `Waiting sale sent: ${outcome.message}`, ...about })
    else log({ level: 'info', message: 'Waiting sale sent', ...about })
    return await putAway(waiting, name, outcome, round, log)
  }
  if (outcome.kind === 'halted' || outcome.kind === 'busy') {
    round.stop = outcome
    return false
  }
  state.failures++
  const isAside = quarantine.failed(name)
  log({
    level: 'warn',
    message: `Waiting sale not sent${isAside ? '; it is quarantined' : ''}: ${outcome.message}`,
    ...about,
  })
  // Three in a row, or no answer at all, are not about one receipt; the host is asked before the next.
  if (state.failures >= maxFailures || outcome.status === undefined) round.stop = outcome
  return isAside
}

/** Moves a receipt that the service has decided. If that fails it steps aside, and only the move is tried again. */
async function putAway(
  { spool, quarantine, settled }: Waiting,
  name: string,
  outcome: Outcome,
  round: Round,
  log: Log,
): Promise<true> {
  if (await spool.settle(name, outcome, log)) {
    settled.delete(name)
    round[outcome.kind === 'accepted' ? 'sent' : 'refused']++
  } else {
    settled.set(name, outcome)
    round.troubled++
    quarantine.troubled(name)
  }
  return true
}

/**
 * A waiting receipt. Undefined if another process moved it away, or if it was set aside: nobody could send it, or not this till.
 *
 * @throws OtherKeyError; what the file system says. Such a file stays where it is, because key or rights may be mended.
 */
async function readWaiting(waiting: Waiting, name: string, round: Round): Promise<SpoolRecord | undefined> {
  const { spool, sender, now, log } = waiting
  const { merchant, mode } = sender.settings
  try {
    const record = await spool.read('pending', name)
    if (record === undefined || (record.merchant === merchant && record.mode === mode)) return record
    await setAside(
      `The receipt is of merchant ${record.merchant} in ${record.mode} mode, and the till is not`,
      'other_till',
    )
  } catch (error) {
    if (!(error instanceof OddFileError)) throw error
    await setAside(error.message, error.code)
  }
  return undefined

  async function setAside(message: string, code: string): Promise<void> {
    await spool.markRefused(name, reasonOf(message, code, now()))
    round.refused++
    log({ level: 'error', message: `Set aside: ${message}`, code, file: name })
  }
}
