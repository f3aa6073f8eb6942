import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, open, unlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from '../basics/errors.ts'
import { isFull, isHeld, move, readPlainFile } from '../basics/files.ts'
import { isObject, readJson } from '../basics/values.ts'

/** A right that one process at a time has; a dead one's is taken over. */
export interface Lock {
  /** Whether this process has it now; call it again and again to keep it. */
  hold(): Promise<boolean>
  release(): Promise<void>
}

/** A process on another machine that hasn't renewed its lock for so long is dead; milliseconds. */
const deadAfter = 60_000

/**
 * A lock in a file. Two processes may have it for a moment if one was asleep, and all have it while the disk is full: what it protects
 * must bear that.
 *
 * @param path of the lock's file
 */
export function createLock(path: string): Lock {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), boot: bootId(), id: randomBytes(8).toString('hex') })

  /** Whether this process may go on; it has the lock only if there was room to write it. */
  async function take(): Promise<boolean> {
    try {
      const file = await open(path, 'wx', 0o600)
      let isWhole = false
      try {
        await file.writeFile(own)
        isWhole = true
      } finally {
        await file.close()
        if (!isWhole) await unlink(path).catch(() => {})
      }
      return true
    } catch (error) {
      if (isFull(error)) return true
      if (codeOf(error) !== 'EEXIST' && !isHeld(error)) throw error
      return false
    }
  }

  async function renew(): Promise<boolean> {
    if ((await ownerOf(path).catch(() => '')) !== own) return false
    const now = new Date()
    await utimes(path, now, now).catch(() => {})
    return true
  }

  /** Removes a dead process's lock; if another took it over meanwhile, it loses it once, which costs a 409 at most. */
  async function removeDead(): Promise<void> {
    const isOver = await Promise.all([ownerOf(path), lstat(path)]).then(
      ([owner, { mtimeMs }]) => isDead(owner, Date.now() - mtimeMs),
      () => false,
    )
    if (!isOver) return
    const aside = `${path}.${randomBytes(4).toString('hex')}`
    await move(path, aside).catch(() => {})
    await unlink(aside).catch(() => {})
  }

  return {
    async hold() {
      if ((await renew()) || (await take())) return true
      await removeDead()
      return await take()
    },
    async release() {
      if (await renew()) await unlink(path).catch(() => {})
    },
  }
}

/** Nothing if it is being written, is no file, or another user's. @throws ENOENT */
async function ownerOf(path: string): Promise<string> {
  try {
    return (await readPlainFile(path, 4096)).toString('utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw error
    return ''
  }
}

function isDead(owner: string, age: number): boolean {
  const isOld = Math.abs(age) > deadAfter
  const read = readJson(owner)
  // It is being written, or nobody's.
  if (!isObject(read) || read.host !== hostname()) return isOld
  if (read.boot !== bootId()) return true
  try {
    process.kill(read.pid as number, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true
  }
  // Its number may be another process's by now.
  return isOld
}

/** Tells one start of the machine from another, where the system says so: a process id means nothing after it. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Between two renewals of the lock; milliseconds. */
const renewal = 15_000

/** Does something with the lock, and gives it back; undefined if another process has it. */
export async function withLock<Result>(lock: Lock, run: () => Promise<Result>): Promise<Result | undefined> {
  if (!(await lock.hold())) return undefined
  const renewing = setInterval(() => void lock.hold().catch(() => {}), renewal)
  try {
    return await run()
  } finally {
    clearInterval(renewing)
    await lock.release()
  }
}
