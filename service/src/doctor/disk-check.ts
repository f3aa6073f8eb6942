import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { reasonOf } from '../errors/fault.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

const megabyte = 1e6

/** Bytes below which the data folder is nearly full, and full. */
const little = { data: 1000 * megabyte, none: 50 * megabyte }

/** Whether this user may write to the data folder and the temporary folder, and how much. Writes nothing. */
export async function checkDisk({ dataDir, databaseUrl, mailFolder }: Config, temporary = tmpdir()): Promise<Found> {
  const folders = databaseUrl === undefined || mailFolder ? [dataDir, temporary] : [temporary]
  const said: string[] = []
  for (const folder of folders) {
    const there = nearest(folder)
    const setting = folder === dataDir ? 'DATA_DIR' : 'TMPDIR'
    try {
      accessSync(there, constants.W_OK | constants.X_OK)
    } catch (error) {
      const mend = `Make it writable for this user, or set ${setting} to a folder that is.`
      return fail(`${there} can't be written to (${reasonOf(error)}).`, mend)
    }
    const { bavail, bsize } = statfsSync(there)
    const free = bavail * bsize
    const says = `${(free / 1000 / megabyte).toFixed(1)} GB free in ${folder}`
    if (free < little.none) return fail(`${says}.`, `Free some, or set ${setting} to another disk.`)
    if (setting === 'DATA_DIR' && free < little.data)
      return warn(`${says}.`, 'Free some, or let merchants keep receipts for a shorter time (retentionDays).')
    said.push(says)
  }
  return ok(`${said.join(', ')}.`)
}

/** The folder, or the one that it would be created in. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}
