import { languageTag } from '../../../src/pdf/file/syntax.ts'
import type { Report, SourcePosition } from '../finding.ts'
import { type Attribute, constantsOf, type Piece, type Tag, voidElements } from './html-pieces.ts'

/** Rules about what a PDF that claims PDF/UA-1 can't have, and the printer can't put right (docs/pdf-ua.md). */
export function claimRules(pieces: readonly Piece[], report: Report): void {
  /** Open elements within one that `aria-hidden` hides, that one first. */
  let hidden: string[] = []
  for (const piece of pieces) {
    if (piece.kind === 'endTag' && hidden.includes(piece.name)) hidden = hidden.slice(0, hidden.lastIndexOf(piece.name))
    if (piece.kind !== 'tag') continue
    const { name, at, attributes } = piece
    const lose = (what: string, advice: string, place: SourcePosition = at) =>
      report(place, { rule: 'unclaimed', message: `${what}, so its PDF can’t claim PDF/UA-1 and PDF/A-3a`, advice })
    if (name === 'img' && !has(piece, 'alt'))
      lose('the picture has no text', 'write alt="…"; alt="" if it is decoration')
    if (name === 'svg' && wordOf(piece, 'role') === 'img' && !has(piece, 'aria-label'))
      lose('the drawing has no text', 'write aria-label="…"; aria-hidden="true" if it is decoration')
    if (name === 'a' && has(piece, 'href') && hidden.length > 0)
      lose('aria-hidden hides the element around the link', 'move the link out of it')
    for (const attribute of attributes)
      if (attribute.name === 'lang' && !isTag(attribute))
        lose('the language is no BCP 47 tag', 'write one: lang="fr-CA"', attribute.at)
    const opens = !piece.isClosed && !voidElements.includes(name)
    if (opens && (hidden.length > 0 || (name !== 'a' && wordOf(piece, 'aria-hidden') === 'true'))) hidden.push(name)
  }
}

function has({ attributes }: Tag, name: string): boolean {
  return attributes.some(attribute => attribute.name === name)
}

/** An attribute's value, if it is the same in every receipt. */
function wordOf({ attributes }: Tag, name: string): string | undefined {
  const found = attributes.find(attribute => attribute.name === name)
  return found && constantsOf(found.value).join('')
}

/** Whether it is a tag, as far as can be told without a receipt; one of systems, `de_DE`, is put right. */
function isTag({ value }: Attribute): boolean {
  if (value.some(part => part.kind !== 'text')) return true
  const tag = constantsOf(value).join('')
  return tag === '' || languageTag.test(tag.replaceAll('_', '-'))
}
