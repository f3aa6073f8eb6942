import { watch as watchFolder } from 'node:fs'
import { codeOf } from '../basics/errors.ts'
import { type AnswerOptions, answerDrop } from './answer-drop.ts'
import { readDrop } from './read-drop.ts'

export interface WatchOptions extends AnswerOptions {
  /** Days that results and done files are kept. */
  keptDays: number
  /** Until the next look after the file system failed, milliseconds; default 5000. */
  afterFault?: number
  /** Ends the watch; what is under way is finished. */
  signal: AbortSignal
}

/** Between two looks; milliseconds. Events are hints that may be missing: the listing is the truth. */
const every = 1000

/** After an event, for the others that come with it; milliseconds. */
const soon = 10

/** Sales under way at a time; those of one register go one after the other. */
const most = 8

/** Files in one look. */
const portion = 200

/** Looks that pass between two rounds of cleaning up. */
const cleanEvery = 3600

/** Sends every file that is dropped and writes its result beside it, until it is told to stop. */
export async function watchDrop({
  till,
  drop,
  checkout,
  keptDays,
  afterFault = 5000,
  now,
  log,
  signal,
}: WatchOptions): Promise<void> {
  const registers = new Map<string, Promise<void>>()
  const active = new Set<Promise<void>>()
  let wake = () => {}
  let isHinted = false
  let hasFailed = false
  const watcher = hintsFrom(drop.folder, () => {
    isHinted = true
    wake()
  })

  for (let look = 0; !signal.aborted; look++) {
    let wait = every
    isHinted = false
    try {
      if (look % 10 === 0)
        for (const file of await drop.recover())
          log({ level: 'warn', message: 'A process had left this file; it is sent', file })
      if (look % cleanEvery === 0) await drop.removeOld(now(), keptDays)
      const names = await drop.list()
      if (names.length > portion) wait = 0
      for (const name of names.slice(0, portion)) if (!signal.aborted) await take(name)
      if (hasFailed) log({ level: 'info', message: 'The drop folder can be used again' })
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log({ level: 'error', message: 'The drop folder can not be used now', code: codeOf(error) })
      hasFailed = true
      wait = afterFault
    }
    if (wait > 0) await pause(wait)
  }
  watcher?.close()
  await Promise.all(active)
  await drop.close()

  /** Begins with a file, if it is whole and no other process has it. */
  async function take(name: string): Promise<void> {
    const found = await readDrop(`${drop.folder}/${name}`, now())
    if (found.kind === 'gone' || found.kind === 'half' || !(await drop.claim(name))) return
    const register = found.kind === 'sale' ? found.register : ''
    const before = registers.get(register)
    const work = (async () => {
      await before
      await answerDrop({ till, drop, checkout, now, log }, name, found)
    })().catch(error => putBack(name, error))
    registers.set(register, work)
    active.add(work)
    void work.finally(() => {
      active.delete(work)
      if (registers.get(register) === work) registers.delete(register)
    })
    if (active.size >= most) await Promise.race(active)
  }

  /** The sale may have been sent: it is sent again under the same requestId, and its result written then. */
  async function putBack(name: string, error: unknown): Promise<void> {
    log({
      level: 'error',
      message: 'The result could not be written; the file is taken again',
      file: name,
      code: codeOf(error),
    })
    for (let isBack = false; !isBack && !signal.aborted; ) {
      await pause(afterFault)
      isBack = await drop.giveBack(name).then(
        () => true,
        () => false,
      )
    }
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
      if (wait === every) wake = () => setTimeout(end, soon)
      if (isHinted) wake()
      if (signal.aborted) end()
    })
  }
}

/** Some file systems have no events; then the listing has to do. */
function hintsFrom(folder: string, hint: () => void) {
  try {
    return watchFolder(folder, hint).on('error', () => {})
  } catch {
    return undefined
  }
}
