import { lstat, readFile } from 'node:fs/promises'
import { isObject, readJson } from '../basics/json.ts'

/** A dropped file, as found. `half`: perhaps still being written. */
export type Dropped =
  | { kind: 'sale'; text: string; register: string }
  | { kind: 'half' }
  | { kind: 'bad'; reason: string }
  | { kind: 'gone' }

/** More than the service takes; bytes. */
const largest = 1024 * 1024

/** A file that isn't JSON and hasn't changed for so long won't be finished; milliseconds. */
const patience = 30_000

/**
 * Reads a dropped file. One that isn't whole yet is told by its content: a JSON object that was cut anywhere isn't JSON.
 *
 * @param now milliseconds since 1970
 */
export async function readDrop(path: string, now: number): Promise<Dropped> {
  const before = await lstat(path).catch(() => undefined)
  if (!before?.isFile()) return { kind: 'gone' }
  if (before.size > largest) return { kind: 'bad', reason: 'The file is larger than 1 MiB.' }
  const bytes = await readFile(path).catch(() => undefined)
  const after = await lstat(path).catch(() => undefined)
  if (bytes === undefined || after === undefined) return { kind: 'gone' }
  if (after.mtimeMs !== before.mtimeMs || after.size !== bytes.length) return { kind: 'half' }
  const text = textOf(bytes)
  const json = text === undefined ? undefined : readJson(text)
  if (isObject(json)) {
    const { workstation } = json
    return { kind: 'sale', text: text ?? '', register: isObject(workstation) ? String(workstation.id) : '' }
  }
  if (Array.isArray(json)) return { kind: 'bad', reason: 'The file is a list; drop one sale per file.' }
  // A clock that was put back makes no file young for ever.
  if (Math.abs(now - after.mtimeMs) < patience) return { kind: 'half' }
  if (bytes.includes(0)) return { kind: 'bad', reason: 'The file is UTF-16 or damaged; write it as UTF-8.' }
  return { kind: 'bad', reason: text === undefined ? 'The file is not UTF-8.' : 'The file is not JSON.' }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
