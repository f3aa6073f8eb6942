import type { DotImage } from 'counterfoil/internal'
import type { Language } from '../port/dialects.ts'

/**
 * Cuts a picture into pieces that small printers hold in memory, none wider than what is black in it. White rows are pieces of
 * eight dots: unlike a feed they are exact on every printer. White at the end is left out. Star's pieces are strips of 24 rows.
 */
export function bandsOf({ width, height, dark }: DotImage, language: Language): DotImage[] {
  const step = language === 'esc-pos' ? 8 : 24
  const rights = Array.from({ length: height }, (_, y) => dark.lastIndexOf(1, (y + 1) * width - 1) - y * width + 1)
  const used = rights.findLastIndex(right => right > 0) + 1
  const bands: DotImage[] = []
  let top = 0
  while (top < used) {
    const isWhite = widest(rights, top, top + step) === 0
    let bottom = top + step
    while (bottom - top < maxBandRows && bottom < used && (widest(rights, bottom, bottom + step) === 0) === isWhite)
      bottom += step
    bands.push(piece({ width, height, dark }, top, Math.min(bottom, height), isWhite ? 8 : widest(rights, top, bottom)))
    top = bottom
  }
  return bands
}

/** At most 9 KB at 576 dots; the smallest printers hold 4 KB and let the sender wait. */
const maxBandRows = 120

/** The right end of what is black in some rows; 0 if nothing is. */
function widest(rights: readonly number[], top: number, bottom: number): number {
  return rights.slice(top, bottom).reduce((most, right) => Math.max(most, right), 0)
}

function piece({ width, dark }: DotImage, top: number, bottom: number, right: number): DotImage {
  const across = Math.ceil(right / 8) * 8
  const cut = new Uint8Array(across * (bottom - top))
  for (let y = top; y < bottom; y++) {
    cut.set(dark.subarray(y * width, y * width + Math.min(across, width)), (y - top) * across)
  }
  return { width: across, height: bottom - top, dark: cut }
}

/**
 * A picture whose bytes hold no real-time command of ESC/POS. Printers obey those anywhere, within a picture too: DLE DC4 opens the
 * drawer, DLE ENQ drops what is held, DLE EOT asks for an answer (Epson's reference of DLE DC4). One more black dot turns DLE into
 * another byte.
 *
 * @param image its width is a multiple of eight
 */
export function withoutRealTime(image: DotImage): DotImage {
  const { dark } = image
  const found = Array.from({ length: dark.length / 8 - 1 }, (_, byte) => byte).filter(
    byte => byteAt(dark, byte) === dle && second.has(byteAt(dark, byte + 1)),
  )
  if (found.length === 0) return image
  const changed = dark.slice()
  for (const byte of found) changed[byte * 8 + 7] = 1
  return { ...image, dark: changed }
}

const dle = 0x10

/** EOT, ENQ and DC4. */
const second: ReadonlySet<number> = new Set([0x04, 0x05, 0x14])

function byteAt(dark: Uint8Array, byte: number): number {
  let value = 0
  for (let bit = 0; bit < 8; bit++) value = value * 2 + (dark[byte * 8 + bit] ?? 0)
  return value
}
