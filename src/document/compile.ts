import type { TemplatePlace } from '../errors.ts'
import type { Direction } from '../view/receipt-view.ts'
import type { CompiledTemplates, PrintedAt } from './compiled.ts'
import { checkTemplate } from './language/check.ts'
import { createMask } from './language/mask.ts'
import { locatedError, openBlocks, parseTemplate, refusalIn } from './language/parse.ts'
import { parseStyles, splicePage } from './language/splice.ts'
import { writeTemplate } from './language/write.ts'
import { inlineStyles } from './styles/inline.ts'
import { addedStyles, joinStyles, minifyHtml, openBrackets, withoutImports } from './styles/stylesheet.ts'
import { type PageName, pages, type TemplateFiles } from './template-files.ts'

/**
 * Compiles a template folder: splices sections into their pages, inlines styles (here, not per receipt), and writes the
 * result as JavaScript.
 *
 * @throws TemplateError with file, line and column
 */
export function compileTemplates(given: TemplateFiles): CompiledTemplates {
  for (const path of ['email.css', pageStyle, ...addedStyles]) checkStyles(path, given.get(path) ?? '')
  const files = joinStyles(given)
  let emailRtl: string | undefined
  return {
    emailLtr: writeTemplate(mailPage(files, 'ltr'), 'html'),
    // Inlining is most of the work, few receipts are in Arabic or Hebrew, and what can be wrong is wrong in both directions.
    get emailRtl() {
      emailRtl ??= writeTemplate(mailPage(files, 'rtl'), 'html')
      return emailRtl
    },
    print: writeTemplate(printPage(files), 'html'),
    text: writeTemplate(checkedPage(files, 'text'), 'text'),
    pageStyle: writeTemplate(parseStyles(withoutImports(files.get(pageStyle) ?? ''), pageStyle), 'html'),
  }
}

/** The stylesheet that a web page has, and a mail has not. */
const pageStyle = 'page.css'

/** The mail with `email.css` inlined, still a template. */
export function mailPage(files: TemplateFiles, dir: Direction): hbs.AST.Program {
  const mask = createMask()
  const css = mask.hide(fromRoot(parseStyles(files.get('email.css') ?? '', 'email.css')))
  return mask.show(minifyHtml(inlineStyles(mask.hide(checkedPage(files, 'email')), css, dir)))
}

/** A page with its sections spliced in, checked file by file, so that errors have the file's line. */
export function checkedPage(files: TemplateFiles, page: PageName): hbs.AST.Program {
  const kind = page === 'text' ? 'text' : 'html'
  const splice = (from: TemplateFiles) =>
    splicePage(from, page, (path, tree) => checkTemplate(tree, kind, refusalIn(path, from.get(path) ?? '')))
  const whole = splice(files)
  const lacking = movedUp.filter(({ field }) => !hasName(whole, field))
  return lacking.length === 0 ? whole : splice(withoutMoves(files, lacking))
}

function hasName(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('original' in node && node.original === name) return true
  return Object.entries(node).some(([key, part]) => key !== 'loc' && hasName(part, name))
}

/** What stands higher up since some version, the section that printed it before, and what that asks first. */
const movedUp = [
  { field: 'pass', section: /(^|\/)barcode\./, unless: '{{#unless isPass}}' },
  { field: 'rawGoods', section: /(^|\/)raw\./, unless: '{{#unless @root.rawGoods}}' },
] as const

/** For a page whose templates are from before something moved up: it stays where it was. */
function withoutMoves(files: TemplateFiles, moves: readonly (typeof movedUp)[number][]): TemplateFiles {
  const below = new Map(files)
  for (const [path, text] of files)
    for (const { section, unless } of moves)
      if (section.test(path)) below.set(path, text.replaceAll(unless, '{{#unless isShownAbove}}'))
  return below
}

function printPage(files: TemplateFiles): hbs.AST.Program {
  const mask = createMask()
  return mask.show(minifyHtml(mask.hide(checkedPage(files, 'print'))))
}

/** Inlined rules end up in attributes all over the page, where only plain values can be filled in. */
function checkStyles(path: string, css: string): void {
  const refuse = refusalIn(path, css)
  const tree = parseStyles(css, path)
  checkTemplate(tree, 'html', refuse)
  const logic = tree.body.find(node => node.type !== 'ContentStatement' && !isPlainField(node))
  if (logic) throw refuse(logic, 'only plain fields, such as {{brand.color}}, work in styles that are inlined')
}

/** Whether a statement just prints a field. */
export function isPlainField(node: hbs.AST.Statement): boolean {
  if (node.type !== 'MustacheStatement') return false
  const { path, params } = node as hbs.AST.MustacheStatement
  return params.length === 0 && /^[\w.]+$/.test((path as hbs.AST.PathExpression).original)
}

/** Rewrites fields as `@root` paths, which work anywhere on the page. */
function fromRoot(styles: hbs.AST.Program): hbs.AST.Program {
  const body = styles.body.map(node => {
    if (node.type !== 'MustacheStatement') return node
    const { path } = node as hbs.AST.MustacheStatement & { path: hbs.AST.PathExpression }
    return {
      ...node,
      path: { ...path, data: true, parts: ['root', ...path.parts], original: `@root.${path.original}` },
    }
  })
  return { ...styles, body }
}

/** What follows walks blocks, elements and rules by calling itself, and inlining takes the square of it. */
const deepest = 100

/**
 * Checks that nothing in a folder's templates and stylesheets is nested deeper than any design needs.
 *
 * @throws TemplateError with the place where it gets too deep
 */
export function checkNesting(files: TemplateFiles): void {
  for (const [file, text] of files) checkFile(file, text)
}

function checkFile(file: string, text: string): void {
  const kinds = {
    blocks: openBlocks(text, deepest).map(({ index }) => index),
    ...(file.endsWith('.css') ? { brackets: openBrackets(text, deepest) } : { elements: openElements(text) }),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    const index = open[deepest]
    if (index === undefined) continue
    const line = text.slice(0, index).split('\n').length
    const column = index - text.lastIndexOf('\n', index - 1)
    throw locatedError(`${kind} are nested more than ${deepest} deep`, file, text, line, column)
  }
}

/** Where the open elements begin, outermost first, once they are too deep; those with an optional end tag don't count (HTML 13.1.2.4). */
function openElements(text: string): number[] {
  const open: number[] = []
  for (const { 1: end, 2: name = '', index } of text.matchAll(/<(\/?)([a-z][\w-]*)(?=[^<>]*(?<!\/)>)/gi)) {
    if (ended.has(name.toLowerCase())) continue
    if (end) open.pop()
    else if (open.push(index) > deepest) break
  }
  return open
}

const ended = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd option optgroup rt rp colgroup thead tbody tfoot tr td th'.split(
    ' ',
  ),
)

/** Finds where templates print each field. They compiled before, so they are valid. */
export function printedAt(files: TemplateFiles): PrintedAt {
  const found: { field: string; place: TemplatePlace }[] = []
  for (const [file, source] of files) {
    if (!file.endsWith('.hbs')) continue
    for (const { original, loc } of printedPaths(parseTemplate(source, file)))
      found.push({ field: original, place: { file, line: loc.start.line, column: loc.start.column + 1 } })
  }
  return (page, field) =>
    found
      .filter(each => each.field === field && pages[page].endings.some(ending => each.place.file.endsWith(ending)))
      .slice(0, maxPlaces)
      .map(({ place }) => place)
}

const maxPlaces = 5

/** The paths that are printed or passed to a helper, not those that blocks such as `{{#if}}` test. */
function printedPaths(program: hbs.AST.Program | undefined): hbs.AST.PathExpression[] {
  return (program?.body ?? []).flatMap(node => {
    if (node.type === 'MustacheStatement') return pathsIn(node as hbs.AST.MustacheStatement)
    if (node.type !== 'BlockStatement') return []
    const { params, program: inside, inverse } = node as hbs.AST.BlockStatement
    const given = params.flatMap(each => (each.type === 'SubExpression' ? pathsIn(each as hbs.AST.SubExpression) : []))
    return [...given, ...printedPaths(inside), ...printedPaths(inverse)]
  })
}

/** A word with arguments is a helper; a word alone is a field. */
function pathsIn({ path, params }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): hbs.AST.PathExpression[] {
  const named = params.length > 0 ? params : [path]
  return named.flatMap(each => {
    if (each.type === 'SubExpression') return pathsIn(each as hbs.AST.SubExpression)
    return each.type === 'PathExpression' ? [each as hbs.AST.PathExpression] : []
  })
}
