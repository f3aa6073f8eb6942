// Room `drop`: the folder in which a till that can’t be changed leaves its sales.
// Besides the ways in, `cli` may call it.

import { watch as watchFolder } from 'node:fs'
import { backoff, type Failing, FailingEntries } from '../basics/deadline.ts'
import { codeOf, TillError } from '../basics/errors.ts'
import { type AnswerOptions, answerDrop, writeRefusal } from './answer-drop.ts'
import { isSale, type Whole } from './drop-folder.ts'

interface WatchOptions extends AnswerOptions {
  /** Until the next look after the file system failed, milliseconds; default 5000. At one file, it doubles with each failure. */
  afterFault?: number
  /** Ends the watch; what is under way is finished. */
  signal: AbortSignal
}

/** Between two looks; milliseconds. Events are hints that may be missing: the listing is the truth. */
const pollMs = 1000

/** After an event, for the others that come with it; milliseconds. */
const eventDelayMs = 10

/** Sales under way at a time; those of one register go one after the other. */
const maxSales = 8

/** Files in one look. */
const maxFilesPerLook = 200

/** Between two looks at what other processes left; milliseconds. */
const recoverEveryMs = 10_000

/** Between two rounds of cleaning up; milliseconds. */
const cleanEveryMs = 600_000

/** Longest wait of an entry that can't be taken; milliseconds. */
const maxWaitMs = 60_000

/** Between two looks at half a file; milliseconds. */
const halfWaitMs = 1000

/** An entry that could not be taken, or is half a file (0 failures). A hint says that something happened to it: it may be looked at now. */
interface Trouble extends Failing {
  is: string
  isHinted?: boolean
}

/** Sends every file that is dropped and writes its result beside it, until it is told to stop. */
export async function watchDrop({ afterFault = 5000, signal, ...answering }: WatchOptions): Promise<void> {
  const { drop, log } = answering
  const registers = new Map<string, Promise<void>>()
  const active = new Set<Promise<void>>()
  const clock = () => performance.now()
  const troubles = new FailingEntries<Trouble>(clock)
  // What is no sale waits for what is one.
  let aside = Promise.resolve()
  let wake = () => {}
  let isHinted = false
  let hasFailed = false
  let [recoverAt, cleanAt] = [clock(), clock()]
  const watcher = hintsFrom(drop.folder, name => {
    // Most are about the results written here.
    if (name !== null && !isSale(name)) return
    const trouble = name === null ? undefined : troubles.get(name)
    if (trouble) trouble.isHinted = true
    isHinted = true
    wake()
  })

  while (!signal.aborted) {
    let wait = pollMs
    isHinted = false
    try {
      if (clock() >= recoverAt || hasFailed) await recover()
      if (clock() >= cleanAt) await cleanUp()
      const names = await drop.list()
      const there = new Set(names)
      troubles.keep(name => there.has(name) || drop.holds(name))
      const due = names.filter(name => (troubles.get(name)?.isHinted || troubles.isDue(name)) && !drop.holds(name))
      if (due.length > maxFilesPerLook) wait = 0
      for (const name of due.slice(0, maxFilesPerLook)) if (!signal.aborted) await take(name)
      if (hasFailed) log({ level: 'info', message: 'The drop folder can be used again' })
      hasFailed = false
    } catch (error) {
      const message = error instanceof TillError ? error.message : "The drop folder can't be used right now"
      if (!hasFailed) log({ level: 'error', message, code: codeOf(error) })
      hasFailed = true
      wait = afterFault
    }
    if (wait > 0) await pause(wait)
  }
  watcher?.close()
  await Promise.all([...active, aside])
  await drop.close()

  async function recover(): Promise<void> {
    recoverAt = clock() + recoverEveryMs
    for (const file of await drop.recover())
      log({ level: 'warn', message: 'Sending a file that a process left behind', file })
  }

  async function cleanUp(): Promise<void> {
    cleanAt = clock() + cleanEveryMs
    await drop.removeOld().catch(error => {
      const message = error instanceof TillError ? error.message : 'The drop folder could not be cleaned up'
      log({ level: 'error', message, code: codeOf(error) })
    })
  }

  /** Begins with a file, if it is whole and no other process has it. */
  async function take(name: string): Promise<void> {
    const last = troubles.get(name)
    const found = await drop.look(name, last?.failures === 0 ? last.is : undefined)
    if (found.kind === 'half') troubles.set(name, { is: found.is, failures: 0, dueAt: clock() + halfWaitMs })
    if (found.kind === 'gone' && failed(name, '') && name.includes('\ufffd'))
      log({ level: 'error', message: 'The name of a file is not UTF-8; it is left alone', file: name })
    if (found.kind === 'gone' || found.kind === 'half' || !mayTry(name, found.is)) return
    try {
      if (!(await drop.claim(name))) return
    } catch (error) {
      // Then it is the folder.
      if (error instanceof TillError || codeOf(error) === 'ENOENT') throw error
      return leave(name, found, error)
    }
    if (found.kind === 'bad') return setAside(() => answer(name, found))
    const { register } = found
    const before = registers.get(register)
    const work = (async () => {
      await before
      await answer(name, found)
    })()
    registers.set(register, work)
    active.add(work)
    void work.finally(() => {
      active.delete(work)
      if (registers.get(register) === work) registers.delete(register)
    })
    if (active.size >= maxSales) await Promise.race(active)
  }

  /** Whether what was found may be taken: it is another than the one that couldn't be, or that one's time has come. */
  function mayTry(name: string, is: string): boolean {
    const last = troubles.get(name)
    if (last) last.isHinted = false
    return last === undefined || last.is !== is || troubles.isDue(name)
  }

  /** Notes that it could not be taken or put away. True if that is news: it is another one than last time. */
  function failed(name: string, is: string): boolean {
    const last = troubles.get(name)
    const failures = last?.is === is ? last.failures + 1 : 1
    troubles.set(name, { is, failures, dueAt: clock() + backoff(failures, { base: afterFault, cap: maxWaitMs }) })
    return failures === 1
  }

  function setAside(work: () => Promise<void>): void {
    aside = aside.then(async () => {
      if (!signal.aborted) await work()
    })
  }

  async function answer(name: string, found: Whole): Promise<void> {
    try {
      const claimed = await drop.claimed(name, found)
      if (claimed.kind === 'sale' || claimed.kind === 'bad') await answerDrop(answering, name, claimed)
      else await drop.giveBack(name)
    } catch (error) {
      await putBack(name, found, error)
    }
  }

  /** What can't be taken stays where it is, and is looked at rarely. */
  function leave(name: string, { is, ...found }: Whole, error: unknown): void {
    if (!failed(name, is)) return
    const code = codeOf(error)
    const message = `The file can't be taken: check the permissions of the file and its folder.`
    log({ level: 'error', message, file: name, code })
    const reason = found.kind === 'bad' ? found.reason : `${message} (${code})`
    setAside(() => writeRefusal(answering, name, reason).catch(() => {}))
  }

  /** The sale may have been sent: it is sent again under the same requestId, and its result written then. */
  async function putBack(name: string, { is }: Whole, error: unknown): Promise<void> {
    if (failed(name, is)) {
      const message = 'The file could not be processed or moved; it is tried again'
      log({ level: 'error', message, file: name, code: codeOf(error) })
    }
    // What can't be put back now is so later, by `recover`.
    await drop.giveBack(name).catch(() => {})
  }

  function pause(wait: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, wait)
      signal.addEventListener('abort', end)
      if (wait === pollMs) wake = () => setTimeout(end, eventDelayMs)
      if (isHinted) wake()
      if (signal.aborted) end()
    })
  }
}

/** Some file systems have no events; then the listing has to do. */
function hintsFrom(folder: string, hint: (name: string | null) => void) {
  try {
    return watchFolder(folder, (_, name) => hint(name)).on('error', () => {})
  } catch {
    return undefined
  }
}
