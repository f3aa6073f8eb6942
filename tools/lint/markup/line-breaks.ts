import type { Report } from '../report.ts'
import { type Piece, type Place, placeAfter } from './html-pieces.ts'

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
export function lineBreakRule(pieces: readonly Piece[], report: Report): void {
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
        severity: 'warning',
        message: 'a line break is not a space here: the words around it would run together',
        advice: 'write both on one line with a space between, or end the line with <br>',
      })
    }
    line = { isWord: ends }
  }
}
