import type { Picture } from './picture.ts'

/**
 * An open PDFium page, with PDFium functions (fpdfview.h, fpdf_text.h) that the package does not export. Its `render` drops
 * what is far down a long page, and its `getText` mistakes lines for vertical columns if a page is very full or nearly empty.
 */
export interface OpenedPage {
  readonly pageIdx: number
  readonly module: PdfiumModule
}

interface PdfiumModule {
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_IsGenerated(text: number, index: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, box: number): number
  readonly wasmExports: { malloc(bytes: number): number; free(place: number): void }
  /** Replaced when the memory grows. */
  readonly HEAPU8: Uint8Array
}

/** Draws a page at `dpi` and closes it. */
export function draw(page: OpenedPage, dpi: number): Picture {
  const { width, height, bytes } = drawn(page, dpi, { format: bgra, size: 4, flags: annotations | redFirst })
  return { width, height, rgba: bytes }
}

/** Draws a page in gray, as a file of Netpbm (PGM), and closes it: for barcodes, that takes a third less than in color. */
export function drawGray(page: OpenedPage, dpi: number): Uint8Array {
  const { stride, height, bytes } = drawn(page, dpi, { format: gray, size: 1, flags: annotations })
  return Buffer.concat([Buffer.from(`P5\n${stride} ${height}\n255\n`), bytes])
}

function drawn(
  { module, pageIdx }: OpenedPage,
  dpi: number,
  { format, size, flags }: { format: number; size: number; flags: number },
) {
  const width = Math.round((module._FPDF_GetPageWidth(pageIdx) * dpi) / 72)
  const height = Math.round((module._FPDF_GetPageHeight(pageIdx) * dpi) / 72)
  // PDFium aligns rows; what is right of the page stays white.
  const stride = Math.ceil((width * size) / 4) * 4
  const bytes = new Uint8Array(stride * height)
  const pixels = module.wasmExports.malloc(stride * Math.min(height, band))
  try {
    for (let top = 0; top < height; top += band) {
      const rows = Math.min(band, height - top)
      const bitmap = module._FPDFBitmap_CreateEx(stride / size, rows, format, pixels, stride)
      module._FPDFBitmap_FillRect(bitmap, 0, 0, stride / size, rows, white)
      module._FPDF_RenderPageBitmap(bitmap, pageIdx, 0, -top, width, height, 0, flags)
      module._FPDFBitmap_Destroy(bitmap)
      bytes.set(module.HEAPU8.subarray(pixels, pixels + stride * rows), top * stride)
    }
  } finally {
    module.wasmExports.free(pixels)
    module._FPDF_ClosePage(pageIdx)
  }
  return { width, height, stride, bytes }
}

/** Rows drawn at once: PDFium loses what is more than 32,767 px down. */
const band = 4096

/** FPDFBitmap_Gray, FPDFBitmap_BGRA, FPDF_ANNOT, FPDF_REVERSE_BYTE_ORDER. */
const [gray, bgra, annotations, redFirst] = [1, 4, 0x01, 0x10]

const white = 0xffffffff

/** Returns a page's characters in drawing order, and closes it. */
export function glyphsOf({ module, pageIdx }: OpenedPage): Glyph[] {
  const text = module._FPDFText_LoadPage(pageIdx)
  const place = module.wasmExports.malloc(placeBytes)
  try {
    const indices = Array.from({ length: module._FPDFText_CountChars(text) }, (_, index) => index)
    // Skip the spaces and line breaks that PDFium inserts: they are guesses too.
    return indices
      .filter(index => module._FPDFText_IsGenerated(text, index) === 0)
      .map(index => {
        const code = module._FPDFText_GetUnicode(text, index)
        module._FPDFText_GetCharOrigin(text, index, place, place + 8)
        module._FPDFText_GetLooseCharBox(text, index, place + 16)
        const view = new DataView(module.HEAPU8.buffer, place, placeBytes)
        const [left, top, right, bottom] = [16, 20, 24, 28].map(at => view.getFloat32(at, true)) as Box
        return {
          character: code === hyphenAtEnd ? '-' : String.fromCodePoint(code || 0x20),
          origin: view.getFloat64(0, true),
          baseline: view.getFloat64(8, true),
          left,
          right,
          height: top - bottom,
        }
      })
  } finally {
    module.wasmExports.free(place)
    module._FPDFText_ClosePage(text)
    module._FPDF_ClosePage(pageIdx)
  }
}

/** PDFium's code for a hyphen at the end of a line. */
const hyphenAtEnd = 0x02

/** FS_RECTF of fpdfview.h. */
type Box = [left: number, top: number, right: number, bottom: number]

/** Two doubles for the origin of a character, four floats for its box. */
const placeBytes = 32

/** A character on a page, positioned in points from the bottom left corner. */
export interface Glyph {
  character: string
  /** Baseline. */
  baseline: number
  /** Position on the baseline. */
  origin: number
  left: number
  right: number
  /** Height of its line: the same for an x as for an X. */
  height: number
}

/**
 * Joins characters into lines, in drawing order. A gap between words is a space; a new baseline is a new line.
 */
export function linesOf(glyphs: readonly Glyph[]): string[] {
  const lines: string[] = []
  let before: Glyph | undefined
  for (const each of glyphs) {
    const glyph = placed(before, each)
    if (!before || Math.abs(glyph.baseline - before.baseline) > before.height / 4) lines.push(glyph.character)
    else lines.push((lines.pop() ?? '') + between(before, glyph) + glyph.character)
    before = glyph
  }
  return lines.map(line => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** The letters of a ligature share a position; each is as wide as it would be alone. */
function placed(before: Glyph | undefined, glyph: Glyph): Glyph {
  const inLigature = before && glyph.origin === before.origin && glyph.baseline === before.baseline
  return inLigature ? { ...glyph, left: before.right, right: before.right + glyph.right - glyph.left } : glyph
}

/** The narrowest space is a tenth of the font size, which is about two thirds of the line height. */
function between(before: Glyph, glyph: Glyph): string {
  const gap = glyph.left - before.right
  return gap > before.height * 0.07 || gap < -before.height ? ' ' : ''
}
