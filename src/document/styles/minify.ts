import { cssTokens } from './stylesheet.ts'

/** Removes a stylesheet's comments; line numbers stay the same. */
export function withoutCssComments(css: string): string {
  return cssTokens(css)
    .map(({ type, text }) => (type === 'comment' ? text.replace(/[^\n]/g, '') : text))
    .join('')
}

/** Removes comments and unnecessary space from a stylesheet. */
export function minifyCss(css: string): string {
  const kept = cssTokens(css).filter(({ type }) => type !== 'comment')
  const minified: string[] = []
  for (const [at, { type, text }] of kept.entries()) {
    const last = minified.at(-1) ?? ''
    if (type === 'space') {
      const next = kept[at + 1]?.text
      if (next !== undefined && !/(^|[{};,>:\s])$/.test(last) && !/^[{};,>!]/.test(next)) minified.push(' ')
      continue
    }
    if (text === '}' && last === ';') minified.pop()
    minified.push(text)
  }
  return minified.join('')
}

/** Removes unnecessary space from a `style` attribute, and writes the padding of a side with that of the others. */
export function minifyDeclarations(style: string): string {
  const tokens = cssTokens(style)
  const isSign = (at: number) => /^[;:,]?$/.test(tokens[at]?.text ?? '')
  const tight = tokens.filter(({ type }, at) => type !== 'space' || !(isSign(at - 1) || isSign(at + 1)))
  const minified = tight.map(({ text }) => text).join('')
  return joinPaddings(minified.replace(/;$/, ''))
}

/** `padding:12px 0 0;padding-left:16px` as `padding:12px 0 0 16px`. Values that aren't plain stay. */
function joinPaddings(style: string): string {
  return style.replace(
    /(?<=^|;)padding:([^;!()]+);padding-(left|right):([^;!() ]+)(?=;|$)/g,
    (_, all: string, side: string, value: string) => {
      const [top = '0', right = top, bottom = top, left = right] = all.split(' ')
      return `padding:${(side === 'left' ? [top, right, bottom, value] : [top, value, bottom, left]).join(' ')}`
    },
  )
}

/** Removes line breaks with their indentation. In an HTML template a line break is never a space. */
export function minifyHtml(html: string): string {
  return html.replace(/\s+/g, space => (space.includes('\n') ? '' : space))
}
