// Stage `brand`: a merchant’s logo, colors, fonts and template folder, read and checked.
// It knows stages up to `pdf`; `merchant` and those after it may call it.

import type { Brand } from '../document/brand-values.ts'
import { onWhite } from '../document/pixels.ts'
import { OptionError } from '../errors.ts'
import {
  aFlag,
  aNumber,
  anObject,
  anything,
  aText,
  aWholeNumber,
  checkOptions,
  type KnownOptions,
  type OptionKind,
} from '../options/check-options.ts'
import { linkProblem } from '../standards/url.ts'
import type { LinkView, LogoOptions, LogoSource } from '../view/receipt-view.ts'
import { contrast, isColor, lightened, readable, readableContrast } from './color.ts'
import { faintness, plated, readLogo } from './logo.ts'
import { defaultPaperFont, embedPaperFonts, type PaperFonts } from './paper-fonts.ts'

/** A merchant's brand. A template folder's `brand.json` uses the same names. */
export interface BrandOptions {
  /** `#rrggbb`: the mark, the button, good news. Default `#1f5c4d`. Text uses a darker shade if this one is not legible. */
  color?: string | undefined
  /** The same in dark mode. Default: a light shade of `color`. */
  colorDark?: string | undefined
  /** PNG, JPEG or GIF: a path, or its bytes. A white PNG stands on a plate of `color`. Default: the store's first letter on `color`. */
  logo?: string | Uint8Array | undefined
  /** The logo for dark mode, like `logo`. Default: the same, on a light plate if it can't be told from the dark background. */
  logoDark?: string | Uint8Array | undefined
  /** Shows the logo without the store's name beside it, because the logo says it. Default false. */
  logoStandsAlone?: boolean | undefined
  /** Display width of the logo in CSS px, at most 200; default its pixel width, at most 200, and as much as 64 px of height allow, or 96 where it stands alone. */
  logoWidth?: number | undefined
  /** CSS font stack of the mail. Default: the reader's system font. */
  font?: string | undefined
  /** Fonts of paper, in all looks but `classic`. Default: Noto Sans. */
  paperFonts?: PaperFonts | undefined
  /** Corner radius of the card in px, 0 to 24; boxes on it get two thirds of that. Default 12. */
  corner?: number | undefined
  /** Spacing between lines and sections. Default `comfortable`. */
  density?: Density | undefined
  /** Lines in the footer: legal name, tax numbers. */
  footer?: string | readonly string[] | undefined
  /** Contact link in the footer. */
  link?: LinkView | undefined
}

/** How much room is around a receipt's lines. */
export type Density = 'comfortable' | 'dense'

/** The mail's background in light and dark mode, behind the brand's colors. */
export const card = '#fefefe'

/** `card` for readers in dark mode. */
export const cardDark = '#211f18'

/** The color of a brand without one. */
export const defaultColor = '#1f5c4d'

/** Text on the brand's color: white if legible, because most of it is on buttons, else the page's text color. */
const inks = ['#ffffff', '#1d1b16'] as const

/** The brand's images and words for the view. */
export interface BrandParts extends LogoOptions {
  footer: readonly string[]
  link?: LinkView
}

const systemFont = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Spacing left and right of the card's content, above a section, above a line. */
const spaces: Record<Density, Brand['space']> = {
  comfortable: { edge: '32px', section: '28px', line: '12px', sum: '8px' },
  dense: { edge: '24px', section: '20px', line: '6px', sum: '4px' },
}

const lines: OptionKind = {
  is: value => [value].flat().every(line => typeof line === 'string'),
  must: 'must be a string, or a list of strings',
}

/** Types of `BrandOptions`; `readBrand` checks most of them more closely. */
const brandOptions: KnownOptions<BrandOptions> = {
  color: anything,
  colorDark: anything,
  logo: anything,
  logoDark: anything,
  logoStandsAlone: aFlag,
  logoWidth: aNumber(1, 2000, 'of px'),
  font: anything,
  paperFonts: anObject,
  corner: aWholeNumber(0, 24, 'of px'),
  density: anything,
  footer: lines,
  link: anObject,
}

const fontOptions: KnownOptions<PaperFonts> = { regular: anything, bold: anything }
const linkOptions: KnownOptions<LinkView> = { text: aText, url: aText }

/** Checks a merchant's brand and fills in defaults. @throws OptionError that says what is wrong */
export function readBrand(options: BrandOptions = {}): { brand: Brand } & BrandParts {
  checkOptions('brand', options, brandOptions)
  checkOptions('brand.link', options.link, linkOptions)
  checkOptions('brand.paperFonts', options.paperFonts, fontOptions)
  const {
    color: given = defaultColor,
    font = systemFont,
    corner = 12,
    density = 'comfortable',
    footer = [],
    link,
  } = options
  const color = checkedColor('brand.color', given)
  const colorDark = options.colorDark ?? lightened(color)
  if (typeof font !== 'string' || /[<>{};"]/.test(font))
    throw new OptionError(
      "brand.font: write a CSS font stack with single quotes, such as Georgia,'Times New Roman',serif",
    )
  if (!Object.hasOwn(spaces, density))
    throw new OptionError(`brand.density: must be one of ${Object.keys(spaces).join(', ')}`)
  const wrongLink = link && linkProblem(link.url)
  if (wrongLink) throw new OptionError(`brand.link.url: ${wrongLink}`)
  return {
    brand: {
      color,
      colorText: readable(color, card),
      colorDark: checkedColor('brand.colorDark', colorDark),
      onColor: inks.find(ink => contrast(ink, color) >= readableContrast) ?? '#000000',
      font,
      ...(options.paperFonts ? embedPaperFonts(options.paperFonts) : defaultPaperFont),
      corner: `${corner}px`,
      cornerInner: `${Math.round((corner * 2) / 3)}px`,
      space: spaces[density],
    },
    ...logosOf(options, color),
    // Copies: what is kept must not change with the caller's objects.
    footer: typeof footer === 'string' ? footer.split('\n') : [...footer],
    ...(link && { link: { ...link } }),
  }
}

function logosOf({ logo: one, logoDark: other, logoWidth, logoStandsAlone }: BrandOptions, color: string): LogoOptions {
  if (one === undefined && other !== undefined)
    throw new OptionError('brand.logoDark: needs a logo for light mode too; write both, or only logo')
  if (one === undefined) return {}
  const given = readLogo('brand.logo', one, logoWidth, logoStandsAlone)
  const read = onBrandPlate(given, color, logoWidth, logoStandsAlone) ?? given
  // A logo that can't be looked into may be dark.
  const vanishes = faintness(read, cardDark)?.tooMuch ?? true
  const logo = vanishes ? onWhite(read) : read
  const logoDark = other === undefined ? undefined : readLogo('brand.logoDark', other, logoWidth, logoStandsAlone)
  return {
    logo,
    ...(logoDark && { logoDark }),
    ...(!logoDark && vanishes && { logoPlate: true }),
    ...(logoStandsAlone && { logoStandsAlone }),
  }
}

/**
 * A logo that nobody would see on the light page, on a plate of the brand's color or of ink.
 *
 * @param wanted as of `readLogo`, like `standsAlone`
 * @returns undefined for any other
 */
export function onBrandPlate(
  logo: LogoSource,
  color: string,
  wanted?: number,
  standsAlone?: boolean,
): LogoSource | undefined {
  return plated(logo, card, [color, ...inks], wanted, standsAlone)
}

function checkedColor(name: string, color: string): string {
  if (!isColor(color)) throw new OptionError(`${name}: must be #rrggbb, such as #1f5c4d`)
  return color.toLowerCase()
}
