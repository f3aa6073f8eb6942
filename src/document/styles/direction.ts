import type { Direction } from '../../view/receipt-view.ts'
import { declarationsOf } from './stylesheet.ts'

/** The side that `start` or `end` is. */
export function sideOf(logical: string, dir: Direction): string {
  if (logical !== 'start' && logical !== 'end') return logical
  return (logical === 'start') === (dir === 'ltr') ? 'left' : 'right'
}

/**
 * Mail clients don't support logical properties, so mail CSS is written for each direction: `text-align: end` becomes
 * `right` or `left`, `padding-inline-start` becomes `padding-left` or `padding-right`.
 *
 * @param context what `css` is: a stylesheet, or the value of a `style` attribute
 */
export function physicalCss(css: string, dir: Direction, context: 'stylesheet' | 'declarationList'): string {
  if (!/\b(start|end)\b/.test(css)) return css
  const edits = declarationsOf(css, context).flatMap(({ property, start, words }) => {
    const name = property.replace(
      /^(padding|margin|border)-inline-(start|end)\b/,
      (_, of: string, logical: string) => `${of}-${sideOf(logical, dir)}`,
    )
    const sides = property === 'text-align' || property === 'float' ? words : []
    return [
      { start, end: start + property.length, text: name },
      ...sides.map(({ word, start, end }) => ({ start, end, text: sideOf(word, dir) })),
    ]
  })
  let physical = ''
  let at = 0
  for (const { start, end, text } of edits) {
    physical += css.slice(at, start) + text
    at = end
  }
  return physical + css.slice(at)
}
