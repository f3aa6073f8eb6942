import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folders } from '../spool/spool.ts'
import { type Found, warn } from './finding.ts'

/** Bits of other users than the owner: a key may be its group's to read, as an administrator gives it; a spool is nobody else's. */
const [ofSecret, ofSpool] = [0o027, 0o077]

/** Files of a folder that are looked at, and those that are named. */
const [maxFiles, maxNames] = [1000, 5]

/** Whether others may read the files with secrets, or the spool. Undefined if not, or where rights aren't told by bits. */
export async function checkRights(spool: string, secretFiles: readonly string[]): Promise<Found | undefined> {
  if (process.platform === 'win32') return undefined
  const open = await openOnes(secretFiles, ofSecret, stat)
  const places = folders.map(name => join(spool, name))
  const openPlaces = await openOnes([spool, ...places], ofSpool)
  for (const place of places) {
    const names = (await readdir(place).catch(() => [])).slice(0, maxFiles)
    openPlaces.push(
      ...(await openOnes(
        names.map(name => join(place, name)),
        ofSpool,
      )),
    )
  }
  if (open.length + openPlaces.length === 0) return undefined
  const mends = [
    ...(open.length > 0 ? ['the files with keys 0600'] : []),
    ...(openPlaces.length > 0 ? ['the folders of the spool 0700, and its files 0600'] : []),
  ]
  const all = [...open, ...openPlaces]
  const more = all.length > maxNames ? `, and ${all.length - maxNames} more` : ''
  return warn(
    `Others may read or change ${all.slice(0, maxNames).join(', ')}${more}.`,
    `Make ${mends.join(', and ')}.`,
  )
}

async function openOnes(paths: readonly string[], bits: number, look = lstat): Promise<string[]> {
  const open: string[] = []
  for (const path of paths) {
    const info = await look(path).catch(() => undefined)
    if (info && !info.isSymbolicLink() && (info.mode & bits) !== 0)
      open.push(`${path} (0${(info.mode & 0o777).toString(8)})`)
  }
  return open
}
