import { darkRuns, isLinear, type Modules, squareQuiet } from './modules.ts'

/** The room on paper, and how fine its printer is. */
export interface PaperOptions {
  /** Maximum width in millimeters, including quiet zones. */
  maxWidth: number
  /** Size of a printer dot in millimeters, such as 25.4 / 203 on till rolls. Default: a page printer. */
  dot?: number | undefined
  /** Least width in millimeters of squares without quiet zone, if `maxWidth` allows. Default: as few dots as scan well. */
  leastWidth?: number | undefined
  /** Width in millimeters of a column that makes wider drawings smaller; bars that would be too fine in it are upright. */
  column?: number | undefined
}

/** A drawing for paper. */
export interface BarcodeDrawing {
  /** One `<svg>` element with one path. Its custom properties say how wide the quiet zone before its bars is: `--quiet` for a margin, `--quiet-share` of its width. */
  svg: string
  /** Millimeters. */
  width: number
  height: number
}

/**
 * Draws the modules as an SVG, each a whole number of printer dots and as large as `maxWidth` allows. Bars that are too wide at
 * the smallest size are rotated upright, along the paper. Squares that are too wide for whole dots are as large as `maxWidth`, but no
 * smaller than the smallest size, since none smaller scans. Bars are at least 12 mm and 15 % of their length high, but when upright
 * no higher than `maxWidth`.
 */
export function paperDrawing(modules: Modules, label: string, options: PaperOptions): BarcodeDrawing {
  const { size, bars, upright } = paperLayout(modules, options)
  if (!isLinear(modules))
    return drawing(squaresPath(modules), modules.width, modules.height, { size, label, quiet: squareQuiet })
  const path = darkRuns(modules, 0)
    .map(({ start, length }) => (upright ? rectangle(0, start, bars, length) : rectangle(start, 0, length, bars)))
    .join('')
  if (upright) return drawing(path, bars, modules.width, { size, label, quiet: 0 })
  return drawing(path, modules.width, bars, { size, label, quiet: darkRuns(modules, 0)[0]?.start ?? 0 })
}

/** How a symbol is laid out on paper: the size of a module in millimeters, the height of bars in modules, and their direction. */
export interface SymbolLayout {
  size: number
  /** 1 for squares. */
  bars: number
  upright: boolean
}

/** Lays out a symbol on paper, as `paperDrawing` does. */
export function paperLayout(
  modules: Modules,
  { maxWidth: whole, dot, leastWidth, column }: PaperOptions,
): SymbolLayout {
  const linear = isLinear(modules)
  const sizes = moduleSizes(linear, dot)
  const maxWidth = column !== undefined && modules.width * finest > column ? column : whole
  const fitting = sizes.find(size => modules.width * size <= maxWidth)
  const smallest = Math.min(...sizes)
  if (!linear) {
    const size = largeEnough(modules, { maxWidth, dot, leastWidth }) ?? fitting
    const squeezed = Math.min(smallest, Math.max(minSquare, maxWidth / modules.width))
    return { size: size ?? squeezed, bars: 1, upright: false }
  }
  const size = fitting ?? smallest
  const bars = Math.ceil(Math.max(12 / size, modules.width * 0.15))
  if (fitting) return { size, bars, upright: false }
  return { size, bars: Math.min(bars, Math.floor(maxWidth / size)), upright: true }
}

/** Millimeters of a module that scanners read off any paper, and of the finest bar that a page printer prints. */
const minSquare = 0.25
const finest = 0.2

/** The fewest dots a module needs for `leastWidth`; undefined without one, or if that is wider than the paper. */
function largeEnough(
  { width }: Modules,
  { maxWidth, dot = 25.4 / 300, leastWidth }: Omit<PaperOptions, 'column'>,
): number | undefined {
  if (leastWidth === undefined) return undefined
  const size = Math.ceil(leastWidth / ((width - 2 * squareQuiet) * dot)) * dot
  return width * size <= maxWidth ? size : undefined
}

/**
 * Possible module sizes in millimeters, largest first. A till roll has 8 dots per millimeter: bars take 3 or 2, squares 4 to 2.
 * A page has 300 dots per inch or a multiple: bars take 4 (0.34 mm; EAN's nominal size is 0.33) or 3, squares 6 (0.51 mm) to 3.
 * None is below 0.25 mm.
 */
function moduleSizes(linear: boolean, dot?: number): number[] {
  if (dot !== undefined) return (linear ? [3, 2] : [4, 3, 2]).map(dots => dots * dot)
  return (linear ? [4, 3] : [6, 5, 4, 3]).map(dots => (dots * 25.4) / 300)
}

function squaresPath(modules: Modules): string {
  const rows = Array.from({ length: modules.height }, (_, y) =>
    darkRuns(modules, y).map(({ start, length }) => rectangle(start, y, length, 1)),
  )
  return rows.flat().join('')
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`
}

function drawing(
  path: string,
  across: number,
  down: number,
  { size, label, quiet }: { size: number; label: string; quiet: number },
): BarcodeDrawing {
  const width = millimetres(across * size)
  const height = millimetres(down * size)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${attribute(label)}" width="${width}mm" height="${height}mm"` +
    ` style="--quiet:${quietWidth(quiet, size, across)};--quiet-share:${quietShare(quiet, across)}" viewBox="0 0 ${across} ${down}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
  return { svg, width, height }
}

/** In whole px, because Chromium draws from one; less in a column that makes the drawing smaller. */
function quietWidth(quiet: number, size: number, across: number): string {
  return `min(${Math.floor((quiet * size * 96) / 25.4)}px,${quietShare(quiet, across)})`
}

function quietShare(quiet: number, across: number): string {
  return `${Math.floor((quiet / across) * 1000) / 10}%`
}

function millimetres(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

/** Escapes an attribute value; control characters, which XML doesn't allow, become spaces. */
function attribute(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
