import { placeAfter, type SourcePosition } from '../finding.ts'

/** What contains a text or a mustache; `element` is any element whose content may be markup. */
export type Inside = 'element' | 'style' | 'script' | 'title' | 'textarea' | 'comment'

/** A part of an HTML template (scan-html.ts). `depth` counts the enclosing `with` and `each`. */
export type Piece =
  | { kind: 'text'; text: string; at: SourcePosition; inside: Inside; depth: number }
  | Mustache
  | Tag
  | { kind: 'endTag'; name: string; at: SourcePosition }
  /** A mustache or block within a tag, outside any attribute value. */
  | { kind: 'stray'; at: SourcePosition; tag: string }
  | { kind: 'section'; name: string; at: SourcePosition; inside: Inside }
  /** A block between elements: `fork`, its pieces, `branch`, the pieces of its `else`, `join`. */
  | { kind: 'fork' | 'branch' | 'join'; at: SourcePosition }

/** `{{field}}` or `{{helper …}}`, and what it is within. */
export interface Mustache {
  kind: 'mustache'
  node: hbs.AST.MustacheStatement
  at: SourcePosition
  inside: Inside
  depth: number
}

/** A start tag, reported at its end. Names are in lower case. */
export interface Tag {
  kind: 'tag'
  name: string
  at: SourcePosition
  attributes: Attribute[]
  /** Ends in `/>`. */
  isClosed?: true
}

/** An attribute of a tag, with the parts of its value. */
export interface Attribute {
  name: string
  at: SourcePosition
  /** The quote around the value; empty for `width=600` and without a value. */
  quote: '"' | "'" | ''
  value: AttributePart[]
  depth: number
}

/** A part of an attribute's value. */
export type AttributePart =
  | { kind: 'text'; text: string; at: SourcePosition }
  | Mustache
  | { kind: 'block'; at: SourcePosition; branches: AttributePart[][] }

/** A piece that is no block's beginning, middle or end. */
type Content = Exclude<Piece, { kind: 'fork' | 'branch' | 'join' }>

/**
 * Walks pieces with a state.
 *
 * @param step gives the state behind a piece
 * @param join gives the state behind a block, of those before it and at the ends of its branches
 * @param enter gives the state in which a branch begins; default: the one before the block
 */
export function walkBranches<State>(
  pieces: readonly Piece[],
  start: State,
  step: (state: State, piece: Content) => State,
  join: (before: State, first: State, second: State) => State,
  enter: (before: State) => State = before => before,
): void {
  const blocks: { before: State; first: State }[] = []
  let state = start
  for (const piece of pieces) {
    const block = blocks.at(-1)
    if (piece.kind === 'fork') {
      blocks.push({ before: state, first: state })
      state = enter(state)
    } else if (piece.kind === 'branch' && block) {
      block.first = state
      state = enter(block.before)
    } else if (piece.kind === 'join' && block) {
      blocks.pop()
      state = join(block.before, block.first, state)
    } else state = step(state, piece as Content)
  }
}

/** The parts of a value, with blocks replaced by the content of their branches. */
export function flat(value: readonly AttributePart[]): Exclude<AttributePart, { kind: 'block' }>[] {
  return value.flatMap(part => (part.kind === 'block' ? part.branches.flatMap(flat) : [part]))
}

/** A text of several parts of a template, joined. */
export interface JoinedText {
  text: string
  /** The place in the file of an offset in `text`. */
  placeAt: (offset: number) => SourcePosition
}

/** Joins parts of a template, with `other` for each that isn't text. */
export function joinParts(
  parts: readonly { kind: string; text?: string; at: SourcePosition }[],
  other: string,
): JoinedText {
  let text = ''
  const starts = parts.map(part => {
    const start = text.length
    text += part.text ?? other
    return { start, at: part.at, source: part.text ?? '' }
  })
  return {
    text,
    placeAt: offset => {
      // biome-ignore lint/style/noNonNullAssertion: the first starts at 0
      const { start, source, at } = starts.findLast(({ start }) => start <= offset)!
      return placeAfter(at, source.slice(0, offset - start))
    },
  }
}

/** The values without receipt data; a block gives one for each branch. */
export function constantsOf(value: readonly AttributePart[]): string[] {
  if (value.some(part => part.kind === 'mustache')) return []
  const branches = value.flatMap(part => (part.kind === 'block' ? part.branches : []))
  if (branches.length > 0) return branches.flatMap(constantsOf)
  return [value.map(part => (part.kind === 'text' ? part.text : '')).join('')]
}

/** The classes an element can have, including those within blocks. */
export function classesOf({ attributes }: Tag): string[] {
  const values = attributes.filter(({ name }) => name === 'class').flatMap(({ value }) => flat(value))
  return values.flatMap(part => (part.kind === 'text' ? part.text.split(/\s+/).filter(Boolean) : []))
}

/** Void elements (HTML, 13.1.2). */
export const voidElements: readonly string[] = 'area base br col embed hr img input link meta source track wbr'.split(
  ' ',
)
