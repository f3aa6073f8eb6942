import { type Place, placeAfter } from '../markup/html-pieces.ts'
import type { Report } from '../report.ts'
import type { Sheet } from './sheet.ts'

/** Invalid CSS, and mustaches that a stylesheet cannot contain. */
export function syntaxRule({ problems }: Sheet, source: string, report: Report): void {
  const reported = new Set<number>()
  for (const [index, mustache] of mustachesOf(source)) {
    const at = placeAfter({ line: 1, column: 1 }, source.slice(0, index))
    const wrong = wrongMustache(mustache)
    if (!wrong) continue
    report(at, wrong)
    reported.add(at.line)
  }
  for (const { message, at } of problems) {
    // The first error of a line causes others.
    if (reported.has(at.line)) continue
    reported.add(at.line)
    report(
      at,
      syntaxError(`invalid CSS: ${message}`, 'correct it; browsers drop what they cannot read, and more with it'),
    )
  }
  const unclosed = unclosedBlock(source)
  if (unclosed) report(unclosed, syntaxError('this { is never closed', 'add the missing }'))
}

function syntaxError(message: string, advice: string) {
  return { rule: 'css-syntax', severity: 'error', message, advice } as const
}

function mustachesOf(source: string): [number, string][] {
  return Array.from(blanked(source, comments).matchAll(/\{\{.*?\}\}/g), match => [match.index, match[0]])
}

/** The rules about fields report unknown fields, blocks and helpers. */
function wrongMustache(mustache: string): Parameters<Report>[1] | undefined {
  const path = /^\{\{\s*([\w.@]+)\s*\}\}$/.exec(mustache)?.[1]
  if (path === undefined || path === 'else') return undefined
  if (!/^(@root\.)?brand\./.test(path)) {
    return {
      rule: 'data-in-style',
      severity: 'error',
      message: `${mustache} is receipt text and would be read as CSS`,
      advice: 'only {{brand.…}} is allowed in stylesheets',
    }
  }
  return mustache === `{{${path}}}`
    ? undefined
    : syntaxError(`${mustache} contains spaces, which do not work in stylesheets`, `write {{${path}}}`)
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
  return first === undefined ? undefined : placeAfter({ line: 1, column: 1 }, source.slice(0, first))
}

const comments = /\/\*[\s\S]*?(?:\*\/|$)/g
const commentsAndQuotes = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** The source with matches of `parts` replaced by spaces. */
function blanked(source: string, parts: RegExp): string {
  return source.replace(parts, found => found.replace(/[^\n]/g, ' '))
}
