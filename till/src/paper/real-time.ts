import type { DotImage } from 'counterfoil'

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
  for (let bit = 0; bit < 8; bit++) value = value * 2 + dark[byte * 8 + bit]!
  return value
}
