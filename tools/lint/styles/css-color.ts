import { isColor } from '../../../src/brand/color.ts'

/** The 16 CSS 1 color names; others are rare. */
const named: Record<string, string> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
}

/** `#fff`, `rgb(255, 255, 255)` or `white` as `#rrggbb`. Undefined for translucent colors and keywords such as `inherit`. */
export function cssColor(value: string): string | undefined {
  const color = value.trim().toLowerCase()
  if (isColor(color)) return color
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`
  const channels = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(color)?.slice(1).map(Number)
  if (channels?.every(channel => channel < 256))
    return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
  return Object.hasOwn(named, color) ? named[color] : undefined
}
