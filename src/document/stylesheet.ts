import { type CssNode, type CssNodePlain, parse, type StyleSheetPlain, toPlainObject, walk } from 'css-tree'

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
    const isPrint = node.name === 'media' && /^print$/i.test(node.prelude ? text(node.prelude).trim() : '')
    if (isPrint) parts.print += `${text(node.block!).slice(1, -1)}\n`
    else parts.kept += `${text(node)}\n`
  }
  return parts
}
