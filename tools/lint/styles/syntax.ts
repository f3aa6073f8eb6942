import { type Place, placeBehind } from '../markup/html-pieces.ts'
import type { Report } from '../report.ts'
import type { Sheet } from './sheet.ts'

/** What is no CSS, and mustaches that a stylesheet cannot hold. */
export function syntaxRule({ problems }: Sheet, source: string, report: Report): void {
  const told = new Set<number>()
  for (const [index, mustache] of mustachesOf(source)) {
    const at = placeBehind({ line: 1, column: 1 }, source.slice(0, index))
    const wrong = wrongMustache(mustache)
    if (!wrong) continue
    report(at, wrong)
    told.add(at.line)
  }
  for (const { message, at } of problems) {
    // The first error of a line brings others with it.
    if (told.has(at.line)) continue
    told.add(at.line)
    report(
      at,
      syntaxError(
        `this is no CSS: ${message}`,
        'correct it; browsers leave out what they cannot read, and more with it',
      ),
    )
  }
  const unclosed = unclosedBlock(source)
  if (unclosed) report(unclosed, syntaxError('this { is never closed', 'write the } that is missing'))
}

function syntaxError(message: string, advice: string) {
  return { rule: 'css-syntax', severity: 'error', message, advice } as const
}

function mustachesOf(source: string): [number, string][] {
  return Array.from(blanked(source, comments).matchAll(/\{\{.*?\}\}/g), match => [match.index, match[0]])
}

/** Fields that there are not, blocks and helpers are told by the rules about fields. */
function wrongMustache(mustache: string): Parameters<Report>[1] | undefined {
  const path = /^\{\{\s*([\w.@]+)\s*\}\}$/.exec(mustache)?.[1]
  if (path === undefined) return undefined
  if (!/^(@root\.)?brand\./.test(path)) {
    return {
      rule: 'data-in-style',
      severity: 'error',
      message: `${mustache} is text of a receipt and would be read as CSS`,
      advice: 'only {{brand.…}} has a place in stylesheets',
    }
  }
  return mustache === `{{${path}}}`
    ? undefined
    : syntaxError(`${mustache} has spaces in it, which a stylesheet cannot hold`, `write {{${path}}}`)
}

function unclosedBlock(source: string): Place | undefined {
  const opened: number[] = []
  for (const { 0: bracket, index } of blanked(source, commentsAndQuotes)
    .replace(/\{\{|\}\}/g, '  ')
    .matchAll(/[{}]/g)) {
    if (bracket === '{') opened.push(index)
    else opened.pop()
  }
  const first = opened[0]
  return first === undefined ? undefined : placeBehind({ line: 1, column: 1 }, source.slice(0, first))
}

const comments = /\/\*[\s\S]*?(?:\*\/|$)/g
const commentsAndQuotes = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** The source with spaces in place of what `parts` finds. */
function blanked(source: string, parts: RegExp): string {
  return source.replace(parts, found => found.replace(/[^\n]/g, ' '))
}
