import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { touch } from '../basics/files.ts'
import { folders, noteOf, type Spool } from './spool.ts'

const [hour, day] = [3_600_000, 86_400_000]

/**
 * Since when something lies where it does, milliseconds since 1970; undefined if it is gone. What comes from the future came now.
 *
 * @param now milliseconds since 1970
 */
export async function sinceOf(path: string, now: number): Promise<number | undefined> {
  const info = await lstat(path).catch(() => undefined)
  if (info === undefined || info.mtimeMs <= now) return info?.mtimeMs
  await touch(path, now)
  return now
}

/** Since when a receipt is refused; its note knows, even if the time of another user's file can't be set. */
export async function refusedSince({ folder, seal }: Spool, name: string, now: number): Promise<number | undefined> {
  const refused = join(folder, 'refused')
  const since = await sinceOf(join(refused, name), now)
  return since && Math.max(since, (await sinceOf(join(refused, noteOf(name, seal.extension)), now)) ?? 0)
}

/**
 * Keeps ages true when the clock jumps. Between two looks at most a day counts; what is over, forward or back, is added to the time of
 * every file. So a till that was off, or began in the year 2000, ages nothing by years at once.
 *
 * @param now milliseconds since 1970
 */
export async function heedClock({ folder }: Spool, now: number): Promise<void> {
  const marker = join(folder, 'clock')
  const last = await lstat(marker).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
  if (last === undefined) await mkdir(marker, { mode: 0o700 }).catch(() => {})
  const passed = now - (last ?? now)
  const skipped = passed - Math.min(Math.max(passed, 0), day)
  if (Math.abs(skipped) > hour)
    for (const place of folders)
      for (const name of await readdir(join(folder, place))) await shift(join(folder, place, name), skipped, now)
  // Last, so that a process that ends before does it again.
  await touch(marker, now)
}

/** What was written after the jump has the new clock's time already. */
async function shift(path: string, by: number, now: number): Promise<void> {
  const info = await lstat(path).catch(() => undefined)
  if (info && (by > 0 || info.mtimeMs > now)) await touch(path, Math.min(now, info.mtimeMs + by))
}
