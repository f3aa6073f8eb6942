import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { move, writeDurably } from '../basics/files.ts'
import { createLock, type Lock } from '../spool/lock.ts'

/** A folder into which a till puts sales, and where it finds their results. Several processes may watch it. */
export interface DropFolder {
  readonly folder: string
  /** Files that may be sales, by name. */
  list(): Promise<string[]>
  /** Takes a file for this process. False if another did, or if this one still has one of that name. */
  claim(name: string): Promise<boolean>
  /** Where a claimed file is. */
  pathOf(name: string): string
  /** Writes `<name>.result.json`, whole or not at all. */
  writeResult(name: string, result: object): Promise<void>
  /** Moves a claimed file to `done/<day>` or `error`. */
  finish(name: string, to: 'done' | 'error', day: string): Promise<void>
  /** Puts a claimed file back; under another name if that has come again. */
  giveBack(name: string): Promise<void>
  /** Puts back what dead processes had taken, and keeps this one's claims. */
  recover(): Promise<string[]>
  /** Removes results and done files that are older. @param now milliseconds since 1970 */
  removeOld(now: number, days: number): Promise<void>
  close(): Promise<void>
}

/** Opens a drop folder, and makes what it needs. @throws TillError if it can't be used */
export async function openDropFolder(folder: string): Promise<DropFolder> {
  const id = `${process.pid}-${randomBytes(4).toString('hex')}`
  const working = join(folder, 'working')
  const own = join(working, id)
  const lock = createLock(`${own}.lock`)
  try {
    for (const name of [working, join(folder, 'done'), join(folder, 'error')]) await mkdir(name, { recursive: true })
    // The lock comes first: a folder without one is a dead process's.
    await lock.hold()
    await mkdir(own)
  } catch (cause) {
    throw new TillError(`The drop folder ${folder} can't be used (${codeOf(cause)}); see its rights.`, { cause })
  }

  const claimed = new Set<string>()
  const giveBack = async (from: string, name: string) =>
    move(join(from, name), join(folder, await freeName(folder, name)))

  return {
    folder,
    list: async () => (await readdir(folder)).filter(isSale).sort(),
    async claim(name) {
      if (claimed.has(name)) return false
      claimed.add(name)
      try {
        await move(join(folder, name), join(own, name))
        return true
      } catch (error) {
        claimed.delete(name)
        if (codeOf(error) !== 'ENOENT') throw error
        return false
      }
    },
    pathOf: name => join(own, name),
    async writeResult(name, result) {
      const file = `${name.replace(/\.json$/i, '')}.result.json`
      const via = `.${file}.${randomBytes(4).toString('hex')}.tmp`
      // The till's software may be another user, of the same group.
      await writeDurably({ folder, name: file, via, mode: 0o660 }, `${JSON.stringify(result, null, 2)}\n`)
    },
    async finish(name, to, day) {
      const target = to === 'done' ? join(folder, to, day) : join(folder, to)
      await mkdir(target, { recursive: true })
      await move(join(own, name), join(target, await freeName(target, name)))
      claimed.delete(name)
    },
    async giveBack(name) {
      await giveBack(own, name).catch(error => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
      claimed.delete(name)
    },
    async recover() {
      await lock.hold()
      const back: string[] = []
      for (const other of (await readdir(working)).filter(name => !name.endsWith('.lock') && name !== id)) {
        const theirs = createLock(join(working, `${other}.lock`))
        if (!(await theirs.hold())) continue
        for (const name of await readdir(join(working, other)).catch(() => [])) {
          await giveBack(join(working, other), name).catch(() => {})
          back.push(name)
        }
        await rmdir(join(working, other)).catch(() => {})
        await theirs.release()
      }
      return back
    },
    removeOld: (now, days) => removeOld(folder, now - days * 86_400_000),
    close: () => leave(own, lock, name => giveBack(own, name)),
  }
}

/** Not results, unfinished writes, and what editors and copying programs leave. */
function isSale(name: string): boolean {
  return /\.json$/i.test(name) && !/\.(result|error)\.json$/i.test(name) && !/^[.~]/.test(name)
}

/** A name may come again, on purpose or not: no file is lost. */
async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder))
  if (!taken.has(name)) return name
  return `${basename(name, '.json')}.${randomBytes(4).toString('hex')}.json`
}

async function removeOld(folder: string, before: number): Promise<void> {
  const results = (await readdir(folder)).filter(name => name.endsWith('.result.json'))
  const days = await readdir(join(folder, 'done'))
  for (const path of [...results, ...days.map(day => join('done', day))]) {
    const { mtimeMs } = await stat(join(folder, path)).catch(() => ({ mtimeMs: before }))
    if (mtimeMs < before) await rm(join(folder, path), { recursive: true, force: true })
  }
}

async function leave(own: string, lock: Lock, giveBack: (name: string) => Promise<void>): Promise<void> {
  for (const name of await readdir(own).catch(() => [])) await giveBack(name).catch(() => {})
  await rmdir(own).catch(() => {})
  await lock.release()
}
