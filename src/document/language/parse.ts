import Handlebars from 'handlebars'
import { TemplateError } from '../../errors.ts'
import { createBoundedCache } from '../../locale/bounded-cache.ts'
import type { Refuse } from './path.ts'

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

/** Makes errors for a file, with the place and the lines around it. */
export function refusalIn(file: string, source: string): Refuse {
  return ({ loc }, message) => locatedError(message, file, source, loc.start.line, loc.start.column + 1)
}

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
  const message = error.message.split('\n').at(-1) ?? error.message
  const open = /got 'EOF'/.test(message) ? openBlocks(source).at(-1) : undefined
  if (open) {
    const lineOfIt = source.slice(0, open.index).split('\n').length
    return locatedError(`invalid Handlebars: ${open.block} is not closed`, file, source, lineOfIt, 1)
  }
  const { lineNumber } = error as { lineNumber?: number }
  const line = lineNumber ?? Number(/line (\d+)/.exec(error.message)?.[1] ?? 1)
  const plain = message.replace(/^(\w+) doesn't match (\w+) - .*$/, '{{#$1}} is closed by {{/$2}}')
  return locatedError(`invalid Handlebars: ${plain}`, file, source, line, 1)
}

/**
 * The blocks that are open at the end of a template, outermost first, which the parser reports only there; or where more than `most` are
 * open.
 */
export function openBlocks(source: string, most = Number.POSITIVE_INFINITY): { block: string; index: number }[] {
  const open: { block: string; index: number }[] = []
  const edge = /\{\{~?(?:!--|([#/])[^{}]*\}\})/g
  for (let found = edge.exec(source); found && open.length <= most; found = edge.exec(source)) {
    const [block, sign] = found
    if (sign === '#') open.push({ block, index: found.index })
    if (sign === '/') open.pop()
    if (sign) continue
    const end = source.indexOf('--', edge.lastIndex)
    if (end < 0) break
    edge.lastIndex = end
  }
  return open
}
