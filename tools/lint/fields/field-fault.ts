import type { Finding } from '../finding.ts'
import type { FieldUse } from './field-use.ts'
import { fieldsOf, isUnknown, type Unknown, type Value } from './scope.ts'
import { suggestion } from './suggestion.ts'

type Fault = Pick<Finding, 'rule' | 'message' | 'advice'>

/** What is wrong with a place that names a field. */
export function fieldFault(use: FieldUse): Fault | undefined {
  const fault = faultOf(use)
  return fault && { ...fault, message: fault.message + by(use) }
}

/** The same where the file is the package's: what is wrong is the place at which the merchant's own file put it. */
export function misplaced(use: FieldUse, section: string): Fault | undefined {
  const fault = faultOf(use)
  return (
    fault && {
      rule: 'section-out-of-place',
      message: `{{> ${section}}} cannot stand here: in ${use.trail.at(-1)!.file}, ${fault.message}`,
      advice: 'put {{#with field}} or {{#each list}} around it, of what the section is for; its first line says so',
    }
  )
}

function faultOf(use: FieldUse): Fault | undefined {
  const { found, how, node } = use
  const { original } = node
  if (isUnknown(found)) return unknownField(use, found)
  if (how === 'looped') return notAList(found, original)
  if (how !== 'printed' && how !== 'given') return undefined
  return notText(found, original) ?? (how === 'printed' && found.absent ? maybeAbsent(found, use) : undefined)
}

function unknownField(use: FieldUse, { name, of }: Unknown): Fault {
  const rule = 'unknown-field'
  if (of) return { rule, message: `${described(of)} no field "${name}"`, advice: suggestion(use, name, of) }
  if (name.startsWith('@'))
    return { rule, message: `${name} stands in no {{#each}}`, advice: 'put it within {{#each}}, or take it out' }
  const advice = 'take one ../ away: {{#each}} and {{#with}} are left by it, {{#if}} is not'
  return { rule, message: `${use.node.original} leads out of the page`, advice }
}

/** 'ItemView has', 'the view has', 'a text has'. */
function described({ type, many, path }: Value): string {
  if (path === '') return 'the view has'
  if (many) return `a ${many} has`
  return isPlain(type) ? `${kindOf[type]} has` : `${type} has`
}

function notAList({ type, many }: Value, original: string): Fault | undefined {
  if (many || type === 'anything') return undefined
  return {
    rule: 'not-a-list',
    message: `${original} is ${isPlain(type) ? kindOf[type] : `one ${type}`}, and {{#each}} goes through lists`,
    advice: type === 'text' ? `print it: {{${original}}}` : `write {{#${isPlain(type) ? 'if' : 'with'} ${original}}}`,
  }
}

function notText(value: Value, original: string): Fault | undefined {
  const { type, many } = value
  if (!many && (type === 'text' || type === 'number' || type === 'anything')) return undefined
  const rule = 'not-text'
  const message = `{{${original}}} is ${many ? `a ${many}` : isPlain(type) ? kindOf[type] : `a ${type}`}, no text`
  if (many) return { rule, message, advice: `go through it: {{#each ${original}}}…{{/each}}` }
  if (type === 'boolean') return { rule, message, advice: `ask for it: {{#if ${original}}}…{{/if}}` }
  return { rule, message, advice: `print one of its fields: ${fieldsOf(value).join(', ')}` }
}

function maybeAbsent({ typePath }: Value, use: FieldUse): Fault {
  const { original, parts } = use.node
  if (typePath === 'own.*')
    return {
      rule: 'unknown-word',
      message: `no file of locales/ has a word "${parts.at(-1)}" under "own"`,
      advice: suggestion(use, parts.at(-1)!, undefined),
    }
  return {
    rule: 'maybe-absent',
    message: `not every receipt has ${original}; one without it could not be rendered`,
    advice: `write {{#if ${original}}}…{{/if}} around it`,
  }
}

/** By which files the place is reached, where it is not in the page itself. */
function by({ trail }: FieldUse): string {
  return trail.length > 1
    ? ` (reached by ${trail
        .slice(0, -1)
        .map(step => step.file)
        .join(', ')})`
    : ''
}

const kindOf: Record<string, string> = { text: 'a text', number: 'a number', boolean: 'a yes or no' }

function isPlain(type: string): boolean {
  return Object.hasOwn(kindOf, type)
}
