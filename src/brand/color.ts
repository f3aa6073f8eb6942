/** Colors are `#rrggbb`. Contrast follows WCAG 2.2: 1 for none, 21 for black on white; text needs 4.5. */

/** The contrast that text needs (WCAG 2.2, success criterion 1.4.3). */
export const readableContrast = 4.5

/** Whether it is `#rrggbb`, in either case. */
export function isColor(color: unknown): color is string {
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)
}

/** The contrast between two colors. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The color if legible on `background`, else its nearest darker or lighter shade that is. */
export function readable(color: string, background: string): string {
  if (contrast(color, background) >= readableContrast) return color
  const [hue, saturation, lightness] = hsl(color)
  const step = luminance(background) > 0.18 ? -0.01 : 0.01
  for (let shade = lightness + step; shade > 0 && shade < 1; shade += step) {
    const candidate = hex(fromHsl(hue, saturation, shade))
    if (contrast(candidate, background) >= readableContrast) return candidate
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** The same hue, light enough for dark mode, but still a color. */
export function lightened(color: string): string {
  const [hue, saturation] = hsl(color)
  const muted = saturation > 0.05 ? Math.min(Math.max(saturation, 0.3), 0.75) : 0
  for (let lightness = 0.5; lightness < 0.95; lightness += 0.02) {
    const light = hex(fromHsl(hue, muted, lightness))
    if (luminance(light) >= 0.5) return light
  }
  return '#f2efe6'
}

/** Relative luminance (WCAG 2.2), 0 for black to 1 for white. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(color).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
function hsl(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = rgb(color).map(value => value / 255)
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  const lightness = max - range / 2
  if (range === 0) return [0, 0, lightness]
  const sixth =
    max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return [((sixth + 6) % 6) * 60, range / (1 - Math.abs(2 * lightness - 1)), lightness]
}

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map(offset => {
    const position = (offset + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  })
}

function rgb(color: string): number[] {
  return [1, 3, 5].map(index => Number.parseInt(color.slice(index, index + 2), 16))
}

function hex(channels: readonly number[]): string {
  return `#${channels.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
