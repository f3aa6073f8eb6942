import type { PageName } from '../../../src/document/template-files.ts'
import { types } from '../../generated/page-shape.ts'

/** What a template can reach at a place. */
export interface Value {
  /** `text`, `number`, `boolean`, the name of a view type, or `anything` if unknown. */
  type: string
  many?: 'list' | 'record'
  /** The path through the types: `items.groups.items`. */
  typePath: string
  /** The path to this very value; by it, the scope remembers what a block has tested. */
  path: string
  /** Some receipts lack it here. */
  absent: boolean
  /** The codes it can be. */
  choices?: readonly string[]
}

/** A name that does not resolve. */
export interface Unknown {
  name: string
  /** Where it was looked up; undefined if `../` goes above the page or `@index` is outside a loop. */
  of?: Value
}

/** The contexts around a place, innermost last, and what is known to exist. */
export interface FieldScope {
  contexts: readonly Value[]
  loops: number
  there: ReadonlySet<string>
  /** The merchant's `own` words; undefined if unknown. */
  words: ReadonlySet<string> | undefined
}

/** The scope in which a page's template starts. */
export function outermost(page: PageName, words: ReadonlySet<string> | undefined): FieldScope {
  const view: Value = { type: page === 'print' ? 'PrintPage' : 'MailPage', typePath: '', path: '', absent: false }
  return { contexts: [view], loops: 0, there: new Set(), words }
}

/** What a path refers to: `lines`, `../heading.store`, `this`, `@root.lang`, `@last`. */
export function resolve({ data, depth, parts }: hbs.AST.PathExpression, scope: FieldScope): Value | Unknown {
  const [name = '', ...rest] = parts
  if (data && name !== 'root') {
    if (depth >= scope.loops) return { name: `@${name}` }
    const type = { index: 'number', key: 'text' }[name] ?? 'boolean'
    return { type, typePath: `@${name}`, path: `@${name}`, absent: false }
  }
  const start = data ? scope.contexts[0] : scope.contexts.at(-1 - depth)
  if (!start) return { name: '../'.repeat(depth) }
  return follow(start, data ? rest : parts, scope)
}

/** The scope within `{{#if}}`: the value exists, and so does everything it is in. */
export function whereThere(value: Value, scope: FieldScope): FieldScope {
  const steps = value.path.split(step)
  const ways = steps.map((_, at) => steps.slice(0, at + 1).join(step)).filter(way => !scope.there.has(way))
  return ways.length === 0 ? scope : { ...scope, there: new Set([...scope.there, ...ways]) }
}

/** The scope within `{{#with}}`. */
export function within(value: Value, scope: FieldScope): FieldScope {
  return { ...whereThere(value, scope), contexts: [...scope.contexts, { ...value, absent: false }] }
}

/** The scope within `{{#each}}`. */
export function withinEach(value: Value, scope: FieldScope): FieldScope {
  const inside = whereThere(value, scope)
  return { ...inside, contexts: [...scope.contexts, entryOf(value, scope.contexts.length)], loops: scope.loops + 1 }
}

/** What `(image key)` gives. */
export function imageValue(key: string): Value {
  return { type: 'ShownImage', typePath: 'images.*', path: `images${step}(${key})`, absent: true }
}

/** The names of the fields of a value. */
export function fieldsOf({ type, many }: Value): string[] {
  return many ? [] : Object.keys(types[type] ?? {})
}

/** Whether a path ended at a name that its type doesn't have. */
export function isUnknown(found: Value | Unknown): found is Unknown {
  return 'name' in found
}

/** Separates the parts of a path; names in a record may contain dots. */
const step = '\n'

function follow(start: Value, names: readonly string[], scope: FieldScope): Value | Unknown {
  let value = start
  for (const name of names) {
    const field = fieldOf(value, name, scope)
    if (!field) return { name, of: value }
    const path = value.path ? value.path + step + name : name
    value = { ...field, path, absent: (value.absent || field.absent) && !scope.there.has(path) }
  }
  return value
}

function fieldOf({ type, many, typePath }: Value, name: string, scope: FieldScope): Omit<Value, 'path'> | undefined {
  if (type === 'anything') return { type, typePath, absent: false }
  if (many === 'record') {
    const isThere = typePath === 'own' && (scope.words?.has(name) ?? true)
    return { type, typePath: `${typePath}.*`, absent: !isThere }
  }
  if (many === 'list') {
    if (name === 'length') return { type: 'number', typePath: `${typePath}.length`, absent: false }
    return /^\d+$/.test(name) ? { type, typePath, absent: true } : undefined
  }
  const shape = types[type]
  const known = shape && Object.hasOwn(shape, name) ? shape[name] : undefined
  if (!known) return undefined
  const { optional = false, doc: _, ...field } = known
  return { ...field, typePath: typePath ? `${typePath}.${name}` : name, absent: optional }
}

/** One entry of a list or record. A nested loop, even over the same list, gets another. */
function entryOf({ type, many, typePath, path }: Value, depth: number): Value {
  return {
    type,
    typePath: many === 'record' ? `${typePath}.*` : typePath,
    path: `${path}${step}[${depth}]`,
    absent: false,
  }
}
