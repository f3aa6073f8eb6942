import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { createLock } from '../spool/lock.ts'
import { putBack, within } from './safe-files.ts'

/**
 * The folder `working` of a drop folder, in which each process has a folder of its own for the files that it has taken, with a lock that
 * tells whether it lives. Makes nothing yet.
 */
export function createWorkingFolder(folder: string) {
  const id = `${process.pid}-${randomBytes(8).toString('hex')}`
  const working = join(folder, 'working')
  const lock = createLock(join(working, `${id}.lock`))
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

  /** What a dead process had taken. */
  async function takeOverFrom(at: string, other: string): Promise<string[]> {
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

  return {
    /** This process's own. */
    own: join(working, id),
    inOurs,
    inOwn: <Result>(work: (own: string) => Promise<Result>) => inOurs(working, at => work(join(at, id))),
    /** Makes this process's folder, also when somebody has removed it meanwhile. */
    async enter(): Promise<void> {
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
    },
    /** Puts back what dead processes had taken. */
    takeOver: (): Promise<string[]> =>
      inOurs(working, async at => {
        const back: string[] = []
        for (const other of await readdir(at))
          if (other !== id && idShape.test(other)) back.push(...(await takeOverFrom(at, other)))
        return back
      }),
    /** Puts back what this process has taken, and removes its folder. */
    async leave(): Promise<void> {
      await within(working, async at => {
        for (const name of await readdir(join(at, id))) await putBack(join(at, id, name), folder, name).catch(() => {})
        await rmdir(join(at, id))
      }).catch(() => {})
      await lock.release()
    },
  }
}

/** What processes call their folders in `working`. */
const idShape = /^\d+-(?:[0-9a-f]{8}){1,2}$/

/** Makes a folder, unless it is there. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}
