import { isLinear, type Modules } from './modules.ts'
import { paperLayout } from './paper-drawing.ts'

/** A picture for a printer that prints dots. */
export interface DotImage {
  /** In dots. */
  width: number
  height: number
  /** 1 for a black dot, 0 for a white one; row by row, `width` per row. */
  dark: Uint8Array
}

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
  const asked = { maxWidth: (dots + 0.5) * dot, dot, ...(leastWidth !== undefined && { leastWidth }) }
  const { size, bars, upright } = paperLayout(modules, asked)
  const scale = Math.round(size / dot)
  const across = upright ? bars : modules.width
  const down = upright ? modules.width : isLinear(modules) ? bars : modules.height
  const image = { width: across * scale, height: down * scale, dark: new Uint8Array(across * down * scale * scale) }
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)]
      const module = upright ? row : isLinear(modules) ? column : row * modules.width + column
      image.dark[y * image.width + x] = modules.dark[module]!
    }
  }
  return image
}
