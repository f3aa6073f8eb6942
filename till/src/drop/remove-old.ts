import { lstat, lutimes, readdir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A drop folder to be cleaned. */
interface Cleaned {
  folder: string
  /** Does something within a folder, if it is the till's. */
  inOurs: (folder: string, work: (at: string) => Promise<void>) => Promise<void>
  inDone: (work: (at: string) => Promise<void>) => Promise<void>
  inError: (work: (at: string) => Promise<void>) => Promise<void>
  /** Milliseconds since 1970. */
  now: number
}

const [hour, day] = [3_600_000, 86_400_000]

/** How long results are kept: they name customers, and who waits for one reads it at once. */
const resultsKept = hour

/** How long what was put away is kept. */
const filesKept = 7 * day

/**
 * Gives what removes results and unfinished writes of an hour ago, and what was put away seven days ago. It follows no link, and goes
 * into no folder but the days of `done`.
 */
export function removeOld(): (cleaned: Cleaned) => Promise<void> {
  // Of the last round.
  let fromFuture = new Set<string>()

  return async ({ folder, inOurs, inDone, inError, now }) => {
    const stillFromFuture = new Set<string>()

    /** A time to come is of a clock that was wrong, or is: if it still is at the next round, the time begins now. */
    async function isOld(path: string, name: string, kept: number): Promise<boolean> {
      const info = await lstat(path).catch(() => undefined)
      if (info === undefined) return false
      const changed = Math.max(info.mtimeMs, info.ctimeMs)
      if (changed > now + day) {
        if (fromFuture.has(name)) await lutimes(path, now / 1000, now / 1000).catch(() => {})
        else stillFromFuture.add(name)
      }
      return now - changed >= kept
    }

    for (const name of (await readdir(folder)).filter(name => isResult(name) || isUnfinished(name)))
      if (await isOld(join(folder, name), name, resultsKept)) await remove(join(folder, name))
    await inError(async at => {
      for (const name of await readdir(at))
        if (await isOld(join(at, name), `error/${name}`, filesKept)) await remove(join(at, name))
    })
    await inDone(async at => {
      for (const name of (await readdir(at)).filter(name => /^\d{4}-\d\d-\d\d$/.test(name))) {
        // Its own time is that of the last file that came.
        if (!(await isOld(join(at, name), `done/${name}`, filesKept))) continue
        const removeAll = async (today: string) => {
          for (const file of await readdir(today)) await remove(join(today, file))
        }
        await inOurs(join(at, name), removeAll).catch(() => {})
        await remove(join(at, name))
      }
    })
    fromFuture = stillFromFuture
  }
}

function isResult(name: string): boolean {
  return name.endsWith('.result.json')
}

/** A result's, of this version or an older one, whose process was killed. */
function isUnfinished(name: string): boolean {
  return /^\.[0-9a-f]{16}\.tmp$|^\..*\.result\.json\.[0-9a-f]{8}\.tmp$/.test(name)
}

/** A file, a link, or an empty folder; no other folder. */
async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => rmdir(path).catch(() => {}))
}
