import { parseTemplate } from '../../src/document/language/parse.ts'
import type { PageName } from '../../src/document/pages.ts'
import { addedStyles } from '../../src/document/styles/join-styles.ts'
import { printRanges } from '../../src/document/styles/stylesheet.ts'

/** Stylesheets that a page has without naming them; of those for mail and paper alike, the part that is the page's. */
export const stylesOf: Record<PageName, readonly string[]> = {
  email: ['email.css', ...addedStyles],
  print: addedStyles,
  text: [],
}

/**
 * The syntax tree of a file as a page sees it. What the page does not see is left out, each place stays where it is.
 *
 * @throws TemplateError where it is no valid Handlebars
 */
export function parseFile(source: string, file: string, page: PageName): hbs.AST.Program {
  if (!file.endsWith('.css')) return parseTemplate(source, file)
  const styles = source.replace(/\/\*[\s\S]*?\*\//g, blank)
  return parseTemplate((addedStyles as readonly string[]).includes(file) ? partOf(styles, page) : styles, file)
}

/** What of a stylesheet for mail and paper goes into the page. */
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
