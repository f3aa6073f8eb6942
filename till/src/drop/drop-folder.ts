import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { move, writeDurably } from '../basics/files.ts'
import type { Seal } from '../spool/seal.ts'
import { type Dropped, isStill, readDrop } from './read-drop.ts'
import { removeOld } from './remove-old.ts'
import { freeName, putBack, putSealed } from './safe-files.ts'
import { createWorkingFolder, makeFolder } from './working-folder.ts'

/** A folder into which a till puts sales, and where it finds their results. Several processes may watch it, and others write to it. */
export interface DropFolder {
  readonly folder: string
  /** What may be sales, by name. */
  list(): Promise<string[]>
  /** Looks at what lies there, and takes nothing. @param half as `readDrop` */
  look(name: string, half?: string): Promise<Dropped>
  /**
   * Takes what was found for this process. False if another did.
   *
   * @throws TillError or ENOENT if nothing can be taken now; what else the file system says, about this one
   */
  claim(name: string): Promise<boolean>
  /** Whether this process has one of that name. */
  holds(name: string): boolean
  /** What was claimed, which is another than what was found if that was replaced meanwhile. */
  claimed(name: string, found: Whole): Promise<Dropped>
  /** Writes `<name>.result.json`, whole or not at all. */
  writeResult(name: string, result: object): Promise<void>
  /** Moves what was claimed to `done/<day>` or `error`, or tries so again later. With a key, nothing is kept in clear. */
  finish(name: string, to: 'done' | 'error', day: string): Promise<void>
  /** Puts back what was claimed, under another name if that has come again; or tries so again later. */
  giveBack(name: string): Promise<void>
  /** Puts back what dead processes had taken, puts away what couldn't be, and keeps this process's claims. */
  recover(): Promise<string[]>
  /** Removes results, and what was put away, that are old. */
  removeOld(): Promise<void>
  close(): Promise<void>
}

/** A file that is whole: a sale, or why it is none. */
export type Whole = Extract<Dropped, { kind: 'sale' | 'bad' }>

interface DropOptions {
  /** How files rest that are kept. */
  seal: Seal
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether root may watch a folder that others may write to; default no. */
  allowRoot?: boolean | undefined
}

/** Opens a drop folder, and makes what it needs. @throws TillError if it can't be used */
export async function openDropFolder(
  folder: string,
  { seal, now, allowRoot = false }: DropOptions,
): Promise<DropFolder> {
  const working = createWorkingFolder(folder)
  const { inOwn, inOurs } = working
  const [done, error] = [join(folder, 'done'), join(folder, 'error')]
  const held = new Set<string>()
  const unfinished = new Map<string, () => Promise<void>>()
  const cleaner = removeOld()
  const isSealing = seal.extension === '.cft'

  const inError = async <Result>(work: (at: string) => Promise<Result>) => {
    await makeFolder(error, 0o770)
    return await inOurs(error, work)
  }

  const inDone = async <Result>(work: (at: string) => Promise<Result>) => {
    await makeFolder(done, 0o750)
    return await inOurs(done, work)
  }

  async function putAway(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || !(await isGone(join(working.own, name)))) {
        unfinished.set(name, work)
        throw error
      }
    }
    unfinished.delete(name)
    held.delete(name)
  }

  async function keep(own: string, name: string, to: 'done' | 'error', day: string): Promise<void> {
    const from = join(own, name)
    if (to === 'error') return inError(at => (isSealing ? putSealed(from, at, name, seal) : moveTo(at, from, name)))
    // The service has it, or the spool.
    if (isSealing) return unlink(from)
    return inDone(async at => {
      await makeFolder(join(at, day), 0o750)
      await inOurs(join(at, day), today => moveTo(today, from, name), join(done, day))
    })
  }

  try {
    await mkdir(folder, { recursive: true })
    if (!allowRoot) await refuseRoot(folder)
    await working.enter()
    for (const way of [inDone, inError]) await way(async () => {})
  } catch (cause) {
    await working.leave()
    if (cause instanceof TillError) throw cause
    throw new TillError(`The drop folder ${folder} can't be used (${codeOf(cause)}); check its permissions.`, { cause })
  }

  return {
    folder,
    list: async () => (await readdir(folder)).filter(isSale).sort(),
    look: (name, half) => readDrop(join(folder, name), now(), half),
    holds: name => held.has(name),
    async claim(name) {
      if (held.has(name)) return false
      held.add(name)
      try {
        await inOwn(own => move(join(folder, name), join(own, name)))
        return true
      } catch (error) {
        held.delete(name)
        if (codeOf(error) === 'ENOENT' && (await isGone(join(folder, name)))) return false
        throw error
      }
    },
    claimed: (name, found) =>
      inOwn(async own => {
        const path = join(own, name)
        return (await isStill(path, found.is)) ? found : await readDrop(path, now())
      }),
    async writeResult(name, result) {
      const file = `${name.replace(/\.json$/i, '')}.result.json`
      const via = `.${randomBytes(8).toString('hex')}.tmp`
      // The till's software may be another user, of the same group.
      await writeDurably({ folder, name: file, via, mode: 0o660 }, `${JSON.stringify(result, null, 2)}\n`)
    },
    finish: (name, to, day) => putAway(name, () => inOwn(own => keep(own, name, to, day))),
    giveBack: name => putAway(name, () => inOwn(own => putBack(join(own, name), folder, name))),
    async recover() {
      await working.enter()
      for (const [name, work] of unfinished) await putAway(name, work).catch(() => {})
      return await working.takeOver()
    },
    removeOld: () => cleaner({ folder, inOurs, inDone, inError, now: now() }),
    close: working.leave,
  }
}

/** Who may write to a folder chooses what root does there. */
async function refuseRoot(folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid, mode } = await stat(folder)
  if (uid === 0 && (mode & 0o002) === 0 && ((mode & 0o020) === 0 || gid === 0)) return
  throw new TillError(
    `Others than root may write to ${folder}: let a user of its own watch it, or say --allow-root if all who may are trusted.`,
  )
}

/** Whether a name may be a sale's: not results, unfinished writes, and what editors and copying programs leave. */
export function isSale(name: string): boolean {
  return /\.json$/i.test(name) && !/\.(result|error)\.json$/i.test(name) && !/^[.~]/.test(name)
}

async function isGone(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => false,
    error => codeOf(error) === 'ENOENT',
  )
}

/** A name may come again, on purpose or not: no file is lost. */
async function moveTo(folder: string, from: string, name: string): Promise<void> {
  await move(from, join(folder, await freeName(folder, name)))
}
