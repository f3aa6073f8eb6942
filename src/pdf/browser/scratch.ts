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
 * Makes a folder in the host's temporary folder, removed when the process exits, and removes those left by this host's dead
 * processes.
 *
 * @throws BrowserError if nothing can be written there
 */
export async function openScratch({
  parent = tmpdir(),
  beforeRemoval = () => {},
}: {
  /** Default: the host's temporary folder. */
  parent?: string
  /** Called when the process exits, before the folder is removed. */
  beforeRemoval?: () => void
} = {}): Promise<Scratch> {
  const path = await makeFolder(parent)
  await sweep(parent)
  const removeAtExit = () => {
    beforeRemoval()
    removeForGood(path)
  }
  atExit(removeAtExit)
  return {
    path,
    async remove() {
      notAtExit(removeAtExit)
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const exitWork = new Set<() => void>()

/** One listener for all folders: Node warns of a leak when there are more than ten. */
function atExit(work: () => void): void {
  if (exitWork.size === 0) process.once('exit', doExitWork)
  exitWork.add(work)
}

function notAtExit(work: () => void): void {
  exitWork.delete(work)
  if (exitWork.size === 0) process.off('exit', doExitWork)
}

function doExitWork(): void {
  for (const work of exitWork) work()
}

/** A process told to end may still write for a moment and recreate the folder. Waits for that, up to a tenth of a second. */
function removeForGood(path: string): void {
  for (let tries = 0; tries < 5; tries++) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // Without free file descriptors it stays until the next process makes one.
      return
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    if (!existsSync(path)) return
  }
}

const prefix = 'counterfoil-'

/** In each folder: its owner. */
const ownerFile = 'owner.json'

/** The process that made a folder. A process ID means nothing on another host or after a reboot. */
interface Owner {
  host: string
  boot: string
  namespace: string
  pid: number
  /** When the process started, in its host's units, because process IDs are reused. */
  started: string
}

/** `mkdtemp` doesn't create the parent folder, so nothing appears where a wrong TMPDIR points. */
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

/** The error if nothing can be written to the temporary folder. */
export function noRoom(parent: string, cause: unknown): BrowserError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  return new BrowserError(
    `The browser needs a temporary folder, and nothing can be written to ${parent} (${code}). Set TMPDIR to a folder that exists and can be written, such as a tmpfs.`,
    { cause },
  )
}

/** Removes what dead processes left. Doesn't touch what it can't read, and never fails a document. */
async function sweep(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const folders = names.filter(name => name.startsWith(prefix)).map(name => join(parent, name))
  await Promise.all(
    folders.map(async folder => {
      if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {})
    }),
  )
}

/** Whether the process that made a folder is known to be dead: it ran on this host and is gone. */
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

/** A process's identity on Linux; elsewhere `boot` is empty, and cleaning up is left to the system. */
async function ownerOf(pid: number): Promise<Owner> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  // Its name, in parentheses, may contain spaces; the start time is the 20th field after it (proc(5)).
  const started = (await read(`/proc/${pid}/stat`)).split(') ').at(-1)?.split(' ')[19] ?? ''
  const boot = (await read('/proc/sys/kernel/random/boot_id')).trim()
  const namespace = await stat('/proc/self/ns/pid').then(
    ({ ino }) => String(ino),
    () => '',
  )
  return { host: hostname(), boot, namespace, pid, started }
}
