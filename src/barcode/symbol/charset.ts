import { byteLength } from '../../standards/host.ts'

/** Most characters in a Code 39: 595 modules with quiet zones, which still fit a phone upright. */
const code39Cap = 34

/** Most characters in a Code 128: at worst 583 modules, as for Code 39. */
const code128Cap = 48

/** Most UTF-8 bytes in a QR code at level M: version 26, whose 129 modules fit a 58 mm roll. */
const qrCodeCap = 1000

/**
 * Says why `text` isn't a valid Code 39, or returns undefined. Lower case is rejected, not converted: the till that scans the
 * receipt would look up another number (ISO/IEC 16388 has only upper case; `*` is its start and stop).
 */
export function code39Problem(text: string): string | undefined {
  if (text.length > code39Cap) return tooLong('Code39', code39Cap, text.length)
  if (/^[0-9A-Z \-.$/+%]+$/.test(text)) return undefined
  if (/^[0-9A-Za-z \-.$/+%]+$/.test(text)) return 'Code39 has no lower case; send upper case, or use Code128'
  return `Code39 takes 0-9, A-Z, space and - . $ / + % only, not ${firstUnfit(text, /[0-9A-Za-z \-.$/+%]/)}; use Code128 or QRCode`
}

/** Says why `text` isn't a valid Code 128 of printable ASCII (ISO/IEC 15417), or returns undefined. */
export function code128Problem(text: string): string | undefined {
  if (text.length > code128Cap) return tooLong('Code128', code128Cap, text.length)
  if (/^[ -~]+$/.test(text)) return undefined
  return `Code128 takes printable ASCII only, not ${firstUnfit(text, /[ -~]/)}; use QRCode`
}

/** Says why `text` isn't a valid QR code, or returns undefined. U+0000 is rejected because scanners end the text there. */
export function qrCodeProblem(text: string): string | undefined {
  const bytes = byteLength(text)
  if (bytes > qrCodeCap)
    return `QRCode takes at most ${qrCodeCap} bytes of UTF-8, got ${bytes}; shorten it, or send a link`
  if (!text.isWellFormed()) return 'QRCode needs well-formed Unicode, got half of a surrogate pair'
  return text.includes('\0') ? "QRCode can't contain U+0000; remove it" : undefined
}

function tooLong(type: string, cap: number, length: number): string {
  return `${type} takes at most ${cap} characters, got ${length}; shorten it, or use QRCode`
}

/**
 * Names the first character of `text` that doesn't match `fit` (a one-character class), as in `U+000A at character 3`. Uses its
 * code so that the message repeats nothing of a hostile text.
 */
export function firstUnfit(text: string, fit: RegExp): string {
  const characters = [...text]
  const index = characters.findIndex(character => !fit.test(character))
  const code = characters[index]?.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} at character ${index + 1}`
}
