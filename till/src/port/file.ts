import { type FileHandle, open } from 'node:fs/promises'
import { inTime, late } from '../basics/deadline.ts'
import { codeOf } from '../basics/errors.ts'
import { failed, type PrinterTimeouts, type PrintResult, piecesOf, taken } from './result.ts'

/**
 * Writes bytes to a device's file or any other, which it replaces. A device without paper lets the writer wait, and such a write
 * can't be called back: what comes of it later is nobody's.
 */
export async function sendToFile(
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
