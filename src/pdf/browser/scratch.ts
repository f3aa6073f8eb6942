import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrowserError } from '../../errors.ts'

/** A temporary folder of this process. */
export interface Scratch {
  path: string
  remove(): Promise<void>
}

/**
 * Makes a folder in the host's temporary folder, which goes when the process exits, and removes those that processes of this host
 * which are dead have left there.
 *
 * @throws BrowserError when nothing can be written there
 */
export async function openScratch({
  parent = tmpdir(),
  beforeRemoval = () => {},
}: {
  /** Default: the host's temporary folder. */
  parent?: string
  /** Is called when the process exits, before the folder goes. */
  beforeRemoval?: () => void
} = {}): Promise<Scratch> {
  const path = await makeFolder(parent)
  await sweep(parent)
  const removeAtExit = () => {
    beforeRemoval()
    removeForGood(path)
  }
  process.once('exit', removeAtExit)
  return {
    path,
    async remove() {
      process.off('exit', removeAtExit)
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What was told to end may still write for a moment, and so bring the folder back. Waits for that, a tenth of a second at most. */
function removeForGood(path: string): void {
  for (let tries = 0; tries < 5; tries++) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    if (!existsSync(path)) return
  }
}

const prefix = 'counterfoil-'

/** In each folder, whose it is. */
const ownerFile = 'owner.json'

/** Who made a folder. A number of a process means nothing on another host, nor after this one has started anew. */
interface Owner {
  host: string
  boot: string
  namespace: string
  pid: number
  /** When the process started, as its host counts; a number is given to another process in time. */
  started: string
}

/** `mkdtemp` does not make the folder above it, so nothing appears where a mistaken TMPDIR points. */
async function makeFolder(parent: string): Promise<string> {
  let path: string | undefined
  try {
    path = await mkdtemp(join(parent, prefix))
    await writeFile(join(path, ownerFile), JSON.stringify(await ownerOf(process.pid)))
    return path
  } catch (cause) {
    if (path !== undefined) await rm(path, { recursive: true, force: true }).catch(() => {})
    throw noRoom(parent, cause)
  }
}

/** What to say when nothing can be written to the temporary folder. */
export function noRoom(parent: string, cause: unknown): BrowserError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  return new BrowserError(
    `The browser needs a temporary folder, and nothing can be written to ${parent} (${code}). Set TMPDIR to a folder that exists and can be written, such as a tmpfs.`,
    { cause },
  )
}

/** Removes what dead processes left. What cannot be read is not touched, and nothing here stops a document. */
async function sweep(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const folders = names.filter(name => name.startsWith(prefix)).map(name => join(parent, name))
  await Promise.all(
    folders.map(async folder => {
      if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {})
    }),
  )
}

/** Whether the process that made a folder is known to be dead: it was of this host, and is not there any more. */
async function isLeft(folder: string): Promise<boolean> {
  try {
    if ((await stat(folder)).uid !== process.getuid?.()) return false
    const owner = JSON.parse(await readFile(join(folder, ownerFile), 'utf8')) as Owner
    const here = await ownerOf(process.pid)
    if (!here.boot || owner.host !== here.host || owner.boot !== here.boot || owner.namespace !== here.namespace)
      return false
    return (await ownerOf(owner.pid)).started !== owner.started
  } catch {
    return false
  }
}

/** A process as Linux knows it; elsewhere `boot` is empty, and folders are left to the system to sweep. */
async function ownerOf(pid: number): Promise<Owner> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  // Its name, in brackets, may hold spaces; the start is the 20th field behind it (proc(5)).
  const started = (await read(`/proc/${pid}/stat`)).split(') ').at(-1)!.split(' ')[19] ?? ''
  const boot = (await read('/proc/sys/kernel/random/boot_id')).trim()
  const namespace = await stat('/proc/self/ns/pid').then(
    ({ ino }) => String(ino),
    () => '',
  )
  return { host: hostname(), boot, namespace, pid, started }
}
