import { nearest } from '../../../src/options/nearest.ts'
import { types } from '../../generated/page-shape.ts'
import { type Fault, type Finding, findingIn, type LintedFolder, placeOf } from '../finding.ts'
import { type FieldScope, fieldsOf, isUnknown, type Unknown, type Value } from './scope.ts'
import { type FieldUse, walksOf } from './walk.ts'

/**
 * Rules about the fields that templates name: each must exist, and must be text where it is printed. A section that is
 * wrong in several places is reported once.
 */
export function fieldFindings(folder: LintedFolder): Finding[] {
  const found = new Map<string, Finding>()
  for (const use of walksOf(folder).flatMap(({ uses }) => uses)) {
    const at = use.trail.findLastIndex(step => folder.own.has(step.file))
    const file = use.trail[at]?.file
    if (file === undefined) continue
    const section = use.trail[at + 1]?.by
    const { line, column } = (section ?? use.node).loc.start
    const place = `${file} ${line} ${column}`
    const fault = found.has(place) ? undefined : section ? misplaced(use, nameOf(section)) : fieldFault(use)
    if (!fault) continue
    found.set(place, findingIn(file, folder.own.get(file) ?? '', placeOf(section ?? use.node), fault))
  }
  return [...found.values()]
}

function nameOf(section: hbs.AST.PartialStatement): string {
  return (section.name as hbs.AST.PathExpression).original
}

/** What is wrong where a template names a field. */
function fieldFault(use: FieldUse): Fault | undefined {
  const fault = faultOf(use)
  return fault && { ...fault, message: fault.message + by(use) }
}

/** The same in a file of the package: the merchant's file includes it in the wrong place. */
function misplaced(use: FieldUse, section: string): Fault | undefined {
  const fault = faultOf(use)
  return (
    fault && {
      rule: 'section-out-of-place',
      message: `{{> ${section}}} does not work here: in ${use.trail.at(-1)?.file}, ${fault.message}`,
    }
  )
}

function faultOf(use: FieldUse): Fault | undefined {
  const { found, how, node } = use
  const { original } = node
  if (isUnknown(found)) return unknownField(use, found)
  if (use.code !== undefined) return unknownCode(found, original, use.code)
  if (how === 'looped') return notAList(found, original)
  if (how !== 'printed' && how !== 'given') return undefined
  return (
    notText(found, original) ??
    notExtra(use, found) ??
    (how === 'printed' && found.absent ? maybeAbsent(found, use) : undefined)
  )
}

function unknownField(use: FieldUse, { name, of }: Unknown): Fault {
  const rule = 'unknown-field'
  if (of) return { rule, message: `${described(of)} no field "${name}"`, advice: suggestion(use, name, of) }
  if (name.startsWith('@'))
    return { rule, message: `${name} is not inside {{#each}}`, advice: 'move it into {{#each}}, or remove it' }
  const advice = 'remove one ../: it leaves {{#each}} and {{#with}}, but not {{#if}}'
  return { rule, message: `${use.node.original} goes above the top of the page`, advice }
}

/** A code that the field never is. */
function unknownCode({ choices = [] }: Value, original: string, code: string): Fault | undefined {
  if (choices.length === 0 || choices.includes(code)) return undefined
  const near = nearest(code, choices)
  return {
    rule: 'unknown-code',
    message: `${original} is never "${code}"`,
    advice: near ? `did you mean "${near}"?` : `it is one of ${choices.join(', ')}`,
  }
}

/** 'ItemView has', 'the view has', 'text has'. */
function described({ type, many, path }: Value): string {
  if (path === '') return 'the view has'
  if (many) return `a ${many} has`
  return isPlain(type) ? `${kindOf[type]} has` : `${type} has`
}

function notAList({ type, many }: Value, original: string): Fault | undefined {
  if (many || type === 'anything') return undefined
  return {
    rule: 'not-a-list',
    message: `${original} is ${isPlain(type) ? kindOf[type] : `one ${type}`}, and {{#each}} needs a list`,
    advice: type === 'text' ? `print it: {{${original}}}` : `write {{#${isPlain(type) ? 'if' : 'with'} ${original}}}`,
  }
}

function notText(value: Value, original: string): Fault | undefined {
  const { type, many } = value
  if (!many && (type === 'text' || type === 'number' || type === 'anything')) return undefined
  const rule = 'not-text'
  const message = `{{${original}}} is ${many ? `a ${many}` : isPlain(type) ? kindOf[type] : `a ${type}`}, not text`
  if (many) return { rule, message, advice: `loop over it: {{#each ${original}}}…{{/each}}` }
  if (type === 'boolean') return { rule, message, advice: `test it: {{#if ${original}}}…{{/if}}` }
  return { rule, message, advice: `print one of its fields: ${fieldsOf(value).join(', ')}` }
}

/** A form's argument that the engine has written already. */
function notExtra({ form, node: { original } }: FieldUse, { type, typePath }: Value): Fault | undefined {
  if (form === undefined || type === 'anything' || typePath === 'extra.*') return undefined
  return {
    rule: 'not-extra',
    message: `${form} writes what your tills send in a field of their own, and ${original} is written already`,
    advice: `print it as it is, {{${original}}}, or name a field of extra: {{${form} extra.field}}`,
  }
}

function maybeAbsent({ typePath }: Value, use: FieldUse): Fault {
  const { original, parts } = use.node
  if (typePath === 'own.*')
    return {
      rule: 'unknown-word',
      message: `no file in locales/ has a word "${parts.at(-1)}" under "own"`,
      advice: suggestion(use, parts.at(-1) ?? '', undefined),
    }
  return {
    rule: 'maybe-absent',
    message: `some receipts have no ${original}, so it would print nothing`,
    advice: `write {{#if ${original}}}…{{/if}} around it`,
  }
}

/** The files that lead to the place, unless it is in the page itself. */
function by({ trail }: FieldUse): string {
  return trail.length > 1
    ? ` (via ${trail
        .slice(0, -1)
        .map(step => step.file)
        .join(', ')})`
    : ''
}

const kindOf: Record<string, string> = { text: 'text', number: 'a number', boolean: 'a boolean' }

function isPlain(type: string): boolean {
  return Object.hasOwn(kindOf, type)
}

/**
 * What an unknown name probably meant.
 *
 * @param of where the name was looked up; if undefined, in the merchant's `own` words
 */
function suggestion({ node, scope, page }: FieldUse, name: string, of: Value | undefined): string {
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

function forWord(name: string, { words = new Set() }: FieldScope): string {
  const near = nearest(name, words)
  const add = `add it to locales/en.json: { "own": { "${name}": "…" } }`
  return near ? `did you mean {{own.${near}}}? If not, ${add}` : add
}

/** The same name in another enclosing context. */
function elsewhereNamed(name: string, { contexts }: FieldScope, of: Value): string | undefined {
  const at = contexts.findLastIndex(context => context.path !== of.path && fieldsOf(context).includes(name))
  if (at < 0) return undefined
  return at === 0 ? `@root.${name}` : '../'.repeat(contexts.length - 1 - at) + name
}

/** `store` for `heading.store`: a field of a field. */
function fieldBelow(name: string, of: Value): string | undefined {
  const shape = Object.entries(types[of.type] ?? {})
  const [holder] = shape.find(([, { many, type }]) => !many && Object.hasOwn(types[type] ?? {}, name)) ?? []
  return holder && `${holder}.${name}`
}
