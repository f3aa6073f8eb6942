import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { type Printer, scriptNames } from 'counterfoil/internal'
import { StartError } from '../../basics/errors/errors.ts'
import { reasonOf } from '../../basics/errors/fault.ts'
import type { DatabaseInspection } from '../../database/inspect.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import {
  describeGaps,
  fontAdvice,
  fontGapsOf,
  newestText,
  openLenientPrinter,
  ownFolders,
  tryPrinting,
} from '../../merchants/printing.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

const megabyte = 1e6

/** Bytes below which the data folder is nearly full, and full. */
const little = { data: 1000 * megabyte, none: 50 * megabyte }

/** Whether this user may write to the data folder and the temporary folder, and how much. Writes nothing. */
export async function checkDisk({ dataDir, databaseUrl, mailFolder }: Config, temporary = tmpdir()): Promise<Found> {
  const folders = databaseUrl === undefined || mailFolder ? [dataDir, temporary] : [temporary]
  const messages: string[] = []
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
    messages.push(says)
  }
  return ok(`${messages.join(', ')}.`)
}

/** The folder, or the one that it would be created in. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

const mend = 'Let the machine keep its time by NTP (chrony or systemd-timesyncd).'

/** Milliseconds that the clocks may differ: beyond the first, retries and retention are off; beyond the second, all is. */
const apart = { much: 5000, far: 300_000 }

/** Compares the clock with the database server's, and asks the system whether it is synchronized. */
export async function checkClock(look: Promise<DatabaseInspection>, now: () => number): Promise<Found> {
  const server = await look.then(
    found => found.server,
    () => undefined,
  )
  const time = new Date(now()).toISOString()
  const off = server ? Math.abs(server.clockAhead) : 0
  const says = `It is ${time}, ${(off / 1000).toFixed(1)} s away from the database server's clock.`
  if (off > apart.far) return fail(says, mend)
  if (off > apart.much) return warn(says, mend)
  const isSynchronized = await asksSystem()
  if (isSynchronized === 'no') return warn(`It is ${time}; the system's clock is not synchronized.`, mend)
  if (isSynchronized === 'yes') return ok(`It is ${time}, synchronized.`)
  return ok(server ? says : `It is ${time}; this system doesn't tell whether that is synchronized.`)
}

/** `yes` or `no` by systemd's timedatectl, whatever program keeps the time; else empty. */
function asksSystem(): Promise<string> {
  const options = ['show', '--property=NTPSynchronized', '--value']
  return new Promise(resolve =>
    execFile('timedatectl', options, { timeout: 3000 }, (_, answer) => resolve(String(answer ?? '').trim())),
  )
}

/** Whether the fonts have the letters of all languages, of the merchants' own words, and of the newest receipts. */
export async function checkFonts(
  config: Config,
  look: Promise<DatabaseInspection>,
  merchants: readonly Merchant[],
): Promise<Found> {
  try {
    await using printer = openLenientPrinter(config)
    return await judge(printer, look, merchants)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fail(error.message, 'Put fonts there, or remove FONTS_DIR.')
  }
}

async function judge(
  printer: Printer,
  look: Promise<DatabaseInspection>,
  merchants: readonly Merchant[],
): Promise<Found> {
  // Without tables there are no merchants.
  const db = merchants.length > 0 ? (await look).db : undefined
  const folders = db ? await ownFolders(db, merchants) : []
  const gaps = [undefined, ...folders].map(folder => describeGaps(fontGapsOf(folder, printer)))
  const scripts = db ? printer.missingScripts(await newestText(db, merchants)) : []
  const seen =
    scripts.length > 0 && `New receipts have letters of ${scriptNames(scripts)}, which no installed font has.`
  const says = [...new Set([...gaps, seen].filter(Boolean))]
  if (says.length > 0) return warn(`${says.join(' ')} PDFs show � instead.`, fontAdvice)
  return ok(`The fonts have all letters of the languages${db ? ' and of the newest receipts' : ''}.`)
}

/**
 * Prints a page.
 *
 * @param isNeeded whether this process prints, as far as is known
 */
export async function checkBrowser(config: Config, isNeeded: boolean): Promise<Found> {
  try {
    await tryPrinting(config)
    return ok('It prints PDFs.')
  } catch (error) {
    const [says = ''] = (error as Error).message.split('\n')
    const mend = /sandbox/i.test(says)
      ? 'In a container, set BROWSER_SANDBOX=off.'
      : 'See what its own words say; `npm install @sparticuz/chromium` brings one that needs nothing else.'
    return isNeeded ? fail(says, mend) : warn(`${says} This process prints for merchants with attachPdf only.`, mend)
  }
}
