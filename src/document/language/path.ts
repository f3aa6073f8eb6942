import type { TemplateError } from '../../errors.ts'

/** Makes the error for a template node that cannot work. */
export type Refuse = (node: hbs.AST.Node, message: string) => TemplateError

/** What a path can start at, as variable names in the generated code: enclosing contexts and loops, innermost last. */
export interface Scope {
  contexts: readonly string[]
  loops: readonly Loop[]
  /** Within a section whose lines are indented when they are all written. */
  isIndented?: boolean
}

/** `list` holds the entries of `over`; `index` counts through them. */
export interface Loop {
  over: string
  list: string
  index: string
}

/** Where a page starts. */
export const outermost: Scope = { contexts: ['root'], loops: [] }

/** Refuses names that objects inherit and unknown `@names`. */
export function checkPath(node: hbs.AST.PathExpression, refuse: Refuse): void {
  const { data, parts, original } = node
  const inherited = parts.find(name => refusedNames.has(name))
  if (inherited) throw refuse(node, `"${inherited}" cannot be a field name; a template sees only the view`)
  const [name = '', ...rest] = parts
  if (data && name !== 'root' && (!Object.hasOwn(places, name) || rest.length > 0))
    throw refuse(node, `there is no ${original}; there are @root, @index, @key, @first and @last`)
}

/**
 * Writes a path as a JavaScript expression: `lines`, `../heading.store`, `this`, `@root.lang`, `@last`. It reads own
 * properties of the view only; a missing one is undefined. As in Handlebars, `../` leaves an `each` or a `with`, but not an
 * `if`. Too many `../` give undefined, since one file alone can't tell.
 */
export function writePath({ data, depth, parts }: hbs.AST.PathExpression, { contexts, loops }: Scope): string {
  if (!data) return follow(contexts.at(-1 - depth), parts)
  const [name = '', ...rest] = parts
  if (name === 'root') return follow('root', rest)
  const loop = loops.at(-1 - depth)
  return (loop && places[name]?.(loop)) ?? 'undefined'
}

/** With these names, code could get from an object to the runtime. */
const refusedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** The position in an `each`. */
const places: Record<string, (loop: Loop) => string> = {
  index: ({ index }) => index,
  key: ({ over, index }) => `keyAt(${over}, ${index})`,
  first: ({ index }) => `(${index} === 0)`,
  last: ({ list, index }) => `(${index} === ${list}.length - 1)`,
}

function follow(context: string | undefined, names: readonly string[]): string {
  if (context === undefined) return 'undefined'
  return names.reduce((object, name) => {
    const literal = JSON.stringify(name)
    return inheritedNames.has(name) ? `own(${object}, ${literal})` : `${object}?.[${literal}]`
  }, context)
}

/** Names that lists and texts inherit, such as `link` and `at`: for these, check that the property is an own one. */
const inheritedNames = new Set(
  [Array, String, Number, Boolean].flatMap(type => Object.getOwnPropertyNames(type.prototype)),
)
