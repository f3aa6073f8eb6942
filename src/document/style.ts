import type { Direction } from '../view/receipt-view.ts'
import { withoutCssComments } from './expand.ts'

/**
 * Mail clients know no logical properties, so `start` and `end` are made left and right at compile time, once for each
 * direction: in CSS (`text-align: end`, `padding-inline-start`) and in attributes (`align="end"`).
 */
export function physical(source: string, dir: Direction): string {
  const [start, end] = dir === 'ltr' ? ['left', 'right'] : ['right', 'left']
  const side = (name: string) => (name === 'start' ? start : end)
  return source
    .replace(/\b(padding|margin|border)-inline-(start|end)\b/g, (_, property, name) => `${property}-${side(name)}`)
    .replace(/(text-align|float):\s*(start|end)\b/g, (_, property, name) => `${property}:${side(name)}`)
    .replace(/\balign="(start|end)"/g, (_, name) => `align="${side(name)}"`)
}

/** Takes off the classes that no kept rule names: their styles are on the elements, and a mail of 300 lines must stay small. */
export function pruneClasses(html: string, keptCss: string): string {
  const kept = new Set([...keptCss.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(match => match[1]))
  return html.replace(/ class="([^"{]*)"/g, (_, names: string) => {
    const stay = names.split(/\s+/).filter(name => kept.has(name))
    return stay.length ? ` class="${stay.join(' ')}"` : ''
  })
}

/** Takes needless space out of the styles on elements. */
export function minifyStyles(html: string): string {
  return html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const tight = style.replace(/\s*([;:,])\s*/g, '$1').replace(/;$/, '')
    return ` style="${tight}"`
  })
}

/** Takes out line breaks with their indentation. In an HTML template a line break is never a space. */
export function minifyHtml(html: string): string {
  return html.replace(/\s*\n\s*/g, '')
}

/** Takes comments and needless space out of a stylesheet. */
export function minifyCss(css: string): string {
  return withoutCssComments(css)
    .replace(/\s+/g, ' ')
    .replace(/( ?\{\{[^}]*\}\})| ?([{};,>]) ?/g, (_, mustache?: string, sign?: string) => mustache ?? sign!)
    .replace(/: /g, ':')
    .replace(/;\}/g, '}')
    .trim()
}
