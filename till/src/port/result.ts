import { TillError } from '../basics/errors.ts'

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

/** What holds where nothing is set. */
export const defaultTimeouts: Required<PrinterTimeouts> = { connectMs: 3000, progressMs: 10_000, answerMs: 500 }

/** Bytes that are handed over at a time, so that progress shows. */
const pieceBytes = 4096

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

/** Where a printer is: on the network, or a file: a device's, such as `/dev/usb/lp0`, a share's, or any. */
type PrinterAddress = { host: string; port: number } | { file: string }

/** The port of receipt printers. */
const defaultPort = 9100

/**
 * Reads `tcp://192.0.2.7`, `tcp://printer.example.com:9101` or the path of a file.
 *
 * @throws TillError for another scheme, or an address without a host
 */
export function readAddress(text: string): PrinterAddress {
  // A single letter is a drive.
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    if (text === '') throw new TillError('printer: must be tcp://host:9100, or the path of a device or file.')
    return { file: text }
  }
  const url = URL.parse(text)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || (url.pathname !== '' && url.pathname !== '/'))
    throw new TillError(`printer: must be tcp://host:9100, or the path of a device or file; it is ${text}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || defaultPort) }
}
