import { type DarkRun, darkRuns, isLinear, type Modules } from './modules.ts'
import { paperLayout } from './paper-drawing.ts'
import { type Band, encodePng } from './png.ts'

/** An image for email. */
export interface BarcodeImage {
  /** 1-bit grayscale, opaque white between and around the modules. */
  png: Uint8Array
  /** Display width in CSS px; the image has at least twice as many pixels, for dense screens. */
  width: number
  height: number
}

/**
 * Paints the modules for a screen, each a whole number of CSS px: scanned from 1x screens, 1.5 px per module failed half the
 * time and 1 px never did. Bars take 2 px, or 1 if that is too wide for a phone, and are rotated upright if even 1 is; they are
 * at least 52 px and 15 % of their length high. Squares take 4, 3 or 2 px.
 */
export function mailImage(modules: Modules): BarcodeImage {
  return isLinear(modules) ? barsImage(modules) : squaresImage(modules)
}

/** CSS px between an email's margins on a phone 360 px wide. */
const phoneWidth = 328

/** Width in CSS px that a QR code needn't exceed, being easy to scan. */
const squareWidth = 200

/** Image px per bar module: a whole multiple of what 1x and 2x screens show. */
const barPx = 4

function barsImage(modules: Modules): BarcodeImage {
  const upright = modules.width > phoneWidth
  const scale = modules.width * 2 <= phoneWidth ? 2 : 1
  const length = modules.width * scale
  const bars = Math.max(52, Math.ceil(length * 0.15))
  const [lengthPx, barsPx] = [modules.width * barPx, (bars * barPx) / scale]
  const dark = darkRuns(modules, 0, barPx)
  return upright
    ? { png: encodePng(barsPx, stacked(dark, lengthPx, barsPx)), width: bars, height: length }
    : { png: encodePng(lengthPx, [{ dark, rows: barsPx }]), width: length, height: bars }
}

/** Bars stacked vertically, each as wide as the image. */
function stacked(runs: DarkRun[], height: number, width: number): Band[] {
  const bands: Band[] = []
  let top = 0
  for (const { start, length } of runs) {
    bands.push({ dark: [], rows: start - top }, { dark: [{ start: 0, length: width }], rows: length })
    top = start + length
  }
  return [...bands, { dark: [], rows: height - top }]
}

function squaresImage(modules: Modules): BarcodeImage {
  const scale = modules.width * 4 <= squareWidth ? 4 : modules.width * 3 <= phoneWidth ? 3 : 2
  const bands = Array.from({ length: modules.height }, (_, y) => ({
    dark: darkRuns(modules, y, 2 * scale),
    rows: 2 * scale,
  }))
  const side = modules.width * scale
  return { png: encodePng(2 * side, bands), width: side, height: side }
}

/** A picture for a printer that prints dots. */
export interface DotImage {
  /** In dots. */
  width: number
  height: number
  /** 1 for a black dot, 0 for a white one; row by row, `width` per row. */
  dark: Uint8Array
}

/** What a till's printer can print. */
export interface DotOptions {
  /** Width of the paper in dots. */
  dots: number
  /** Dots per inch: 203 or 180. */
  dpi: number
  /** Least width in millimeters of squares without quiet zone, if the paper allows. */
  leastWidth?: number | undefined
}

/** Draws the modules in a printer's dots, as large as on a page of that width. */
export function dotImage(modules: Modules, { dots, dpi, leastWidth }: DotOptions): DotImage {
  const dot = 25.4 / dpi
  // Half a dot more, because as millimeters neither is exact.
  const limits = { maxWidth: (dots + 0.5) * dot, dot, ...(leastWidth !== undefined && { leastWidth }) }
  const { size, bars, upright } = paperLayout(modules, limits)
  const scale = Math.round(size / dot)
  const across = upright ? bars : modules.width
  const down = upright ? modules.width : isLinear(modules) ? bars : modules.height
  const image = { width: across * scale, height: down * scale, dark: new Uint8Array(across * down * scale * scale) }
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)]
      const module = upright ? row : isLinear(modules) ? column : row * modules.width + column
      image.dark[y * image.width + x] = modules.dark[module] ?? 0
    }
  }
  return image
}
