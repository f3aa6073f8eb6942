import { parseTemplate } from '../../src/document/language/parse.ts'
import type { PageName } from '../../src/document/pages.ts'
import { addedStyles } from '../../src/document/styles/join-styles.ts'
import { printRanges } from '../../src/document/styles/stylesheet.ts'

/** Stylesheets that a page gets implicitly; of those shared by mail and paper, its part. */
export const stylesOf: Record<PageName, readonly string[]> = {
  email: ['email.css', ...addedStyles],
  print: addedStyles,
  text: [],
}

/**
 * The syntax tree of a file as a page sees it. The rest is blanked, so positions stay the same.
 *
 * @throws TemplateError if it is not valid Handlebars
 */
export function parseFile(source: string, file: string, page: PageName): hbs.AST.Program {
  if (!file.endsWith('.css')) return parseTemplate(source, file)
  const styles = source.replace(/\/\*[\s\S]*?\*\//g, blank)
  return parseTemplate((addedStyles as readonly string[]).includes(file) ? partOf(styles, page) : styles, file)
}

/** The page's part of a stylesheet shared by mail and paper. */
function partOf(css: string, page: PageName): string {
  let mail = ''
  let print = ''
  let at = 0
  for (const [start, end] of printRanges(css)) {
    mail += css.slice(at, start) + blank(css.slice(start, end))
    print += blank(css.slice(at, start)) + css.slice(start, end)
    at = end
  }
  return page === 'print' ? print + blank(css.slice(at)) : mail + css.slice(at)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
