import {
  type AtrulePlain,
  type CssNode,
  type CssNodePlain,
  lexer,
  parse,
  type StyleSheetPlain,
  tokenize,
  tokenTypes,
  toPlainObject,
  walk,
} from 'css-tree'

export type { CssNode, CssNodePlain }

/**
 * The syntax tree of a stylesheet, with places. A mustache is no CSS, so each stands in the tree as an identifier of the
 * same length: `{{brand.color}}` as `--brand-color--`.
 *
 * @param wrong is called for each part that is no CSS; `line` and `column` count from 1
 */
export function parseStylesheet(
  css: string,
  wrong: (message: string, line: number, column: number) => void = () => {},
): StyleSheetPlain {
  const masked = css.replace(/\{\{([\w.@]+)\}\}/g, (_, field: string) => `--${field.replace(/\W/g, '-')}--`)
  const tree = parse(masked, {
    positions: true,
    onParseError: error => wrong(error.message, error.line, error.column),
  })
  return toPlainObject(tree) as StyleSheetPlain
}

export { walk as walkStylesheet }

/** A declaration with the offsets of its property and of the plain words among its value. */
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
        if (node.type === 'Identifier')
          words.push({ word: node.name, start: node.loc!.start.offset, end: node.loc!.end.offset })
      })
      found.push({ property, start: loc!.start.offset, words })
    },
  })
  return found
}

/** The classes that selectors of a stylesheet name. */
export function classesIn(css: string): Set<string> {
  const classes = new Set<string>()
  walk(parse(css), { visit: 'ClassSelector', enter: ({ name }) => void classes.add(name) })
  return classes
}

/** A stylesheet in tokens; text that is no CSS is in one of them, too. */
export function cssTokens(css: string): { type: 'space' | 'comment' | 'other'; text: string }[] {
  const tokens: ReturnType<typeof cssTokens> = []
  tokenize(css, (type, start, end) => {
    const kind = type === tokenTypes.WhiteSpace ? 'space' : type === tokenTypes.Comment ? 'comment' : 'other'
    tokens.push({ type: kind, text: css.slice(start, end) })
  })
  return tokens
}

/** The properties that CSS knows. */
export const cssProperties: readonly string[] = Object.keys((lexer as unknown as { properties: object }).properties)

/** Whether the grammar of CSS lets a property that it knows have that value. */
export function isValueOf(property: string, value: string): boolean {
  return !lexer.matchProperty(property, value).error
}

/** The parts of a stylesheet that speaks of mail and paper alike. */
export interface StyleParts {
  /** Plain rules: put on the elements of the mail. */
  inlined: string
  /** Rules within `@media`: they stay in the mail's stylesheet. */
  kept: string
  /** What stands within `@media print`. */
  print: string
}

/** Takes a stylesheet apart: plain rules, those of `@media print`, and those of any other `@media`. */
export function styleParts(css: string): StyleParts {
  const parts: StyleParts = { inlined: '', kept: '', print: '' }
  const text = (node: CssNodePlain) => css.slice(node.loc!.start.offset, node.loc!.end.offset)
  for (const node of parseStylesheet(css).children) {
    if (node.type === 'Rule') parts.inlined += `${text(node)}\n`
    if (node.type !== 'Atrule') continue
    if (isPrint(node, css)) parts.print += `${text(node.block!).slice(1, -1)}\n`
    else parts.kept += `${text(node)}\n`
  }
  return parts
}

/** The ranges of a stylesheet, from offset to offset, that are within `@media print`. */
export function printRanges(css: string): [start: number, end: number][] {
  return parseStylesheet(css)
    .children.filter(node => node.type === 'Atrule' && isPrint(node, css))
    .map(({ loc }) => [loc!.start.offset, loc!.end.offset])
}

function isPrint({ name, prelude }: AtrulePlain, css: string): boolean {
  const query = prelude ? css.slice(prelude.loc!.start.offset, prelude.loc!.end.offset) : ''
  return name === 'media' && /^print$/i.test(query.trim())
}
