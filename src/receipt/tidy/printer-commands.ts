/** A command's place in a text: it ends before `end`. */
export interface PrinterCommand {
  start: number
  end: number
  /** Whether what follows stands on another line: it feeds paper, or prints a barcode or picture. */
  breaksLine: boolean
}

/**
 * Takes out of a till's own text what it tells its printer. What ends a line leaves a line break. Linear time.
 *
 * @param kept is told of each piece of the result, in order, from where to where it stood; of a line break, where its command began
 */
export function withoutPrinterCommands(text: string, kept?: (from: number, to: number) => void): string {
  let shown = ''
  let from = 0
  const keep = (to: number) => {
    shown += text.slice(from, to)
    kept?.(from, to)
  }
  for (const { start, end, breaksLine } of printerCommands(text)) {
    keep(start)
    if (breaksLine) {
      shown += '\n'
      kept?.(start, start + 1)
    }
    from = end
  }
  keep(text.length)
  return shown
}

/**
 * Finds what a till tells its printer: size, bold, alignment, drawer, knife, barcodes, pictures (Epson's ESC/POS command reference, and
 * Star's line mode where it differs). What isn't known, or would take more than there is, is none. In order. Linear time.
 */
export function printerCommands(text: string): PrinterCommand[] {
  const found: PrinterCommand[] = []
  const silent = text.includes(endOfBold) ? ofStar : ofEpson
  for (const { index: start } of text.matchAll(signs)) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const known = commandAt(text, start, silent)
    if (known) found.push({ start, ...known })
  }
  return found
}

/** Ends what is bold on printers of Star; there is no such command of Epson's. */
const endOfBold = '\x1bF'

/** What a printer's command begins with: DLE, ESC, FS or GS. */
const signs = /[\x10\x1b-\x1d]/g

/** Whether a text may hold a printer's command. */
export function mayHoldPrinterCommands(text: string): boolean {
  return text.search(signs) >= 0
}

/** A command's length and what it leaves; undefined if there is none. */
function commandAt(text: string, at: number, silent: readonly RegExp[]): Omit<PrinterCommand, 'start'> | undefined {
  const here = text.slice(at, at + longest)
  const quiet = lengthOf(here, silent)
  if (quiet !== undefined) return { end: at + quiet, breaksLine: false }
  const end = at + (lengthOf(here, breaking) ?? lengthByCount(text, at) ?? Infinity)
  return end > text.length ? undefined : { end, breaksLine: true }
}

function lengthOf(here: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(here)
    if (found) return found[0].length
  }
  return undefined
}

/** Of a barcode that a sign ends. */
const longest = 262

/** Commands of a length that needs no counting, for bytes as characters. */
const ofAll = [
  /^\x1b(?:[@245FHILPSm]|i(?:[\0-\x05]{2})?)/,
  /^\x1b(?:[! aRtrUT3=?wh\-{V_G][\0-\xff]|[$\\cs][\0-\xff]{2}|p[\0-\xff]{3})/,
  /^\x1b(?:D[\x01-\xff]{0,32}\0|\x1d[at][\0-\xff]|\x1dA[\0-\xff]{2}|\x1e[FaCR][\0-\xff])/,
  // An area of a page has four numbers, whose high bytes are small; Star's width has one.
  /^\x1bW(?:(?:[\0-\xff][\0-\x08]){4}|[\0-\x050-5])/,
  /^\x1d(?:V(?:[\0\x0101]|[\0-\xff]{2})|:|\^[\0-\xff]{3}|[!BHhwfabrIT/][\0-\xff]|[LWP$\\][\0-\xff]{2})/,
  /^\x1c(?:[.&]|[!\-CW][\0-\xff]|[Sp][\0-\xff]{2})/,
  /^\x10(?:[\x04\x05][\0-\xff]|\x14[\0-\xff]{3})/,
]

/** Bold and fonts: for Epson's printers a switch, as a byte or a digit; for Star's a command of its own, so that the digit is text. */
const ofEpson = [...ofAll, /^\x1b[EM][\0-\x03\r\n01]?/]
const ofStar = [...ofAll, /^\x1b[EM]/]

/** Feeds, and barcodes that a sign ends. */
const breaking = [
  /^\x1b[dJeK][\0-\xff]/,
  /^\x1dk[\0-\x06][\x20-\x7e]{1,255}\0/,
  /^\x1bb[\0-\xff]{4}[\x20-\x7e]{1,255}\x1e/,
]

/** Characters of a command that says how many follow: barcodes, pictures, and what has a list of parameters. */
function lengthByCount(text: string, at: number): number | undefined {
  const byte = (behind: number) => text.charCodeAt(at + behind) & 0xff
  const word = (behind: number) => byte(behind) + 256 * byte(behind + 1)
  const name = text.slice(at, at + 2)
  if (name === '\x1b*') return 5 + word(3) * (byte(2) < 2 ? 1 : 3)
  if (name === '\x1dk' && /[A-O]/.test(text.charAt(at + 2))) return 4 + byte(3)
  if (name === '\x1dv') return 8 + word(4) * word(6)
  return name === '\x1d(' || name === '\x1c(' ? 5 + word(3) : undefined
}
