import { readFileSync } from 'node:fs'
import type { Brand } from './document/render.ts'
import { OptionError } from './errors.ts'
import { readImage } from './receipt/image.ts'
import type { LinkView, LogoSource } from './view/receipt-view.ts'

/** What makes a merchant's receipts their own. */
export interface BrandOptions {
  /** `#rrggbb`: the mark, the button, good news. Default `#1f5c4d`. */
  color?: string
  /** The same on a dark page. Default: a light shade of `color`. */
  colorDark?: string
  /** PNG, JPEG or GIF: a path, or its bytes. Without it the shop's first letter stands on `color`. */
  logo?: string | Uint8Array
  /** CSS px the logo is shown wide; default its own width, at most 200. */
  logoWidth?: number
  /** Font stack of the mail, as in CSS. Default: the reader's system font. */
  font?: string
  /** Lines at the foot: legal name, tax numbers. */
  footer?: string | readonly string[]
  /** Where to ask, at the foot. */
  link?: LinkView
}

const systemFont = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Checks and completes what the merchant said of its brand. @throws OptionError that lists what cannot be used */
export function readBrand(options: BrandOptions = {}): {
  brand: Brand
  logo?: LogoSource
  footer: readonly string[]
  link?: LinkView
} {
  const { color = '#1f5c4d', font = systemFont, footer = [], link } = options
  const colorDark = options.colorDark ?? lightened(checkedColor('brand.color', color))
  const logo = options.logo === undefined ? undefined : readLogo(options.logo, options.logoWidth)
  if (/[<>{};"]/.test(font))
    throw new OptionError(
      "brand.font: write a CSS font stack with single quotes, such as Georgia,'Times New Roman',serif",
    )
  if (link && !/^(https?|mailto|tel):[^\s\p{Cc}]+$/u.test(link.url))
    throw new OptionError('brand.link.url: must be an http, https, mailto or tel address')
  return {
    brand: {
      color: checkedColor('brand.color', color),
      colorDark: checkedColor('brand.colorDark', colorDark),
      onColor: luminance(color) > 0.36 ? '#1d1b16' : '#ffffff',
      font,
    },
    ...(logo && { logo }),
    footer: typeof footer === 'string' ? footer.split('\n') : footer,
    ...(link && { link }),
  }
}

function checkedColor(name: string, color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new OptionError(`${name}: must be #rrggbb, such as #1f5c4d`)
  return color.toLowerCase()
}

function readLogo(logo: string | Uint8Array, wanted: number | undefined): LogoSource {
  let bytes: Uint8Array
  try {
    bytes = typeof logo === 'string' ? readFileSync(logo) : logo
  } catch (cause) {
    throw new OptionError('brand.logo: the file cannot be read; give the path of a PNG, JPEG or GIF', { cause })
  }
  const image = readImage(Buffer.from(bytes).toString('base64'))
  if ('problem' in image) throw new OptionError(`brand.logo: ${image.problem}`)
  const width = Math.round(Math.min(wanted ?? image.width, 200))
  return {
    kind: 'picture',
    role: 'logo',
    mimeType: image.mimeType,
    bytes: image.bytes,
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  }
}

/** The same hue, light enough to be read on a dark page, and still a colour. */
function lightened(color: string): string {
  const [hue, saturation] = hueAndSaturation(rgb(color))
  for (let lightness = 0.5; lightness < 0.95; lightness += 0.02) {
    const light = hex(fromHsl(hue, Math.min(Math.max(saturation, 0.3), 0.75) * (saturation > 0.05 ? 1 : 0), lightness))
    if (luminance(light) >= 0.5) return light
  }
  return '#f2efe6'
}

function hueAndSaturation(channels: readonly number[]): [number, number] {
  const [red = 0, green = 0, blue = 0] = channels.map(value => value / 255)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range === 0) return [0, 0]
  const lightness = most - range / 2
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return [((sixth + 6) % 6) * 60, range / (1 - Math.abs(2 * lightness - 1))]
}

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map(offset => {
    const position = (offset + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  })
}

/** Relative luminance (WCAG 2.2), 0 for black to 1 for white. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(color).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgb(color: string): number[] {
  return [1, 3, 5].map(index => Number.parseInt(color.slice(index, index + 2), 16))
}

function hex(channels: readonly number[]): string {
  return `#${channels.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
