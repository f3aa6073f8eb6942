import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { move, syncFolder, type WriteStep, writeDurably } from '../basics/files.ts'
import { baseOf, createNames, isReceiptName } from './names.ts'
import { readRecord, type SpoolRecord, writeRecord } from './record.ts'
import type { Seal } from './seal.ts'

export const folders = ['pending', 'refused', 'sent'] as const

export type SpoolFolder = (typeof folders)[number]

/** The receipts of a till on disk: a folder that several processes may share and a person can read. */
export interface Spool {
  readonly folder: string
  /** Puts a receipt into `pending`; once it returns, the receipt survives a power failure. Gives the file's name. */
  add(record: SpoolRecord): Promise<string>
  /** Undefined if another process moved it away. @throws OtherKeyError, DamagedFileError */
  read(folder: SpoolFolder, name: string): Promise<SpoolRecord | undefined>
  /** Moves a pending receipt to `sent`. */
  markSent(name: string): Promise<void>
  /** Moves a pending receipt to `refused`, with the reason beside it. */
  markRefused(name: string, reason: unknown): Promise<void>
  /** Moves a refused receipt back to `pending`. @throws TillError if there is none of this name */
  retry(name: string): Promise<void>
  /** The receipts of a folder, oldest first. */
  list(folder: SpoolFolder): Promise<string[]>
}

export interface SpoolOptions {
  folder: string
  seal: Seal
  /** Milliseconds since 1970. */
  now: () => number
  reached?: (step: WriteStep) => void
}

/** Opens a spool, and makes its folders. @throws TillError if that can't be done */
export async function openSpool({ folder, seal, now, reached }: SpoolOptions): Promise<Spool> {
  const names = createNames(now)
  await makeFolders(folder)
  const newest = (await listOf(join(folder, 'pending'))).at(-1)
  if (newest !== undefined) names.follow(newest)

  async function leavePending(name: string, to: SpoolFolder): Promise<void> {
    try {
      await move(join(folder, 'pending', name), join(folder, to, name))
    } catch (error) {
      // Another process did the same.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }

  return {
    folder,
    async add(record) {
      const register = String((record.receipt.workstation as { id?: unknown } | undefined)?.id ?? '')
      const name = names.next({ register, requestId: record.requestId }, seal.extension)
      const via = `.${name}.${randomBytes(4).toString('hex')}.tmp`
      const bytes = seal.close(writeRecord(record), baseOf(name))
      await writeDurably({ folder: join(folder, 'pending'), name, via }, bytes, reached)
      return name
    },
    async read(from, name) {
      const bytes = await readFile(join(folder, from, name)).catch(absent)
      return bytes && readRecord(seal.open(bytes, baseOf(name)))
    },
    // Without a sync: at worst it is sent again, and the service says that it has it.
    markSent: name => leavePending(name, 'sent'),
    async markRefused(name, reason) {
      const note = noteOf(name)
      const bytes = seal.close(`${JSON.stringify(reason, null, 1)}\n`, baseOf(note))
      await unlink(join(folder, 'refused', note)).catch(absent)
      const via = `.${note}.${randomBytes(4).toString('hex')}.tmp`
      await writeDurably({ folder: join(folder, 'refused'), name: note, via }, bytes)
      await leavePending(name, 'refused')
    },
    async retry(name) {
      if (!isReceiptName(name))
        throw new TillError(`"${name}" is not the name of a receipt in ${join(folder, 'refused')}.`)
      try {
        await move(join(folder, 'refused', name), join(folder, 'pending', name))
      } catch (cause) {
        throw new TillError(`There is no ${name} in ${join(folder, 'refused')}.`, { cause })
      }
      await syncFolder(join(folder, 'pending'))
      await unlink(join(folder, 'refused', noteOf(name))).catch(absent)
    },
    list: from => listOf(join(folder, from)),
  }
}

/** The file beside a refused receipt that says why. */
export function noteOf(name: string): string {
  return name.replace(/\.(json|cft)$/, '.error.$1')
}

async function makeFolders(folder: string): Promise<void> {
  try {
    for (const name of folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    await syncFolder(folder)
  } catch (cause) {
    throw new TillError(
      `The spool ${folder} can't be made or opened (${codeOf(cause)}); see its rights and its disk.`,
      { cause },
    )
  }
}

async function listOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isReceiptName).sort()
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
  return undefined
}
