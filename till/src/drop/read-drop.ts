import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { codeOf } from '../basics/errors.ts'
import { kindOf, readUpTo } from '../basics/files.ts'
import { isObject, nameIn, readJson } from '../basics/values.ts'

/** A dropped file, as found. `half`: perhaps still being written. `is` tells it from another under its name, and from itself once changed. */
export type Dropped =
  | { kind: 'sale'; is: string; text: string; register: string }
  | { kind: 'half'; is: string }
  | { kind: 'bad'; is: string; reason: string }
  | { kind: 'gone' }

/** More than the service takes; bytes. */
export const maxDropBytes = 1024 * 1024

/** A file that isn't JSON and hasn't changed for so long won't be finished; milliseconds. */
const unfinishedAfterMs = 30_000

/**
 * Looks at what was dropped, and reads it if it is a file: no link is followed, no pipe waited for. One that isn't whole yet is told
 * by its content: a JSON object that was cut anywhere isn't JSON.
 *
 * @param now milliseconds since 1970
 * @param half what was half at the last look; it isn't read again until it changes, or won't any more
 */
export async function readDrop(path: string, now: number, half?: string): Promise<Dropped> {
  const info = await lstat(path).catch(codeOf)
  if (info === 'ENOENT') return { kind: 'gone' }
  if (typeof info === 'string') return { kind: 'bad', is: '', reason: `This can't be looked at (${info}).` }
  const is = identityOf(info)
  const bad = (reason: string) => ({ kind: 'bad', is, reason }) as const
  // A clock that was put back makes no file young for ever.
  const isYoung = (changed: number) => Math.abs(now - changed) < unfinishedAfterMs
  if (!info.isFile()) return bad(`This is ${kindOf(info)}, not a file.`)
  // It may be another's, who doesn't give it away. Some programs give a file its name so, and take the other at once.
  if (info.nlink > 1 && isYoung(info.ctimeMs)) return { kind: 'half', is }
  if (info.nlink > 1) return bad('The file has another name too (a hard link); drop a copy.')
  if (info.size > maxDropBytes) return bad('The file is larger than 1 MiB.')
  if (is === half && isYoung(info.mtimeMs)) return { kind: 'half', is }
  const bytes = await readSame(path, info.size, is).catch(codeOf)
  if (bytes === 'ENOENT') return { kind: 'gone' }
  const whole = typeof bytes === 'object' ? wholeOf(bytes, is) : undefined
  if (whole) return whole
  if (bytes === undefined || isYoung(info.mtimeMs)) return { kind: 'half', is }
  return bad(typeof bytes === 'string' ? `The file can't be read (${bytes}): check its permissions.` : faultOf(bytes))
}

/** Whether a path still has what was found. */
export async function isStill(path: string, is: string): Promise<boolean> {
  return await lstat(path).then(
    info => identityOf(info) === is,
    () => false,
  )
}

function identityOf({ dev, ino, size, mtimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}`
}

/** The bytes of just the file that was looked at; undefined if it has changed. */
async function readSame(path: string, size: number, is: string): Promise<Uint8Array | undefined> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (identityOf(await file.stat()) !== is) return undefined
    const bytes = await readUpTo(file, size + 1)
    return bytes.length === size && identityOf(await file.stat()) === is ? bytes : undefined
  } finally {
    await file.close()
  }
}

/** What whole JSON is; undefined if it isn't. */
function wholeOf(bytes: Uint8Array, is: string): Dropped | undefined {
  const text = textOf(bytes)
  const json = text === undefined ? undefined : readJson(text)
  if (Array.isArray(json)) return { kind: 'bad', is, reason: 'The file is a list; drop one sale per file.' }
  if (text === undefined || !isObject(json)) return undefined
  const { workstation } = json
  return { kind: 'sale', is, text, register: isObject(workstation) ? nameIn(workstation.id) : '' }
}

function faultOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) return 'The file is UTF-16 or damaged; write it as UTF-8.'
  return textOf(bytes) === undefined ? 'The file is not UTF-8.' : 'The file is not JSON.'
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
