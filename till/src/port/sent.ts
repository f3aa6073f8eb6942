/**
 * What became of bytes for a printer: `sent`, it has taken all; `unsent`, none; `perhaps`, some or all, so paper may have come
 * out. `message` tells whether the printer says that it has printed.
 */
export interface PrintResult {
  outcome: 'sent' | 'unsent' | 'perhaps'
  /** What happened, in a sentence. */
  message: string
  /** The printer's fault: `paper_out`, `cover_open`, `printer_error`, `offline`; the system's, such as `ECONNREFUSED`; or `deadline`. */
  code?: string
}

/** How long to wait; milliseconds. */
export interface PrinterTimeouts {
  /** For a printer that is off or serves another till; default 3,000. */
  connectMs?: number
  /** Without a byte being taken, because of an open cover or no paper; default 10,000. */
  progressMs?: number
  /** For a printer's answer about its paper and cover, on the network; default 500. 0 asks nothing. */
  answerMs?: number
}

export const defaultTimeouts: Required<PrinterTimeouts> = { connectMs: 3000, progressMs: 10_000, answerMs: 500 }

/** Bytes that are handed over at a time, so that progress shows. */
export const pieceBytes = 4096

/** The pieces of some bytes. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** The printer has all, and says no more. */
export const taken: PrintResult = { outcome: 'sent', message: 'The printer has taken it.' }

/** The outcome of a failure, by how many bytes were written. */
export function failed(written: number, code: string, message: string): PrintResult {
  return { outcome: written === 0 ? 'unsent' : 'perhaps', message, code }
}
