import Handlebars from 'handlebars'
import { TemplateError } from '../../errors.ts'
import { createBoundedCache } from '../../locale/bounded-cache.ts'

/**
 * The syntax tree of a template, not to be changed: whoever parses the same text gets the same tree. Lines count from 1,
 * columns from 0.
 *
 * @param file its path, for errors
 * @throws TemplateError with file and line if it is not valid Handlebars
 */
export function parseTemplate(source: string, file: string): hbs.AST.Program {
  try {
    return trees.get(source, () => Handlebars.parse(source))
  } catch (error) {
    throw syntaxError(error as Error, file, source)
  }
}

/**
 * Pages share sections, and a merchant's folder most of its files with the package's: three sets of those, of which each takes
 * 2 MB.
 */
const trees = createBoundedCache<hbs.AST.Program>(400)

/** A message with the lines around the place. `line` and `column` count from 1. */
export function locatedError(message: string, file: string, source: string, line: number, column: number) {
  return new TemplateError(`${message}\n${codeFrame(source, line)}`, { file, line, column })
}

/** The line and its neighbors, numbered, with the line marked. */
export function codeFrame(source: string, line: number): string {
  const lines = source.split('\n')
  return [line - 1, line, line + 1]
    .filter(number => lines[number - 1] !== undefined)
    .map(number => `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${lines[number - 1]}`)
    .join('\n')
}

function syntaxError(error: Error, file: string, source: string): TemplateError {
  const said = error.message.split('\n').at(-1) ?? error.message
  const open = /got 'EOF'/.test(said) ? openBlock(source) : undefined
  if (open) return locatedError(`invalid Handlebars: ${open.block} is not closed`, file, source, open.line, 1)
  const { lineNumber } = error as { lineNumber?: number }
  const line = lineNumber ?? Number(/line (\d+)/.exec(error.message)?.[1] ?? 1)
  const plain = said.replace(/^(\w+) doesn't match (\w+) - .*$/, '{{#$1}} is closed by {{/$2}}')
  return locatedError(`invalid Handlebars: ${plain}`, file, source, line, 1)
}

/** The innermost unclosed block, which the parser reports only at the end of the file. */
function openBlock(source: string): { block: string; line: number } | undefined {
  const open: { block: string; line: number }[] = []
  for (const { 0: block, 1: sign, index } of source.matchAll(/\{\{~?!--[\s\S]*?--~?\}\}|\{\{~?([#/])[^}]*\}\}/g)) {
    if (sign === '#') open.push({ block, line: source.slice(0, index).split('\n').length })
    if (sign === '/') open.pop()
  }
  return open.at(-1)
}
