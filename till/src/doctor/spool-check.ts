import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../basics/errors.ts'
import { writeDurably } from '../basics/files.ts'
import type { Spool } from '../spool/spool.ts'
import { describeOdd, type OddFile, readStatus } from '../spool/status.ts'
import type { Limits } from '../spool/tidy/limits.ts'
import { littleSpace } from '../spool/tidy/tidy.ts'
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
      'See its rights, and that its disk is there and not full.',
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
  if (typeof status === 'string') return fail(`The spool can't be read (${status}).`, 'See its rights, and its disk.')
  const { pending, oldest, refused, removal, odd } = status
  const [stuck, aside] = (['pending', 'refused'] as const).map(folder => odd.filter(file => file.folder === folder))
  if (stuck!.length > 0) return fail(listOf(stuck!), 'Add the key, or mend owner and rights; look with "show FILE".')
  const message = `${pending} wait, ${refused} were refused.`
  const hours = oldest === undefined ? 0 : (now - Date.parse(oldest)) / 3_600_000
  if (hours > 24) return warn(`${message} The oldest waits since ${oldest}.`, 'See what the other checks say, then flush.')
  if (refused === 0) return ok(message)
  const why = [message, ...(aside!.length > 0 ? [listOf(aside!)] : [])].join(' ')
  return warn(why, `See why with "show FILE", mend and "retry FILE"; the first is removed at ${removal}.`)
}

function listOf(odd: readonly OddFile[]): string {
  return `${odd.map(describeOdd).join('; ')}.`
}
