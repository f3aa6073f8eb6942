import Handlebars from 'handlebars'
import juice from 'juice'
import { TemplateError } from '../errors.ts'
import type { Direction } from '../view/receipt-view.ts'
import { expandPage, type PageName, type UsedFile } from './expand.ts'
import { helperNames } from './helpers.ts'
import { minifyCss, minifyHtml, physical, pruneClasses } from './style.ts'
import type { TemplateFiles } from './template-files.ts'

/** JavaScript source of every template, for `Handlebars.template`. */
export interface CompiledTemplates {
  emailLtr: string
  emailRtl: string
  print: string
  text: string
}

/** The names the compiler must find; anything else in a call is a mistake in the template. */
const builtIn = ['if', 'unless', 'each', 'with']

/**
 * Compiles a template folder: sections are put into their page, styles onto the elements (once, here, and never again per
 * receipt), and the result becomes JavaScript.
 *
 * @throws TemplateError that names file, line and column
 */
export function compileTemplates(files: TemplateFiles): CompiledTemplates {
  return {
    emailLtr: precompile(emailPage(files, 'ltr'), 'email'),
    emailRtl: precompile(emailPage(files, 'rtl'), 'email'),
    print: precompile(printPage(files), 'print'),
    text: precompile(
      expandPage(files, 'text', file => checkFile(file, 'text')),
      'text',
    ),
  }
}

/** The mail's page with its styles on the elements, still a template. */
export function emailPage(files: TemplateFiles, dir: Direction): string {
  return finishMail(inlineStyles(wholeEmailPage(files, dir), files, dir), files)
}

/** The mail's page before its styles are inlined. */
export function wholeEmailPage(files: TemplateFiles, dir: Direction): string {
  return physical(
    expandPage(withMinifiedCss(files), 'email', file => checkFile(file, 'html')),
    dir,
  )
}

/** Puts `email.css` on the elements it selects; rules in the page's own style element stay there. */
export function inlineStyles(html: string, files: TemplateFiles, dir: Direction): string {
  // A mustache is no CSS value to the inliner, so it travels as a word.
  const css = physical(minifyCss(files.get('email.css') ?? ''), dir).replace(/\{\{([\w.]+)\}\}/g, '--$1--')
  const inlined = juice.inlineContent(html, css, {
    applyWidthAttributes: false,
    applyHeightAttributes: false,
    applyAttributesTableElements: false,
    inlinePseudoElements: false,
    preserveImportant: true,
  })
  return inlined.replace(/--([\w.]+)--/g, (word, field: string) => (css.includes(word) ? `{{@root.${field}}}` : word))
}

/** The last touches on an inlined mail: classes without a kept rule, and line breaks, go. */
export function finishMail(html: string, files: TemplateFiles): string {
  return minifyHtml(pruneClasses(html, files.get('email-kept.css') ?? ''))
}

/** Compiles a page as it stands. */
export function precompile(page: string, name: PageName): string {
  const known = name === 'text' ? helperNames.text : helperNames.html
  const tree = Handlebars.parse(page)
  if (name !== 'text') new DirectedFields(known).accept(tree)
  return Handlebars.precompile(tree, {
    knownHelpers: Object.fromEntries(known.map(helper => [helper, true])) as never,
    knownHelpersOnly: true,
    strict: true,
    noEscape: name === 'text',
  }) as string
}

function printPage(files: TemplateFiles): string {
  return minifyHtml(expandPage(withMinifiedCss(files), 'print', file => checkFile(file, 'html')))
}

function withMinifiedCss(files: TemplateFiles): TemplateFiles {
  return new Map([...files].map(([path, text]) => [path, path.endsWith('.css') ? minifyCss(text) : text]))
}

/** Puts the helper `directed` around every plain field, so that direction is never forgotten. */
class DirectedFields extends Handlebars.Visitor {
  readonly known: readonly string[]

  constructor(known: readonly string[]) {
    super()
    this.known = known
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    const path = mustache.path as hbs.AST.PathExpression
    if (
      mustache.params.length === 0 &&
      !path.data &&
      !(path.parts.length === 1 && this.known.includes(path.original))
    ) {
      mustache.params = [path]
      mustache.path = {
        type: 'PathExpression',
        data: false,
        depth: 0,
        parts: ['directed'],
        original: 'directed',
        loc: path.loc,
      } as never
    }
    const { original } = mustache.path as hbs.AST.PathExpression
    const [field] = mustache.params as hbs.AST.PathExpression[]
    // The field's name goes along, for the message when this receipt's view has no such field.
    if (field && (original === 'directed' || original === 'plain')) {
      mustache.params.push({
        type: 'StringLiteral',
        value: field.original,
        original: field.original,
        loc: field.loc,
      } as never)
    }
  }
}

/** What can be told from one file alone is told with its own line: syntax, unknown words, markup that is not escaped. */
function checkFile({ path, source }: UsedFile, kind: 'html' | 'text'): void {
  let tree: hbs.AST.Program
  try {
    tree = Handlebars.parse(source)
  } catch (error) {
    throw syntaxError(error as Error, path, source)
  }
  new Checker(path, source, [...(kind === 'text' ? helperNames.text : helperNames.html), ...builtIn], kind).accept(tree)
}

class Checker extends Handlebars.Visitor {
  readonly file: string
  readonly source: string
  readonly words: readonly string[]
  readonly kind: 'html' | 'text'

  constructor(file: string, source: string, words: readonly string[], kind: 'html' | 'text') {
    super()
    this.file = file
    this.source = source
    this.words = words
    this.kind = kind
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    if (!mustache.escaped && this.kind === 'html') {
      throw this.at(mustache, "three braces would print a receipt's text as markup; write {{ }}")
    }
    if (mustache.params.length > 0) this.checkWord(mustache)
    super.MustacheStatement(mustache)
  }

  override SubExpression(call: hbs.AST.SubExpression): void {
    this.checkWord(call)
    super.SubExpression(call)
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    this.checkWord(block)
    super.BlockStatement(block)
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    if (partial.name.type === 'SubExpression')
      throw this.at(partial, 'a section is named by a plain word, not computed')
    if (partial.params.length || partial.hash?.pairs.length) {
      throw this.at(partial, 'a section takes no arguments; put {{#with field}} around it')
    }
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    throw this.at(partial, 'partial blocks are not supported; write {{> section}}')
  }

  override Decorator(decorator: hbs.AST.Decorator): void {
    throw this.at(decorator, 'decorators are not supported')
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    throw this.at(decorator, 'decorators are not supported')
  }

  checkWord(call: { path: hbs.AST.Expression; loc: hbs.AST.SourceLocation }): void {
    const word = (call.path as hbs.AST.PathExpression).original
    if (this.words.includes(word)) return
    throw this.at(call, `there is no helper "${word}"; helpers are ${this.words.join(', ')}`)
  }

  at({ loc }: { loc: hbs.AST.SourceLocation }, message: string): TemplateError {
    return locatedError(message, this.file, this.source, loc.start.line, loc.start.column + 1)
  }
}

function syntaxError(error: Error, file: string, source: string): TemplateError {
  const line = Number(/line (\d+)/.exec(error.message)?.[1] ?? 1)
  const expected = error.message.split('\n').at(-1) ?? error.message
  return locatedError(`this is no valid Handlebars: ${expected}`, file, source, line, 1)
}

/** A message with the lines around the place. */
function locatedError(message: string, file: string, source: string, line: number, column: number): TemplateError {
  const lines = source.split('\n')
  const frame = [line - 1, line, line + 1]
    .filter(number => lines[number - 1] !== undefined)
    .map(number => `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${lines[number - 1]}`)
    .join('\n')
  return new TemplateError(`${message}\n${frame}`, { file, line, column })
}
