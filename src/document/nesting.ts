import { locatedError, openBlocks } from './language/parse.ts'
import { openBrackets } from './styles/stylesheet.ts'
import type { TemplateFiles } from './template-files.ts'

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
