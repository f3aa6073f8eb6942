import type { Direction } from '../view/receipt-view.ts'
import { checkTemplate } from './language/check.ts'
import { createMask } from './language/mask.ts'
import { locatedError } from './language/parse.ts'
import type { Refuse } from './language/path.ts'
import { parseStyles, splicePage } from './language/splice.ts'
import { writeTemplate } from './language/write.ts'
import { inlineStyles } from './styles/inline.ts'
import { minifyHtml } from './styles/minify.ts'
import { addedStyles, joinStyles, withoutImports } from './styles/stylesheet.ts'
import type { PageName, TemplateFiles } from './template-files.ts'

/** JavaScript source of every template, each a `TemplateSpec`. */
export interface CompiledTemplates {
  emailLtr: string
  emailRtl: string
  print: string
  text: string
  /** How the web page prints, as CSS. */
  pageStyle: string
}

/**
 * Compiles a template folder: splices sections into their pages, inlines styles (here, not per receipt), and writes the
 * result as JavaScript.
 *
 * @throws TemplateError with file, line and column
 */
export function compileTemplates(given: TemplateFiles): CompiledTemplates {
  for (const path of ['email.css', pageStyle, ...addedStyles]) checkStyles(path, given.get(path) ?? '')
  const files = joinStyles(given)
  return {
    emailLtr: writeTemplate(mailPage(files, 'ltr'), 'html'),
    emailRtl: writeTemplate(mailPage(files, 'rtl'), 'html'),
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
  return splicePage(files, page, (path, tree) => checkTemplate(tree, kind, refusalIn(path, files.get(path) ?? ''))).tree
}

/** Makes errors for a file, with the place and the lines around it. */
export function refusalIn(file: string, source: string): Refuse {
  return ({ loc }, message) => locatedError(message, file, source, loc.start.line, loc.start.column + 1)
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
