import { join } from 'node:path'
import type { ReceiptSource } from 'counterfoil'
import type { WriteStep } from './basics/files.ts'
import { readIdentity, writeIdentity } from './fleet/identity.ts'
import { openProbe } from './fleet/probe.ts'
import { createTillReport, tillHeader } from './fleet/report.ts'
import { type CheckoutEnd, type CheckoutOptions, checkout } from './flow/checkout.ts'
import type { SendStep } from './operations/create-receipt.ts'
import { createSender } from './operations/sender.ts'
import { type AddressAdvice, validateAddresses } from './operations/validate-addresses.ts'
import { openPrinting, type Printing } from './paper/printing.ts'
import { createReplay, type Flushed } from './replay/replay.ts'
import { readOptions, type TillOptions } from './settings/read-settings.ts'
import { abandonedAfter } from './spool/finish-writes.ts'
import { createLock } from './spool/lock.ts'
import { openSeal } from './spool/seal.ts'
import { openSpool } from './spool/spool.ts'
import { readStatus, type Shown, showFile, type TillStatus } from './spool/status.ts'
import { nearly, tidy, warnOfCount } from './spool/tidy.ts'
import { wordsIn } from './words/words.ts'

/** The till's side of the receipt service. */
export interface Till {
  /**
   * Sends a sale and says what to show and print. The receipt is on disk before it is sent, and what doesn't arrive is sent later.
   *
   * @throws TillError if the receipt isn't JSON; whatever else goes wrong is in the result
   */
  checkout(receipt: ReceiptSource, options?: CheckoutOptions): Promise<CheckoutEnd>
  /** Advice on addresses, before or after a sale. What the service can't tell, also because it is away, is `unknown`. */
  validate(addresses: readonly string[], options?: { deadline?: number }): Promise<Record<string, AddressAdvice>>
  /** What waits, was refused, and is wrong. */
  status(): Promise<TillStatus>
  /** Sends what waits, now. */
  flush(): Promise<Flushed>
  /** What a file of the spool holds, and why it was refused or set aside. @throws TillError if there is no such file */
  show(file: string): Promise<Shown>
  /**
   * Puts a refused receipt among the waiting ones again. One that is clear is encrypted if the till has a key.
   *
   * @throws TillError if there is no such file, or it can't be sent
   */
  retry(file: string): Promise<void>
  /** A receipt as a printer takes it; as `Printing.paper`. */
  paper: Printing['paper']
  /** Prints a receipt; as `Printing.print`. */
  print: Printing['print']
  /** Opens the cash drawer; as `Printing.openDrawer`. */
  openDrawer: Printing['openDrawer']
  /** Prints a test sheet; as `Printing.printSheet`. */
  printSheet: Printing['printSheet']
  /** Stops sending. What waits stays on disk. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What tests replace. */
export interface TestOverrides {
  now?: () => number
  chance?: () => number
  /** Whether to send waiting receipts by itself; default true. */
  replays?: boolean
  /** Milliseconds between two questions for the settings of all tills. */
  probeEvery?: number
  reached?: (step: WriteStep | SendStep | 'recorded') => void
}

/** Between two looks at what is old; milliseconds. */
const tidyEvery = 3_600_000

/** Longest wait for the validation; milliseconds. */
const validationDeadline = 4000

/** @throws TillError for a bad option, or a spool that can't be opened */
export async function openTill(options: TillOptions, surroundings: TestOverrides = {}): Promise<Till> {
  const { now = Date.now, chance = Math.random, replays = true, probeEvery, reached } = surroundings
  const read = readOptions(options)
  const { service: settings, spoolKeys, language, limits, concurrency, log, spool: folder } = read
  const seal = openSeal(spoolKeys)
  const spool = await openSpool({ folder, seal, now, reached })
  const waiting = await spool.list('pending')
  let count = waiting.length
  let identity = await readIdentity(folder)
  const tells = createTillReport(identity, { now, halted: () => sender.halt?.what })
  tells.sees(waiting)

  const sender = createSender({
    settings,
    now,
    log,
    reached,
    told: () => ({ [tillHeader]: tells.header() }),
    onLive: outcome => replay.saw(outcome),
  })
  const lock = createLock(join(folder, 'replay.lock'))
  const replay = createReplay({ spool, sender, lock, sees: tells.sees, concurrency, now, chance, log })
  const probe = await openProbe({ folder, service: sender.background, before: look, chance, log, every: probeEvery })
  const tellsOf = ({ store, register }: typeof identity) => `${store}\n${register}`

  /** What is told is what there is, and where the till stands is remembered. */
  async function look(): Promise<void> {
    tells.sees(await spool.list('pending'))
    tells.seesRefused((await spool.list('refused')).length)
    if (tellsOf(tells.identity) === tellsOf(identity)) return
    if (await writeIdentity(folder, tells.identity)) identity = tells.identity
  }

  async function tidyUp(): Promise<void> {
    await tidy(spool, { limits, now: now(), log, hasFailed: replay.hasFailed })
    count = (await spool.list('pending')).length
  }
  const report = (error: unknown) => log({ level: 'error', message: `The spool could not be tidied: ${String(error)}` })
  let tidying = tidyUp().catch(report)
  const tidyAgain = () => {
    tidying = tidying.then(tidyUp).catch(report)
  }
  const timers = [setTimeout(tidyAgain, abandonedAfter + 1000), setInterval(tidyAgain, tidyEvery)]
  for (const timer of timers) timer.unref()
  if (replays) {
    replay.start()
    probe.start()
  }

  const context = {
    sender,
    spool,
    now,
    log,
    async hasRoom() {
      // What was sent meanwhile isn't counted down.
      if (count >= limits.pendingCount) count = (await spool.list('pending')).length
      return count < limits.pendingCount
    },
    usualDeadline: () => probe.settings().deadline,
    sells: tells.sells,
    onQueued(file: string) {
      tells.queued()
      if (++count === Math.ceil(limits.pendingCount * nearly)) warnOfCount(count, limits, log)
      replay.queued(file)
    },
    wordsOf: (tag: string | undefined) => wordsIn(tag ?? language),
  }

  const printing = openPrinting(read.paper, probe.settings)

  async function close(): Promise<void> {
    for (const timer of timers) clearInterval(timer)
    await replay.stop()
    await probe.stop()
    await tidying
    sender.close()
    await printing.close()
  }

  return {
    async checkout(receipt, given = {}) {
      const end = await checkout(context, receipt, given ?? {})
      reached?.('recorded')
      return end
    },
    async validate(addresses, { deadline = validationDeadline } = {}) {
      if (addresses.length === 0) return {}
      const { advice, problem } = await validateAddresses(sender.service, addresses, AbortSignal.timeout(deadline))
      if (problem) {
        const { message, ...about } = problem
        log({ level: 'warn', message: `Addresses not validated: ${message}`, ...about })
      }
      return advice
    },
    status: () => readStatus(spool, { refusedDays: limits.refusedDays, now: now(), halt: sender.halt?.message }),
    async flush() {
      const flushed = await replay.flush()
      // What was tried in vain may be too old.
      if (flushed.left > 0) tidyAgain()
      return flushed
    },
    show: file => showFile(spool, file),
    retry: file => spool.retry(file),
    paper: printing.paper,
    print: printing.print,
    openDrawer: printing.openDrawer,
    printSheet: printing.printSheet,
    close,
    [Symbol.asyncDispose]: close,
  }
}
