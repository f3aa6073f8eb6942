// Room `flow`: a checkout, from the sale to what is shown and printed.
// Besides the ways in, `drop` and `cli` may call it.

import { createHash } from 'node:crypto'
import type { ReceiptSource } from 'counterfoil'
import { codeOf, TillError } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Sendable } from '../basics/sale.ts'
import { isObject, nameIn, readJson } from '../basics/values.ts'
import { sendableLanguage } from '../operations/create-receipt.ts'
import type { Failed, Outcome, Suppressed, TillOffer } from '../operations/outcome.ts'
import type { Sender } from '../operations/sender.ts'
import type { SpoolRecord } from '../spool/record.ts'
import type { Spool } from '../spool/spool.ts'
import type { Words } from '../words/words.ts'

/** How one sale ends: how long it may take, in which languages. */
export interface CheckoutOptions {
  /** Milliseconds until the result at the latest; default the merchant's for all tills, or 4000. */
  deadline?: number | undefined
  /** The language of confirmation and notice; default the till's. */
  language?: string | undefined
  /** The receipt's language, such as `fr_CA`; default the service's for the store. */
  acceptLanguage?: string | undefined
}

interface CheckoutContext {
  sender: Sender
  spool: Spool
  /** Whether one more receipt may wait. */
  hasRoom: () => Promise<boolean>
  /** Milliseconds that a sale waits if it doesn't say; undefined for the usual. */
  usualDeadline: () => number | undefined
  /** Told of each sale. */
  sells: (receipt: Record<string, unknown>) => void
  /** Told which file was left waiting. */
  onQueued: (file: string) => void
  wordsOf: (language: string | undefined) => Words
  now: () => number
  log: Log
}

const defaultDeadlineMs = 4000

/** Node's timers know no longer ones; milliseconds. */
const maxDeadlineMs = 2 ** 31 - 1

/**
 * Sends one sale: on disk first, then to the service, and says what to show and print.
 *
 * @throws TillError if the receipt isn't JSON; nothing else
 */
export async function checkout(
  { sender, spool, hasRoom, usualDeadline, sells, onQueued, wordsOf, now, log }: CheckoutContext,
  input: ReceiptSource,
  options: CheckoutOptions,
): Promise<CheckoutEnd> {
  const { merchant, mode } = sender.settings
  const sale = readSale(input, merchant)
  const { requestId } = sale
  sells(sale.receipt)
  const { deadline, language, acceptLanguage } = readGiven(options, usualDeadline() ?? defaultDeadlineMs, ignored =>
    log({ level: 'warn', message: `${ignored}: invalid, and ignored`, requestId }),
  )
  const signal = AbortSignal.timeout(deadline)
  const record: SpoolRecord = {
    at: new Date(now()).toISOString(),
    merchant,
    mode,
    requestId,
    isDerivedId: sale.isDerivedId,
    receipt: sale.receipt,
    acceptLanguage,
  }
  const { outcome, file } = await sender.live(async () => {
    const file = await within(signal, keep(record))
    const outcome = await sender.send(record, signal, deadline)
    if (file !== undefined) await within(signal, spool.settle(file, outcome, log))
    return { outcome, file }
  })
  const end = endOf(sale, outcome, file !== undefined, wordsOf(language))
  report(sale, outcome, end, file)
  if (file !== undefined && end.copy === 'queued') onQueued(file)
  return end

  async function keep(kept: SpoolRecord): Promise<string | undefined> {
    try {
      if (await hasRoom()) return await spool.add(kept)
      log({ level: 'error', message: 'The spool is full: the receipt is sent now or not at all', requestId })
      return undefined
    } catch (error) {
      const message = 'The receipt could not be put on disk: it is sent now or not at all'
      log({ level: 'error', message, requestId, code: codeOf(error) })
      return undefined
    }
  }

  function report({ requestId }: Sale, outcome: Outcome, { copy, referenceId }: CheckoutEnd, file: string | undefined) {
    const { status } = outcome
    const code = (outcome as Failed).code
    const isMailed = outcome.kind === 'accepted' && outcome.suppressed === undefined
    const what = outcome.kind === 'accepted' ? 'sent' : copy === 'none' ? 'not sent' : copy
    log({
      level: isMailed ? 'info' : 'warn',
      message: isMailed ? 'Sale sent' : `Sale ${what}: ${outcome.message}`,
      requestId,
      referenceId,
      status,
      code,
      file,
    })
  }
}

/** A customer is waiting: an option that can't be is left out. @param ignore told its name */
function readGiven(
  { deadline, language, acceptLanguage }: CheckoutOptions,
  usualMs: number,
  ignore: (option: string) => void,
): CheckoutOptions & { deadline: number } {
  const isTime = typeof deadline === 'number' && deadline >= 0
  const sendable = sendableLanguage(acceptLanguage)
  if (deadline !== undefined && !isTime) ignore('deadline')
  if (language !== undefined && typeof language !== 'string') ignore('language')
  if (acceptLanguage && sendable === undefined) ignore('acceptLanguage')
  return {
    deadline: isTime ? Math.min(deadline, maxDeadlineMs) : usualMs,
    language: typeof language === 'string' ? language : undefined,
    acceptLanguage: sendable,
  }
}

/** A disk that hangs delays no customer: undefined if the time is over first. The work goes on. */
function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(undefined)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** What the till does after a sale. */
export interface CheckoutEnd {
  /**
   * `sent`: the service has the receipt and mails it. `queued`: it is on this disk and goes out later. `refused`: the service won't
   * take it. `none`: there is no digital copy, by choice, because the service doesn't write to the address, or because it could neither be sent
   * nor kept.
   */
  copy: 'sent' | 'queued' | 'refused' | 'none'
  /** Show this: the digital copy was accepted. */
  confirm?: string
  /** Print the receipt on paper. */
  print: boolean
  /** Show this: the digital service is unavailable, or doesn't write to the address; paper is printed. */
  notice?: string
  /** Why the service doesn't write to the address. The receipt is accepted: for another address, send it again from the console. */
  suppressed?: Suppressed
  /** The service's name for the receipt. */
  receiptId?: string
  /** What the merchant wants shown or printed. */
  offers: TillOffer[]
  /** The service's name for a failure; without one the requestId. In the log, too. */
  referenceId: string
  /** The duplicate guard under which the sale was sent, or will be. */
  requestId: string
  /** What happened, one sentence for support; not for customers. */
  reason?: string
}

/**
 * The interface's checkout flow, steps 6 and 7: a confirmation only for a digital copy that was accepted; paper if the type wants it,
 * and on any error, with a notice.
 *
 * @param isKept whether the receipt is on disk, to be sent later
 */
function endOf(sale: Sale, outcome: Outcome, isKept: boolean, words: Words): CheckoutEnd {
  const { requestId, isDigital, wantsPaper } = sale
  const shared = { requestId, referenceId: outcome.referenceId ?? requestId }
  if (outcome.kind === 'accepted') {
    const { receiptId, offers } = outcome
    const known = { ...shared, offers, ...(receiptId !== undefined && { receiptId }) }
    if (!isDigital) return { copy: 'none', print: wantsPaper, ...known }
    const address = outcome.address === undefined ? sale.address : outcome.address
    const { suppressed } = outcome
    if (suppressed !== undefined) {
      const notice = words.suppressed(address ?? '…')
      return { copy: 'none', print: true, notice, suppressed, ...known, reason: outcome.message }
    }
    if (address) return { copy: 'sent', confirm: words.confirm(address), print: wantsPaper, ...known }
    const reason = 'The service took the receipt but mails it to nobody.'
    return { copy: 'none', print: true, notice: words.notice, ...known, reason }
  }
  const failed = { ...shared, print: true, offers: [], reason: outcome.message }
  if (outcome.kind === 'refused') return { copy: 'refused', ...failed, notice: words.notice }
  if (!isKept) return { copy: 'none', ...failed, notice: words.notice }
  return { copy: 'queued', ...failed, notice: isDigital ? `${words.notice} ${words.later}` : words.notice }
}

/** A till's receipt, as far as the till's side looks into it. */
interface Sale extends Sendable {
  /** Whether the customer wants it by mail. */
  isDigital: boolean
  /** Whether the customer wants it on paper. */
  wantsPaper: boolean
  /** The customer's address, as sent. */
  address: string | undefined
}

/**
 * Reads a receipt and gives it a requestId if it has none: one made from merchant and content, so that the same sale is the same
 * request, whoever sends it and how often.
 *
 * @param input the receipt, or its JSON as text or bytes
 * @throws TillError if it isn't an object; what else is wrong the service says
 */
function readSale(input: ReceiptSource, merchant: string): Sale {
  const sent: unknown = typeof input === 'string' || input instanceof Uint8Array ? readJson(textOf(input)) : input
  if (!isObject(sent)) throw new TillError('The receipt is not a JSON object.')
  const text = wireText(sent)
  const plain = JSON.parse(text) as Record<string, unknown>
  const given = nameIn(plain.requestId)
  const isDerivedId = given.trim() === ''
  const requestId = isDerivedId ? idOf(merchant, text) : given
  const type = nameIn(plain.receiptType)
  const { customer } = plain
  return {
    requestId,
    isDerivedId,
    receipt: { ...plain, requestId },
    isDigital: type === 'DigitalOnly' || type === 'DigitalAndPaper',
    wantsPaper: type === 'PaperOnly' || type === 'DigitalAndPaper',
    address: isObject(customer) && typeof customer.emailAddress === 'string' ? customer.emailAddress : undefined,
  }
}

/** As it will be on the wire: without what JSON doesn't know. */
function wireText(sent: object): string {
  try {
    return JSON.stringify(sent)
  } catch (cause) {
    throw new TillError(`The receipt can't be written as JSON: ${(cause as Error).message}`, { cause })
  }
}

function textOf(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}

function idOf(merchant: string, text: string): string {
  const hash = createHash('sha256').update(merchant).update('\n').update(text).digest('hex')
  return `till-${hash.slice(0, 32)}`
}
