import { OptionError } from '../errors.ts'
import { latin1Text, toBase64 } from '../standards/host.ts'
import { readNamed } from './logo.ts'

/** A merchant's fonts for paper: TTF, OTF, WOFF or WOFF2, each a path or its bytes. */
export interface PaperFonts {
  regular: string | Uint8Array
  /** Default: the browser makes the regular one heavier. */
  bold?: string | Uint8Array | undefined
}

/** The fonts as CSS for the page; the values need no escaping. */
export interface PaperFontStyle {
  /** Family name. */
  paperFont: string
  /** `@font-face` rules with the fonts in them; empty for the package's. */
  paperFaces: string
}

/** The package's own family, which the printer knows. */
export const defaultPaperFont: PaperFontStyle = { paperFont: 'Noto Sans Latin', paperFaces: '' }

/**
 * Embeds fonts in rules for a page. Characters that they lack are printed with the package's.
 *
 * @throws OptionError that names the field if a file can't be read, is no font, or is larger than 1 MB
 */
export function embedPaperFonts({ regular, bold }: PaperFonts): PaperFontStyle {
  const faces = [face('regular', 400, regular), ...(bold === undefined ? [] : [face('bold', 700, bold)])]
  return { paperFont: 'Brand Paper', paperFaces: faces.join('') }
}

/** The fonts that are given, each replaced by what `change` makes of it. What isn't an object stays, for the check to refuse. */
export function mapFonts(
  fonts: PaperFonts,
  change: (font: string | Uint8Array, name: keyof PaperFonts) => string | Uint8Array,
): PaperFonts {
  if (typeof fonts !== 'object') return fonts
  const changed = Object.entries(fonts).map(([name, font]) => [name, change(font, name as keyof PaperFonts)])
  return Object.fromEntries(changed) as PaperFonts
}

/**
 * Whether mail has a font that is unlike the one of paper: paper is printed in Noto Sans unless it has fonts of its own, so a mail font
 * with serifs or of fixed width makes them two brands.
 *
 * @param brand.font a CSS font stack; its last name says what kind it is
 */
export function differsOnPaper({ font, paperFonts }: { font?: unknown; paperFonts?: unknown }): boolean {
  const kind = typeof font === 'string' ? font.split(',').at(-1)?.trim().toLowerCase() : undefined
  return paperFonts === undefined && unlikePaper.includes(kind ?? '')
}

const unlikePaper = ['serif', 'ui-serif', 'monospace', 'ui-monospace', 'cursive', 'fantasy']

/** Bytes; each page of paper carries the font. */
const maxBytes = 1_000_000

function face(name: keyof PaperFonts, weight: number, font: string | Uint8Array): string {
  const field = `brand.paperFonts.${name}`
  const bytes = typeof font === 'string' ? readNamed(field, font) : font
  if (!bytes?.length)
    throw new OptionError(`${field}: the file cannot be read; give the path of a TTF, OTF, WOFF or WOFF2`)
  const type = formats[latin1Text(bytes, 4)]
  if (!type) throw new OptionError(`${field}: is not a font; give a TTF, OTF, WOFF or WOFF2`)
  if (bytes.length > maxBytes)
    throw new OptionError(`${field}: is larger than 1 MB; make a subset of the font with the letters you print`)
  // Without padding, which HTML would escape.
  const data = toBase64(bytes).replace(/=+$/, '')
  return `@font-face{font-family:Brand Paper;font-weight:${weight};src:url(data:font/${type};base64,${data})}`
}

/** By a file's first four bytes (OpenType 1.9, "Organization of an OpenType font"; WOFF; WOFF 2.0). */
const formats: Record<string, string> = {
  '\u0000\u0001\u0000\u0000': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
  wOFF: 'woff',
  wOF2: 'woff2',
}
