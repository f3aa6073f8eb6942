import { normalized } from '../../../src/standards/normal-form.ts'
import { placeAfter, placeOf, type Report, type SourcePosition } from '../finding.ts'
import { flat, type Piece, walkBranches } from './html-pieces.ts'
import { nameOf, partsOf } from './template-parts.ts'

/** Attributes that people read or hear. */
const spokenAttributes: readonly string[] = ['alt', 'title', 'aria-label', 'placeholder', 'summary']

/** Words hard-coded in an HTML template: between tags, or in an attribute that is read aloud. */
export function bareWordsOfHtml(pieces: readonly Piece[], report: Report): void {
  for (const piece of pieces) {
    if (piece.kind === 'text' && !['style', 'script'].includes(piece.inside)) {
      const helper = piece.inside === 'element' ? '' : 'plain '
      bareWords(piece.text, piece.at, helper, piece.depth, report)
    }
    if (piece.kind === 'mustache' && piece.inside !== 'comment') literals(piece.node, piece.depth, report)
    if (piece.kind !== 'tag') continue
    for (const { name, value, depth } of piece.attributes) {
      if (!spokenAttributes.includes(name)) continue
      for (const part of flat(value)) {
        if (part.kind === 'text') bareWords(part.text, part.at, 'plain ', depth, report)
        else literals(part.node, depth, report)
      }
    }
  }
}

/** Words hard-coded in a plain-text template, directly or as a helper's argument. */
export function bareWordsOfText(template: hbs.AST.Program | undefined, report: Report): void {
  for (const part of partsOf(template)) {
    if (part.kind === 'mustache') literals(part.node, part.depth, report)
    if (part.kind !== 'text') continue
    let { at } = part
    for (const line of part.text.split('\n')) {
      bareWords(line, at, 'wrap ', part.depth, report)
      at = { line: at.line + 1, column: 1 }
    }
  }
}

/** `{{row "Total" amount}}`: quoted text is as fixed as text outside. */
function literals(call: hbs.AST.MustacheStatement | hbs.AST.SubExpression, depth: number, report: Report): void {
  if (nameOf(call.path) === 'is') return
  for (const parameter of call.params) {
    if (parameter.type === 'SubExpression') literals(parameter as hbs.AST.SubExpression, depth, report)
    if (parameter.type !== 'StringLiteral') continue
    bareWords((parameter as hbs.AST.StringLiteral).value, placeOf(parameter), undefined, depth, report)
  }
}

/** @param helper goes before the field in the suggested mustache; undefined suggests the bare field, for use in an existing one */
function bareWords(text: string, at: SourcePosition, helper: string | undefined, depth: number, report: Report): void {
  const first = withoutNames(text).search(/\p{L}{2}/u)
  if (first < 0) return
  const phrase = text.trim().replace(/\s+/g, ' ')
  const name = camelCase(phrase)
  const field = `${depth > 0 ? '@root.' : ''}own.${name}`
  report(placeAfter(at, text.slice(0, first)), {
    rule: 'bare-word',
    message: `"${shortened(phrase)}" will be the same in every language`,
    advice: `put it into the folder's locales/en.json as { "own": { "${name}": ${JSON.stringify(phrase)} } } and write ${helper === undefined ? field : `{{${helper}${field}}}`} here`,
  })
}

/** Replaces entities, URLs and other non-words with spaces. */
function withoutNames(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length)
  return text.replace(/\S+/g, word =>
    /[\w-][.@][\w-]/.test(word) ? blank(word) : word.replace(/&#?\w+;|https?:\S+/g, blank),
  )
}

/** A key from a text's first words: "Keep this receipt for returns." → `keepThisReceiptFor`. */
function camelCase(phrase: string): string {
  const words = normalized(withoutNames(phrase), 'NFD')
    .replace(/\p{M}|['’]/gu, '')
    .match(/[a-z]+/gi)
  const [first, ...others] = (words ?? ['words']).slice(0, 4).map(word => word.toLowerCase())
  return first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function shortened(phrase: string): string {
  return phrase.length > 60 ? `${phrase.slice(0, 57)}…` : phrase
}

/**
 * Words with only a line break between them. Compiling a page removes it (`minifyHtml`), so the words would run together.
 */
export function lineBreakRule(pieces: readonly Piece[], report: Report): void {
  walkBranches<Line>(pieces, { isWord: false }, step, (_, first, second) => ({
    isWord: first.isWord || second.isWord,
    broken: second.broken ?? first.broken,
  }))

  function step(line: Line, piece: Piece): Line {
    if (piece.kind === 'text' && piece.inside === 'element') return text(line, piece.text, piece.at)
    if (piece.kind === 'mustache' && piece.inside === 'element') return word(line, true, true)
    const isInline = (piece.kind === 'tag' || piece.kind === 'endTag') && inline.includes(piece.name)
    const isBlock = ['tag', 'endTag', 'section'].includes(piece.kind) && !isInline
    return isBlock ? { isWord: false } : line
  }

  function text(before: Line, content: string, at: SourcePosition): Line {
    let line = before
    let start = 0
    for (const part of content.split(/((?<!\s)\s*\n\s*)/)) {
      if (part.includes('\n')) {
        if (line.isWord) line = { isWord: true, broken: line.broken ?? placeAfter(at, content.slice(0, start)) }
      } else if (part.trim() !== '') {
        const begins = /^[\p{L}\p{N}([“"&]/u.test(part.trim())
        line = word(line, begins, /(?<!&#?\w+)[\p{L}\p{N}.,:;!?)\]”%]$/u.test(part.trim()))
      }
      start += part.length
    }
    return line
  }

  function word({ broken }: Line, begins: boolean, ends: boolean): Line {
    if (broken && begins) {
      report(broken, {
        rule: 'line-break-not-space',
        message: 'a line break is not a space here: the words around it would run together',
      })
    }
    return { isWord: ends }
  }
}

/** Inline elements. */
const inline: readonly string[] =
  'a abbr b bdi bdo cite code del em font i ins mark q s small span strong sub sup u'.split(' ')

/** The state of a line of text. */
interface Line {
  /** Ends in a word or in receipt data. */
  isWord: boolean
  /** Where the template's line ended after that word. */
  broken?: SourcePosition | undefined
}
