/** Both count from 1. */
export interface Place {
  line: number
  column: number
}

/** Of what a text or a mustache is the content; `element` is any element whose content may be markup. */
export type Inside = 'element' | 'style' | 'script' | 'title' | 'textarea' | 'comment'

/** What an HTML template is made of (scan-html.ts). `depth` counts the `with` and `each` around. */
export type Piece =
  | { kind: 'text'; text: string; at: Place; inside: Inside; depth: number }
  | Mustache
  | Tag
  | { kind: 'endTag'; name: string; at: Place }
  /** A mustache or block within a tag that is no value of an attribute. */
  | { kind: 'stray'; at: Place; tag: string }
  | { kind: 'section'; name: string; at: Place; inside: Inside }
  /** A block between elements: `fork`, its pieces, `branch`, those of its `else`, `join`. */
  | { kind: 'fork' | 'branch' | 'join'; at: Place }

export interface Mustache {
  kind: 'mustache'
  node: hbs.AST.MustacheStatement
  at: Place
  inside: Inside
  depth: number
}

/** A start tag, told when it is over. Names are in lower case. */
export interface Tag {
  kind: 'tag'
  name: string
  at: Place
  attributes: Attribute[]
  /** It ends in `/>`. */
  isClosed?: true
}

export interface Attribute {
  name: string
  at: Place
  /** The mark around the value; none around `width=600` and where there is no value. */
  quote: '"' | "'" | ''
  value: Value[]
  depth: number
}

/** A part of an attribute's value. */
export type Value =
  | { kind: 'text'; text: string; at: Place }
  | Mustache
  | { kind: 'block'; at: Place; branches: Value[][] }

/** The parts of a value without its blocks: what stands in their branches takes their place. */
export function flat(value: readonly Value[]): Exclude<Value, { kind: 'block' }>[] {
  return value.flatMap(part => (part.kind === 'block' ? part.branches.flatMap(flat) : [part]))
}

/** The values that hold nothing of a receipt; a block gives one for each of its branches. */
export function constantsOf(value: readonly Value[]): string[] {
  if (value.some(part => part.kind === 'mustache')) return []
  const branches = value.flatMap(part => (part.kind === 'block' ? part.branches : []))
  if (branches.length > 0) return branches.flatMap(constantsOf)
  return [value.map(part => (part.kind === 'text' ? part.text : '')).join('')]
}

/** The classes that an element can have, those within blocks too. */
export function classesOf({ attributes }: Tag): string[] {
  const values = attributes.filter(({ name }) => name === 'class').flatMap(({ value }) => flat(value))
  return values.flatMap(part => (part.kind === 'text' ? part.text.split(/\s+/).filter(Boolean) : []))
}

/** Where a statement begins. */
export function placeOf({ loc }: hbs.AST.Node): Place {
  return { line: loc.start.line, column: loc.start.column + 1 }
}

/** The place behind a text that begins at `start`. */
export function placeBehind(start: Place, text: string): Place {
  const lines = text.split('\n')
  return lines.length === 1
    ? { line: start.line, column: start.column + text.length }
    : { line: start.line + lines.length - 1, column: lines.at(-1)!.length + 1 }
}
