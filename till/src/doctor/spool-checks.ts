import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import { writeDurably } from '../basics/files.ts'
import { folders, type Spool } from '../spool/spool.ts'
import { describeOdd, type OddFile, readStatus } from '../spool/status.ts'
import { type Limits, littleSpace } from '../spool/tidy.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** File systems over a network by their magic numbers, where renames and locks mean less. */
const networks: Readonly<Record<number, string>> = { 26985: 'NFS', 4266872130: 'SMB', 4283649346: 'CIFS', 20859: 'SMB' }

/** Whether receipts are safe on the spool's disk: writes to it, as a sale does. */
export async function checkDisk({ folder }: Spool): Promise<Found> {
  const name = '.doctor'
  const begin = performance.now()
  try {
    await rm(join(folder, 'pending', name), { force: true })
    await writeDurably({ folder: join(folder, 'pending'), name, via: `${name}.tmp` }, 'x'.repeat(8192))
    await rm(join(folder, 'pending', name))
  } catch (error) {
    await rm(join(folder, 'pending', `${name}.tmp`), { force: true }).catch(() => {})
    return fail(
      `The spool ${folder} can't be written (${codeOf(error)}).`,
      'Check its permissions, and that its disk is mounted and not full.',
    )
  }
  const took = (performance.now() - begin).toFixed(0)
  const { bavail, bsize, type } = await statfs(folder)
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  const network = networks[type]
  if (network !== undefined)
    return warn(
      `The spool ${folder} is on ${network}.`,
      'Put it on a local disk: what a network calls written may be lost.',
    )
  if (bavail * bsize < littleSpace) return warn(`The spool's disk has only ${megabytes} MB left.`, 'Make room.')
  return ok(`A sale takes ${took} ms to be safe on the spool's disk, which has ${megabytes} MB left.`)
}

/** What waits, what was refused, and what can't be sent. */
export async function checkSpool(spool: Spool, { refusedDays }: Limits, now: number): Promise<Found> {
  const status = await readStatus(spool, { refusedDays, now }).catch(codeOf)
  if (typeof status === 'string')
    return fail(`The spool can't be read (${status}).`, 'Check its permissions and its disk.')
  const { pending, oldest, refused, removal, odd } = status
  const [stuck = [], aside = []] = (['pending', 'refused'] as const).map(folder =>
    odd.filter(file => file.folder === folder),
  )
  if (stuck.length > 0)
    return fail(listOf(stuck), 'Add the key, or fix its owner and permissions; inspect it with "show FILE".')
  const message = `${pending} wait, ${refused} were refused.`
  const hours = oldest === undefined ? 0 : (now - Date.parse(oldest)) / 3_600_000
  if (hours > 24)
    return warn(`${message} The oldest waits since ${oldest}.`, 'See what the other checks say, then flush.')
  if (refused === 0) return ok(message)
  const why = [message, ...(aside.length > 0 ? [listOf(aside)] : [])].join(' ')
  return warn(why, `See why with "show FILE", mend and "retry FILE"; the first is removed at ${removal}.`)
}

function listOf(odd: readonly OddFile[]): string {
  return `${odd.map(describeOdd).join('; ')}.`
}

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
  return warn(`Others may read or change ${all.slice(0, maxNames).join(', ')}${more}.`, `Make ${mends.join(', and ')}.`)
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
