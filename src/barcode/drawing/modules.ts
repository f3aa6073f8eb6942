import { someBytes } from '../../standards/host.ts'

/** A symbol as modules (its smallest bars or squares), including its quiet zone. */
export interface Modules {
  /** Width in modules, including quiet zones. */
  readonly width: number
  /** Height in modules: 1 for bars, which can be drawn at any height. */
  readonly height: number
  /** 1 for a dark module, 0 for a light one; row by row, `width` per row. */
  readonly dark: Uint8Array
}

/**
 * Lays out alternating widths of bars and spaces, starting with a bar, between quiet zones of `quiet` modules. A space after
 * the last bar, as in Code 39, is part of the quiet zone.
 */
export function barModules(widths: readonly number[], quiet: number): Modules {
  const used = widths.length % 2 === 1 ? widths : widths.slice(0, -1)
  const width = used.reduce((sum, each) => sum + each, 2 * quiet)
  // From Node's pool: memory of its own would take half of this function's time.
  const dark = someBytes(width).fill(0)
  let x = quiet
  let isBar = true
  for (const each of used) {
    const end = x + each
    if (isBar) for (let at = x; at < end; at++) dark[at] = 1
    x = end
    isBar = !isBar
  }
  return { width, height: 1, dark }
}

/** Lays out a QR code of `side` squares (1 dark, 0 light, row by row) in a quiet zone. */
export function squareModules(squares: readonly number[], side: number): Modules {
  const quiet = squareQuiet
  const width = side + 2 * quiet
  const dark = new Uint8Array(width * width)
  for (let y = 0; y < side; y++) dark.set(squares.slice(y * side, (y + 1) * side), (y + quiet) * width + quiet)
  return { width, height: width, dark }
}

/** Modules of quiet zone on each side of a QR code (ISO/IEC 18004). */
export const squareQuiet = 4

/** A run of adjacent dark modules in one row. */
export interface DarkRun {
  start: number
  length: number
}

/** Returns the dark runs of row `y`, from left to right, in pixels if a module takes several. */
export function darkRuns({ width, dark }: Modules, y: number, px = 1): DarkRun[] {
  const runs: DarkRun[] = []
  for (let x = 0; x < width; x++) {
    if (dark[y * width + x] === 0) continue
    const start = x
    while (x < width && dark[y * width + x] === 1) x++
    runs.push({ start: start * px, length: (x - start) * px })
  }
  return runs
}

/** Whether the symbol is made of bars, which can be drawn at any height, or upright. */
export function isLinear({ height }: Modules): boolean {
  return height === 1
}
