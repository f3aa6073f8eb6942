import { nearest } from '../../../src/options/nearest.ts'
import { types } from '../../generated/page-shape.ts'
import type { FieldUse } from './field-use.ts'
import { fieldsOf, type Scope, type Value } from './scope.ts'

/**
 * What an unknown name probably meant.
 *
 * @param of where the name was looked up; if undefined, in the merchant's `own` words
 */
export function suggestion({ node, scope, page }: FieldUse, name: string, of: Value | undefined): string {
  if (!of) return forWord(name, scope)
  if (of.many === 'list') return `write {{#each}} around it; a list has only entries`
  if (of.many || !types[of.type]) return 'print it by itself; it has no fields'
  const first = node.parts[node.data ? 1 : 0] === name
  const elsewhere = first ? elsewhereNamed(name, scope, of) : undefined
  if (elsewhere) return `did you mean ${elsewhere}?`
  const near = nearest(name, fieldsOf(of))
  if (near) return `did you mean ${node.original.replace(name, near)}?`
  const below = first ? fieldBelow(name, of) : undefined
  if (below) return `did you mean ${node.original.replace(name, below)}?`
  if (name === 'paper' && page !== 'print') return 'only paper has it; use a section ending in .print.html.hbs'
  return of.path === '' ? 'see the reference in docs/templates.md' : `it has ${fieldsOf(of).join(', ')}`
}

function forWord(name: string, { words = new Set() }: Scope): string {
  const near = nearest(name, words)
  const add = `add it to locales/en.json: { "own": { "${name}": "…" } }`
  return near ? `did you mean {{own.${near}}}? If not, ${add}` : add
}

/** The same name in another enclosing context. */
function elsewhereNamed(name: string, { contexts }: Scope, of: Value): string | undefined {
  const at = contexts.findLastIndex(context => context.path !== of.path && fieldsOf(context).includes(name))
  if (at < 0) return undefined
  return at === 0 ? `@root.${name}` : '../'.repeat(contexts.length - 1 - at) + name
}

/** `store` for `heading.store`: a field of a field. */
function fieldBelow(name: string, of: Value): string | undefined {
  const shape = types[of.type]!
  const holder = Object.keys(shape).find(
    field => !shape[field]!.many && Object.hasOwn(types[shape[field]!.type] ?? {}, name),
  )
  return holder && `${holder}.${name}`
}
