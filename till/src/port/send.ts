// Room `port`: bytes on their way to a printer, and what it says of itself.
// Besides the ways in, `paper`, `doctor` and `cli` may call it.

import { createHash } from 'node:crypto'
import { type FileHandle, open, stat, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTime, late } from '../basics/deadline.ts'
import { codeOf } from '../basics/errors.ts'
import type { Language } from './dialects.ts'
import {
  defaultTimeouts,
  failed,
  type PrinterTimeouts,
  type PrintResult,
  piecesOf,
  readAddress,
  taken,
} from './result.ts'
import { sendByTcp } from './tcp.ts'

/** How long to wait for a printer, and how to ask it. */
export interface SendOptions extends PrinterTimeouts {
  /** The printer's commands, so that it can be asked whether it prints; without them it isn't asked. */
  language?: Language
}

/**
 * Sends bytes to a printer: `tcp://192.0.2.7:9100`, or the path of a device, share or file. Jobs of this process for one printer
 * wait for each other; one that broke off, in this process or another, is ended first. A failure is in the result.
 *
 * @throws TillError if the address is none
 */
export async function sendToPrinter(
  bytes: Uint8Array,
  to: string,
  { language, ...timeouts }: SendOptions = {},
): Promise<PrintResult> {
  const address = readAddress(to)
  const name = JSON.stringify(address)
  const before = waiting.get(name)
  const turn = (async () => {
    await before
    const waits = { ...defaultTimeouts, ...timeouts }
    if ('file' in address && (await isFile(address.file))) return await sendToFile(address, bytes, waits)
    const wasBroken = await beginJob(name)
    const job = wasBroken ? afterBroken(bytes) : bytes
    const sent = await ('file' in address ? sendToFile(address, job, waits) : sendByTcp(address, job, waits, language))
    if (sent.outcome === 'sent' || (sent.outcome === 'unsent' && !wasBroken)) await endJob(name)
    return sent
  })()
  waiting.set(name, turn)
  const sent = await turn
  if (waiting.get(name) === turn) waiting.delete(name)
  return sent
}

/** The last job for each printer. It never fails. */
const waiting = new Map<string, Promise<PrintResult>>()

/** A file, which each job replaces; no device. */
async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    info => info.isFile(),
    () => true,
  )
}

/**
 * A printer that got half a picture takes the next job for the rest of it. Zeros end that, as white, and are nothing else to a
 * printer; no piece of ours is longer.
 */
function afterBroken(bytes: Uint8Array): Uint8Array {
  const job = new Uint8Array(maxPieceBytes + bytes.length)
  job.set(bytes, maxPieceBytes)
  return job
}

/** 120 rows of 832 dots, in bytes. */
const maxPieceBytes = 120 * (832 / 8)

/** Printers with a job that hasn't come to its end, for a system that takes no marks. */
const begun = new Set<string>()

/**
 * Marks that a printer gets a job, for the case that this process doesn't see its end. Without a sync: a machine that loses power
 * takes most printers with it.
 *
 * @param printer its address
 * @returns whether the last job, of whatever process of this user, had no end
 */
async function beginJob(printer: string): Promise<boolean> {
  const wasBegun = begun.has(printer)
  begun.add(printer)
  try {
    // Not what another user has put there for it to lead to.
    await (await open(markOf(printer), 'wx', 0o600)).close()
    return wasBegun
  } catch (error) {
    return wasBegun || codeOf(error) === 'EEXIST'
  }
}

/** Takes the mark away: the printer has the job, or nothing of it. */
export async function endJob(printer: string): Promise<void> {
  begun.delete(printer)
  await unlink(markOf(printer)).catch(() => {})
}

/** The file that marks a printer; in the system's temporary folder, since printing needs no spool. */
export function markOf(printer: string): string {
  const hash = createHash('sha256').update(printer).digest('hex').slice(0, 16)
  return join(tmpdir(), `counterfoil-till-${process.geteuid?.() ?? 0}-${hash}.printing`)
}

/**
 * Writes bytes to a device's file or any other, which it replaces. A device without paper lets the writer wait, and such a write
 * can't be called back: what comes of it later is nobody's.
 */
async function sendToFile(
  { file }: { file: string },
  bytes: Uint8Array,
  { progressMs }: Required<PrinterTimeouts>,
): Promise<PrintResult> {
  let written = 0
  let handle: FileHandle | undefined
  try {
    handle = await inTime(open(file, 'w'), progressMs)
    for (const piece of piecesOf(bytes)) {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await inTime(handle.write(piece, at), progressMs)
        at += bytesWritten
        written += bytesWritten
      }
    }
    await inTime(handle.close(), progressMs)
    return taken
  } catch (error) {
    if (error !== late) handle?.close().catch(() => {})
    const code = error === late ? 'deadline' : codeOf(error)
    const why = reasons[code] ?? "The printer's file can't be written"
    return failed(written, code, `${why} (${code}): ${file}`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  deadline: 'The printer takes no more data: check its cover and paper',
  EBUSY: 'Another program has the printer',
  ENODEV: 'The printer is off, or not connected',
  ENXIO: 'The printer is off, or not connected',
  ENOENT: 'There is no such printer',
  EACCES: 'This user may not write to the printer',
}
