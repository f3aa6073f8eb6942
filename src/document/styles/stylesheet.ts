import {
  type AtrulePlain,
  type CssNode,
  type CssNodePlain,
  ident,
  lexer,
  parse,
  type StyleSheetPlain,
  tokenize,
  tokenTypes,
  toPlainObject,
  walk,
} from 'css-tree'
import type { TemplateFiles } from '../template-files.ts'

export type { CssNode, CssNodePlain }

/**
 * The syntax tree of a stylesheet, with positions. A mustache isn't CSS, so the tree has an identifier of the same length
 * instead: `--brand-color--` for `{{brand.color}}`. Of a block such as `{{#if paper.roll}}`, it has what is inside.
 *
 * @param wrong called for each part that isn't CSS; `line` and `column` count from 1
 */
export function parseStylesheet(
  css: string,
  wrong: (message: string, line: number, column: number) => void = () => {},
): StyleSheetPlain {
  const masked = css
    .replace(/\{\{(?:[#/][^{}]*|else)\}\}/g, edge => ' '.repeat(edge.length))
    .replace(/\{\{([\w.@]+)\}\}/g, (_, field: string) => `--${field.replace(/\W/g, '-')}--`)
  const tree = parse(masked, {
    positions: true,
    onParseError: error => wrong(error.message, error.line, error.column),
  })
  return toPlainObject(tree) as StyleSheetPlain
}

export { walk as walkStylesheet }

/** Where a node of a parsed stylesheet is, in UTF-16 units, end exclusive. */
export function spanOf({ loc }: Pick<CssNodePlain, 'loc'>): { start: number; end: number } {
  // biome-ignore lint/style/noNonNullAssertion: all are parsed with positions
  const { start, end } = loc!
  return { start: start.offset, end: end.offset }
}

function sourceOf(node: CssNodePlain, css: string): string {
  const { start, end } = spanOf(node)
  return css.slice(start, end)
}

/** A declaration with the offsets of its property and of the words in its value. */
export interface PlacedDeclaration {
  property: string
  start: number
  words: { word: string; start: number; end: number }[]
}

/** All declarations of a stylesheet, or of a `style` attribute, in order. */
export function declarationsOf(css: string, context: 'stylesheet' | 'declarationList'): PlacedDeclaration[] {
  const found: PlacedDeclaration[] = []
  walk(parse(css, { context, positions: true }), {
    visit: 'Declaration',
    enter({ property, loc, value }) {
      const words: PlacedDeclaration['words'] = []
      walk(value, node => {
        if (node.type === 'Identifier') words.push({ word: node.name, ...spanOf(node) })
      })
      found.push({ property, start: spanOf({ loc }).start, words })
    },
  })
  return found
}

/** The classes in a stylesheet's selectors. */
export function classesIn(css: string): Set<string> {
  const classes = new Set<string>()
  walk(parse(css), { visit: 'ClassSelector', enter: ({ name }) => void classes.add(name) })
  return classes
}

/** A stylesheet's tokens, including text that isn't CSS. */
function cssTokens(css: string): { type: 'space' | 'comment' | 'other'; text: string }[] {
  const tokens: ReturnType<typeof cssTokens> = []
  tokenize(css, (type, start, end) => {
    const kind = type === tokenTypes.WhiteSpace ? 'space' : type === tokenTypes.Comment ? 'comment' : 'other'
    tokens.push({ type: kind, text: css.slice(start, end) })
  })
  return tokens
}

/** Where the brackets begin that are open at a stylesheet's end, outermost first; or where more than `most` are open. */
export function openBrackets(css: string, most: number): number[] {
  const open: number[] = []
  let at = 0
  for (const { type, text } of cssTokens(css)) {
    if (type === 'other' && /[({[]$/.test(text)) open.push(at)
    else if (/^[)}\]]$/.test(text)) open.pop()
    if (open.length > most) break
    at += text.length
  }
  return open
}

/** All CSS properties. */
export const cssProperties: readonly string[] = Object.keys((lexer as typeof lexer & { properties: object }).properties)

/** Whether CSS's grammar allows a known property to have that value. */
export function isValueOf(property: string, value: string): boolean {
  return !lexer.matchProperty(property, value).error
}

/** A stylesheet without its `@import` rules: a mail loads nothing from elsewhere, which would tell when it is read. */
export function withoutImports(css: string): string {
  if (!/import|\\/i.test(css)) return css
  let kept = ''
  let from = 0
  walk(parseStylesheet(css) as never, {
    visit: 'Atrule',
    enter({ name, loc }) {
      const { start, end } = spanOf({ loc })
      if (ident.decode(name).toLowerCase() !== 'import' || start < from) return
      kept += css.slice(from, start)
      from = end
    },
  })
  return kept + css.slice(from)
}

/** The ranges within `@media print`, as offsets. */
export function printRanges(css: string): [start: number, end: number][] {
  return parseStylesheet(css)
    .children.filter(node => node.type === 'Atrule' && isPrint(node, css))
    .map(spanOf)
    .map(({ start, end }) => [start, end])
}

function isPrint({ name, prelude }: AtrulePlain, css: string): boolean {
  const query = prelude ? sourceOf(prelude, css) : ''
  return name === 'media' && /^print$/i.test(query.trim())
}

/** Stylesheets added to the pages' stylesheets, in order: the look's, then the merchant's. */
export const addedStyles = ['variant.css', 'brand.css'] as const

/**
 * The files with `variant.css` and `brand.css` appended to the pages' stylesheets: plain rules to `email.css`, those of
 * `@media print` to `print.css`, those of other `@media` to `email-kept.css`. None has an `@import`.
 */
export function joinStyles(files: TemplateFiles): TemplateFiles {
  const joined = new Map(files)
  for (const path of ['email.css', 'email-kept.css', 'print.css']) {
    const css = files.get(path)
    if (css !== undefined) joined.set(path, withoutImports(css))
  }
  for (const name of addedStyles) {
    const css = withoutImports(files.get(name) ?? '')
    const added = { 'email.css': '', 'email-kept.css': '', 'print.css': '' }
    for (const node of parseStylesheet(css).children) {
      if (node.type === 'Rule') added['email.css'] += `${sourceOf(node, css)}\n`
      if (node.type !== 'Atrule') continue
      if (!isPrint(node, css)) added['email-kept.css'] += `${sourceOf(node, css)}\n`
      else if (node.block) added['print.css'] += `${sourceOf(node.block, css).slice(1, -1)}\n`
    }
    for (const [path, text] of Object.entries(added)) if (text) joined.set(path, `${joined.get(path) ?? ''}\n${text}`)
  }
  return joined
}

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
