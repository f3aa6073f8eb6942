import type { LintedFolder } from '../finding.ts'
import { type Finding, type Place, placeAfter, type Report, reportInto } from '../finding.ts'
import { branchRule } from './branches.ts'
import { elementRules } from './elements.ts'
import type { Piece } from './html-pieces.ts'
import { parsed, scanFolder } from './scan-folder.ts'
import { attributeRules, styleElementRule } from './values.ts'
import { bareWordsOfHtml, bareWordsOfText } from './words.ts'

/** Rules about a template's HTML and text: words, tags, attributes, line breaks. */
export function markupFindings({ own, files }: LintedFolder): Finding[] {
  const findings: Finding[] = []
  for (const [path, pieces] of scanFolder(files)) {
    const source = own.get(path)
    if (source === undefined) continue
    const report = reportInto(findings, path, source)
    bareWordsOfHtml(pieces, report)
    attributeRules(pieces, isForPaper(path), report)
    styleElementRule(pieces, report)
    elementRules(pieces, isForPaper(path), report)
    lineBreakRule(pieces, report)
    if (!isForPaper(path)) branchRule(pieces, report)
  }
  for (const [path, source] of own) {
    if (path.endsWith('.txt.hbs')) bareWordsOfText(parsed(path, source), reportInto(findings, path, source))
  }
  return findings
}

/** Whether a template is for paper only; `sections/x.html.hbs` is for mail, and for paper if that has no version. */
function isForPaper(path: string): boolean {
  return /(^|\.)print\.html\.hbs$/.test(path)
}

/** Inline elements. */
const inline: readonly string[] =
  'a abbr b bdi bdo cite code del em font i ins mark q s small span strong sub sup u'.split(' ')

/** The state of a line of text. */
interface Line {
  /** Ends in a word or in receipt data. */
  isWord: boolean
  /** Where the template's line ended after that word. */
  broken?: Place | undefined
}

/**
 * Words with only a line break between them. Compiling a page removes it (style.ts), so the words would run together.
 */
function lineBreakRule(pieces: readonly Piece[], report: Report): void {
  let line: Line = { isWord: false }
  const forks: { before: Line; after?: Line }[] = []
  for (const piece of pieces) {
    if (piece.kind === 'text' && piece.inside === 'element') text(piece.text, piece.at)
    else if (piece.kind === 'mustache' && piece.inside === 'element') word(true, true)
    else if (piece.kind === 'tag' || piece.kind === 'endTag')
      line = inline.includes(piece.name) ? line : { isWord: false }
    else if (piece.kind === 'section') line = { isWord: false }
    else if (piece.kind === 'fork') forks.push({ before: line })
    else if (piece.kind === 'branch') {
      const fork = forks.at(-1)!
      fork.after = line
      line = fork.before
    } else if (piece.kind === 'join') {
      const { after } = forks.pop()!
      line = { isWord: line.isWord || after!.isWord, broken: line.broken ?? after!.broken }
    }
  }

  function text(content: string, at: Place): void {
    let start = 0
    for (const part of content.split(/((?<!\s)\s*\n\s*)/)) {
      if (part.includes('\n')) {
        if (line.isWord) line = { isWord: true, broken: line.broken ?? placeAfter(at, content.slice(0, start)) }
      } else if (part.trim() !== '') {
        word(/^[\p{L}\p{N}([“"&]/u.test(part.trim()), /(?<!&#?\w+)[\p{L}\p{N}.,:;!?)\]”%]$/u.test(part.trim()))
      }
      start += part.length
    }
  }

  function word(begins: boolean, ends: boolean): void {
    if (line.broken && begins) {
      report(line.broken, {
        rule: 'line-break-not-space',
        message: 'a line break is not a space here: the words around it would run together',
        advice: 'write both on one line with a space between, or end the line with <br>',
      })
    }
    line = { isWord: ends }
  }
}
