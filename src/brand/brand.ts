import type { Brand } from '../document/render.ts'
import { OptionError } from '../errors.ts'
import {
  anObject,
  anything,
  aText,
  checkOptions,
  type KnownOptions,
  type OptionKind,
} from '../options/check-options.ts'
import { linkProblem } from '../standards/url.ts'
import type { LinkView, LogoSource } from '../view/receipt-view.ts'
import { contrast, isColor, lightened, readable, readableContrast } from './color.ts'
import { readLogo } from './logo.ts'

/** What makes a merchant's receipts their own. The same names stand in a template folder's `brand.json`. */
export interface BrandOptions {
  /** `#rrggbb`: the mark, the button, good news. Default `#1f5c4d`. Where it could not be read as text, a darker shade is. */
  color?: string
  /** The same on a dark page. Default: a light shade of `color`. */
  colorDark?: string
  /** PNG, JPEG or GIF: a path, or its bytes. Without it the shop's first letter stands on `color`. */
  logo?: string | Uint8Array
  /** CSS px the logo is shown wide; default its own width, at most 200. */
  logoWidth?: number
  /** Font stack of the mail, as in CSS. Default: the reader's system font. Paper has fonts of its own. */
  font?: string
  /** Roundness of the card in px, 0 to 24; what stands on it is two thirds as round. Default 12. */
  corner?: number
  /** How much room there is between lines and sections. Default `comfortable`. */
  density?: Density
  /** Lines at the foot: legal name, tax numbers. */
  footer?: string | readonly string[]
  /** Where to ask, at the foot. */
  link?: LinkView
}

export type Density = 'comfortable' | 'dense'

/** What the mail's page is in light and in the dark: the backgrounds that the brand's colours stand on. */
export const card = '#fefefe'
export const cardDark = '#211f18'

/** Colours of text on the brand's colour: white where it can be read, as it mostly stands on buttons, else the page's ink. */
const inks = ['#ffffff', '#1d1b16'] as const

/** What the brand adds to the view: pictures and words. */
export interface BrandParts {
  logo?: LogoSource
  footer: readonly string[]
  link?: LinkView
}

const systemFont = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Room beside the card's content, above a section, above a line. */
const spaces: Record<Density, Brand['space']> = {
  comfortable: { edge: '32px', section: '28px', line: '12px', sum: '8px' },
  dense: { edge: '24px', section: '20px', line: '6px', sum: '4px' },
}

const lines: OptionKind = {
  is: value => [value].flat().every(line => typeof line === 'string'),
  must: 'must be a text, or a list of texts',
}

/** What `BrandOptions` may be; most are looked at more closely where they are read. */
const brandOptions: KnownOptions<BrandOptions> = {
  color: anything,
  colorDark: anything,
  logo: anything,
  logoWidth: anything,
  font: anything,
  corner: anything,
  density: anything,
  footer: lines,
  link: anObject,
}

const linkOptions: KnownOptions<LinkView> = { text: aText, url: aText }

/** Checks and completes what the merchant said of its brand. @throws OptionError that says what cannot be used */
export function readBrand(options: BrandOptions = {}): { brand: Brand } & BrandParts {
  checkOptions('brand', options, brandOptions)
  checkOptions('brand.link', options.link, linkOptions)
  const {
    color: asked = '#1f5c4d',
    font = systemFont,
    corner = 12,
    density = 'comfortable',
    footer = [],
    link,
  } = options
  const color = checkedColor('brand.color', asked)
  const colorDark = options.colorDark ?? lightened(color)
  const logo = options.logo === undefined ? undefined : readLogo(options.logo, options.logoWidth)
  if (typeof font !== 'string' || /[<>{};"]/.test(font))
    throw new OptionError(
      "brand.font: write a CSS font stack with single quotes, such as Georgia,'Times New Roman',serif",
    )
  if (!Number.isInteger(corner) || corner < 0 || corner > 24)
    throw new OptionError('brand.corner: must be a whole number of px from 0 to 24')
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
      corner: `${corner}px`,
      cornerInner: `${Math.round((corner * 2) / 3)}px`,
      space: spaces[density],
    },
    ...(logo && { logo }),
    footer: typeof footer === 'string' ? footer.split('\n') : footer,
    ...(link && { link }),
  }
}

function checkedColor(name: string, color: string): string {
  if (!isColor(color)) throw new OptionError(`${name}: must be #rrggbb, such as #1f5c4d`)
  return color.toLowerCase()
}
