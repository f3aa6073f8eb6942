import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { move, writeDurably } from '../basics/files.ts'
import { createLock } from '../spool/lock.ts'
import type { Seal } from '../spool/seal.ts'
import { type Dropped, isStill, readDrop } from './read-drop.ts'
import { freeName, putBack, putSealed, removeOld, within } from './safe-files.ts'

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
  const id = `${process.pid}-${randomBytes(8).toString('hex')}`
  const [working, done, error] = [join(folder, 'working'), join(folder, 'done'), join(folder, 'error')]
  const lock = createLock(join(working, `${id}.lock`))
  const held = new Set<string>()
  const unfinished = new Map<string, () => Promise<void>>()
  const cleaner = removeOld()
  let owner: number | undefined

  /** Within a folder that this till, or root, has made: in another's, things may be turned round. */
  function inOurs<Result>(path: string, work: (at: string) => Promise<Result>, shown = path): Promise<Result> {
    const checked = async (at: string, { uid }: Stats) => {
      if (uid !== owner && uid !== 0)
        throw new TillError(`${shown} belongs to another user: remove it, or give it to the user that watches.`)
      return await work(at)
    }
    return within(path, checked, shown)
  }

  const inOwn = <Result>(work: (own: string) => Promise<Result>) => inOurs(working, at => work(join(at, id)))

  /** Makes this process's folder, also when somebody has removed it meanwhile. */
  async function enter(): Promise<void> {
    await makeFolder(working, 0o700)
    await within(working, async (at, { mode }) => {
      // An older version let the group in. Without need it would be an event in the drop folder.
      if ((mode & 0o077) !== 0) await chmod(at, 0o700).catch(() => {})
      // The lock comes first: a folder without one is a dead process's.
      await lock.hold()
      await makeFolder(join(at, id), 0o700)
      // Some file systems say of all files that they are one user's.
      owner = (await lstat(join(at, id))).uid
    })
    await inOurs(working, async () => {})
  }

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
      if (codeOf(error) !== 'ENOENT' || !(await isGone(join(working, id, name)))) {
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

  const isSealing = seal.extension === '.cft'

  try {
    await mkdir(folder, { recursive: true })
    if (!allowRoot) await refuseRoot(folder)
    await enter()
    for (const way of [inDone, inError]) await way(async () => {})
  } catch (cause) {
    await leave()
    if (cause instanceof TillError) throw cause
    throw new TillError(`The drop folder ${folder} can't be used (${codeOf(cause)}); check its permissions.`, { cause })
  }

  async function leave(): Promise<void> {
    await within(working, async at => {
      for (const name of await readdir(join(at, id))) await putBack(join(at, id, name), folder, name).catch(() => {})
      await rmdir(join(at, id))
    }).catch(() => {})
    await lock.release()
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
      await enter()
      for (const [name, work] of unfinished) await putAway(name, work).catch(() => {})
      return await inOurs(working, async at => {
        const back: string[] = []
        for (const other of await readdir(at))
          if (other !== id && idShape.test(other)) back.push(...(await takeOver(at, other)))
        return back
      })
    },
    removeOld: () => cleaner({ folder, inOurs, inDone, inError, now: now() }),
    close: leave,
  }

  /** What a dead process had taken. */
  async function takeOver(at: string, other: string): Promise<string[]> {
    const theirs = createLock(join(at, `${other}.lock`))
    if (!(await theirs.hold())) return []
    const names = await inOurs(join(at, other), async own => {
      const names = await readdir(own)
      for (const name of names) await putBack(join(own, name), folder, name).catch(() => {})
      return names
    }).catch(() => [])
    await rmdir(join(at, other)).catch(() => {})
    await theirs.release()
    return names
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

/** What processes call their folders in `working`. */
const idShape = /^\d+-(?:[0-9a-f]{8}){1,2}$/

/** Whether a name may be a sale's: not results, unfinished writes, and what editors and copying programs leave. */
export function isSale(name: string): boolean {
  return /\.json$/i.test(name) && !/\.(result|error)\.json$/i.test(name) && !/^[.~]/.test(name)
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
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
