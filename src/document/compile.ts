import juice from 'juice'
import type { Direction } from '../view/receipt-view.ts'
import { emit } from './emit.ts'
import type { Refuse } from './emit-path.ts'
import { expandPage, type PageName, type UsedFile } from './expand.ts'
import { joinStyles } from './join-styles.ts'
import { locatedError, parseTemplate } from './parse-template.ts'
import { minifyCss, minifyHtml, minifyStyles, physical, pruneClasses } from './style.ts'
import type { TemplateFiles } from './template-files.ts'

/** JavaScript source of every template: each a `TemplateSpec`. */
export interface CompiledTemplates {
  emailLtr: string
  emailRtl: string
  print: string
  text: string
}

/**
 * Compiles a template folder: sections are put into their page, styles onto the elements (once, here, and never again per
 * receipt), and the result becomes JavaScript.
 *
 * @throws TemplateError that names file, line and column
 */
export function compileTemplates(given: TemplateFiles): CompiledTemplates {
  const files = joinStyles(given)
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
  return minifyHtml(minifyStyles(pruneClasses(html, files.get('email-kept.css') ?? '')))
}

/**
 * Compiles a page as it stands.
 *
 * @throws TemplateError that names line and column within the page
 */
export function precompile(page: string, name: PageName): string {
  const file = `the page ${name}`
  return emit(parseTemplate(page, file), name === 'text' ? 'text' : 'html', refusalIn(file, page))
}

function printPage(files: TemplateFiles): string {
  return minifyHtml(expandPage(withMinifiedCss(files), 'print', file => checkFile(file, 'html')))
}

function withMinifiedCss(files: TemplateFiles): TemplateFiles {
  return new Map([...files].map(([path, text]) => [path, path.endsWith('.css') ? minifyCss(text) : text]))
}

/**
 * What can be told from one file alone is told with its own line: syntax, unknown words, markup that is not escaped. A file
 * that can be emitted is in order.
 */
function checkFile({ path, source }: UsedFile, kind: 'html' | 'text'): void {
  emit(parseTemplate(source, path), kind, refusalIn(path, source))
}

/** Makes the errors for a file: message, place, and the lines around it. */
export function refusalIn(file: string, source: string): Refuse {
  return ({ loc }, message) => locatedError(message, file, source, loc.start.line, loc.start.column + 1)
}
