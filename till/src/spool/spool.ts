// Room `spool`: receipts on disk until the service has decided: names, encryption, lock, limits.
// Besides the ways in, `fleet`, `settings`, `replay`, `flow`, `doctor`, `drop` and `cli` may call it.

import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { isFull, kindOf, move, syncFolder, touch, type WriteStep, writeDurably } from '../basics/files.ts'
import type { Log } from '../basics/log.ts'
import { isObject, nameIn } from '../basics/values.ts'
import {
  absent,
  createNames,
  isReceiptName,
  readReceiptFile,
  readRecord,
  readSpoolFile,
  type SpoolRecord,
  timeOf,
  writeRecord,
} from './record.ts'
import { baseOf, isSealedName, type Seal } from './seal.ts'

/** Where receipts are: to send, refused by the service, sent. */
export const folders = ['pending', 'refused', 'sent'] as const

/** One of them. */
export type SpoolFolder = (typeof folders)[number]

/** The receipts of a till on disk: a folder that several processes may share and a person can read. */
export interface Spool {
  readonly folder: string
  readonly seal: Seal
  /** Puts a receipt into `pending`; once it returns, the receipt survives a power failure. Gives the file's name. */
  add(record: SpoolRecord): Promise<string>
  /**
   * Undefined if another process moved it away.
   *
   * @throws OddFileError if nobody could send what lies there; OtherKeyError; what the file system says
   */
  read(folder: SpoolFolder, name: string): Promise<SpoolRecord | undefined>
  /** Why a receipt was refused or set aside; undefined if nothing beside it says so. @throws as `read` */
  readNote(name: string): Promise<unknown>
  /** Moves a pending receipt to `sent`. */
  markSent(name: string): Promise<void>
  /**
   * Moves whatever waits under a receipt's name to `refused`, with the reason beside it, if the disk has room for that.
   *
   * @param at its name in `pending`, if that is another
   */
  markRefused(name: string, reason: unknown, at?: string): Promise<void>
  /**
   * Moves a pending receipt to where the service's decision belongs; what isn't decided stays. False if it should have been moved and
   * couldn't be: then it stays, too, and to send it again changes nothing.
   */
  settle(name: string, decision: Decision, log: Log): Promise<boolean>
  /** Moves a refused receipt back to `pending`. @throws TillError if there is no such file, or it can't be sent */
  retry(name: string): Promise<void>
  /** The names of receipts in a folder, oldest first, whatever has them. */
  list(folder: SpoolFolder): Promise<string[]>
}

/** What the service said to a receipt, as far as it decides where it lies. */
interface Decision {
  kind: string
  status?: number | undefined
  error?: unknown
}

interface SpoolOptions {
  folder: string
  seal: Seal
  /** Milliseconds since 1970. */
  now: () => number
  reached?: ((step: WriteStep) => void) | undefined
}

const hour = 3_600_000

/** Opens a spool, and makes its folders. @throws TillError if that can't be done */
export async function openSpool({ folder, seal, now, reached }: SpoolOptions): Promise<Spool> {
  const names = createNames(now)
  const [pending, refused] = [join(folder, 'pending'), join(folder, 'refused')]
  names.follow(await makeFolders(folder))

  async function leavePending(at: string, to: SpoolFolder, name: string): Promise<void> {
    const [source, target] = [join(pending, at), join(folder, to, name)]
    try {
      await move(source, target)
    } catch (error) {
      absent(error)
      // Another process did the same, or somebody removed the folder.
      if ((await lstat(source).catch(absent)) === undefined) return
      await mkdir(join(folder, to), { recursive: true, mode: 0o700 })
      await move(source, target)
    }
    // The days that it is kept begin now; a sale that didn't wait has just been written.
    if (to === 'refused' || Math.abs(now() - (timeOf(name) ?? 0)) > hour) await touch(target, now())
  }

  async function writeNote(name: string, reason: unknown): Promise<string> {
    const note = noteOf(name, seal.extension)
    const bytes = seal.close(`${JSON.stringify(reason, null, 1)}\n`, note)
    await unlink(join(refused, note)).catch(absent)
    await writeDurably({ folder: refused, name: note, via: viaOf(note) }, bytes)
    await touch(join(refused, note), now())
    return note
  }

  // Without a sync: at worst it is sent again, and the service says that it has it.
  async function markSent(name: string): Promise<void> {
    try {
      await leavePending(name, 'sent', name)
    } catch (error) {
      if (!isFull(error)) throw error
      // A copy of what has arrived is worth less than the room for what waits.
      await unlink(join(pending, name)).catch(absent)
    }
  }

  async function markRefused(name: string, reason: unknown, at = name): Promise<void> {
    const note = await writeNote(name, reason).catch(error => {
      if (!isFull(error)) throw error
    })
    try {
      await leavePending(at, 'refused', name)
    } catch (error) {
      if (note !== undefined) await unlink(join(refused, note)).catch(() => {})
      throw error
    }
  }

  return {
    folder,
    seal,
    async add(record) {
      const { workstation } = record.receipt
      const register = isObject(workstation) ? nameIn(workstation.id) : ''
      const name = names.next({ register, requestId: record.requestId }, seal.extension)
      const bytes = seal.close(writeRecord(record), name)
      await writeDurably({ folder: pending, name, via: viaOf(name) }, bytes, reached)
      return name
    },
    read: (from, name) => readReceiptFile(join(folder, from, name), name, seal),
    async readNote(name) {
      for (const extension of extensions) {
        const note = noteOf(name, extension)
        const bytes = await readSpoolFile(join(refused, note))
        if (bytes) return JSON.parse(seal.open(bytes, note))
      }
      return undefined
    },
    markSent,
    markRefused,
    async settle(name, { kind, status, error }, log) {
      try {
        if (kind === 'accepted') await markSent(name)
        if (kind === 'refused') await markRefused(name, { at: new Date(now()).toISOString(), status, error })
        return true
      } catch (cause) {
        log({ level: 'error', message: 'The spool could not be written', code: codeOf(cause), file: name })
        return false
      }
    },
    async retry(name) {
      if (!isReceiptName(name)) throw new TillError(`"${name}" is not the name of a receipt in ${refused}.`)
      const path = join(refused, name)
      try {
        const info = await lstat(path)
        if (!info.isFile()) throw new TillError(`${name} is ${kindOf(info)}, not a file, and can't be sent.`)
        await (seal.extension === '.cft' && !isSealedName(name) ? sealAgain(name) : move(path, join(pending, name)))
      } catch (cause) {
        if (cause instanceof TillError) throw cause
        const code = codeOf(cause)
        throw new TillError(
          code === 'ENOENT'
            ? `There is no ${name} in ${refused}.`
            : `${name} can't be moved (${code}); check its permissions.`,
          { cause },
        )
      }
      await touch(join(pending, name), now())
      await syncFolder(pending)
      for (const extension of extensions) await unlink(join(refused, noteOf(name, extension))).catch(() => {})
    },
    list: from => listOf(join(folder, from)),
  }

  /** A person vouches for what was clear. */
  async function sealAgain(name: string): Promise<void> {
    const text = String(await readSpoolFile(join(refused, name)))
    readRecord(text)
    const sealed = `${baseOf(name)}${seal.extension}`
    await writeDurably({ folder: pending, name: sealed, via: viaOf(sealed) }, seal.close(text, sealed))
    await unlink(join(refused, name))
  }
}

const extensions = ['.json', '.cft'] as const

/** The file beside a refused receipt that says why. */
export function noteOf(name: string, extension: Seal['extension']): string {
  return `${baseOf(name)}.error${extension}`
}

function viaOf(name: string): string {
  return `.${name}.${randomBytes(4).toString('hex')}.tmp`
}

/** Gives what waits there. */
async function makeFolders(folder: string): Promise<string[]> {
  try {
    for (const name of folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    await syncFolder(folder)
    return await listOf(join(folder, 'pending'))
  } catch (cause) {
    throw new TillError(
      `The spool ${folder} can't be made or opened (${codeOf(cause)}); check its permissions and its disk.`,
      { cause },
    )
  }
}

async function listOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isReceiptName).sort()
}
