import type { TemplateError } from '../../errors.ts'

/** Makes the error for a part of a template that cannot work. */
export type Refuse = (node: hbs.AST.Node, message: string) => TemplateError

/** What a path may start at, as names of variables in the written code: the contexts around it and the loops, innermost last. */
export interface Scope {
  contexts: readonly string[]
  loops: readonly Loop[]
}

/** `list` are the entries of `over`, gone through by `index`. */
export interface Loop {
  over: string
  list: string
  index: string
}

/** Where a page starts. */
export const outermost: Scope = { contexts: ['root'], loops: [] }

/** Throws what `refuse` makes for names that objects inherit and for an unknown `@name`. */
export function checkPath(node: hbs.AST.PathExpression, refuse: Refuse): void {
  const { data, parts, original } = node
  const inherited = parts.find(name => refusedNames.has(name))
  if (inherited) throw refuse(node, `"${inherited}" cannot be the name of a field; a template reaches only the view`)
  const [name, ...rest] = parts
  if (data && name !== 'root' && (!Object.hasOwn(places, name!) || rest.length > 0))
    throw refuse(node, `there is no ${original}; there are @root, @index, @key, @first and @last`)
}

/**
 * Writes a path as a JavaScript expression: `lines`, `../heading.store`, `this`, `@root.lang`, `@last`. It reads the view's
 * own properties and nothing else; what is not there is undefined. `../` leaves an `each` or a `with`, as in Handlebars: `if`
 * opens nothing that could be left. More `../` than there are contexts find nothing, since a file alone cannot tell.
 */
export function writePath({ data, depth, parts }: hbs.AST.PathExpression, { contexts, loops }: Scope): string {
  if (!data) return follow(contexts.at(-1 - depth), parts)
  const [name, ...rest] = parts
  if (name === 'root') return follow('root', rest)
  const loop = loops.at(-1 - depth)
  return loop ? places[name!]!(loop) : 'undefined'
}

/** With these names, code that holds an object reaches the language itself. */
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

/** What lists and texts inherit: a field of such a name may not be the value's own. `link` and `at` are among them. */
const inheritedNames = new Set(
  [Array, String, Number, Boolean].flatMap(type => Object.getOwnPropertyNames(type.prototype)),
)
