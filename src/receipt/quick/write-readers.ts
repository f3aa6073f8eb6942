import { tables } from '../../standards/codes/tables.ts'
import { limitedLists } from '../check/measure.ts'
import type { Field, FieldMember, ObjectField, TextField } from '../schema/field.ts'

/**
 * Writes a reader for each object of the receipt's schemas, as JavaScript that calls `valueReaders` and knows `tables`. The reader of
 * the root comes first.
 */
export function writeReaders(root: Field): string {
  const objects = new Map<string, ObjectField>()
  collect(root, objects)
  const constants = new Map<string, string>()
  const readers = [...objects].map(([name, field]) => writeReader(name, field, constants))
  const values = [...constants].map(([code, name]) => `const ${name} = ${code}`)
  return [...readers, values.join('\n')].join('\n\n')
}

/** Those that are read: objects inside come after the one that holds them. */
function collect(field: Field, objects: Map<string, ObjectField>): void {
  if (field.kind === 'list' || field.kind === 'map') collect(field.of, objects)
  if (field.kind !== 'object' || objects.has(field.name)) return
  objects.set(field.name, field)
  for (const { field: part } of field.parts.values()) collect(part, objects)
}

/** Keys are counted, so that one that isn't read is noticed. */
function writeReader(name: string, { parts, sent }: ObjectField, constants: Map<string, string>): string {
  const isSecret = (key: string) => sent?.neverStored?.includes(key) === true
  const reads = [...parts].flatMap(([key, part]) => writePart(key, part, isSecret(key), constants))
  return `function read${name}(sent, counters) {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, counters)
  if (left === 0) return undefined
  const kept = {}
  ${reads.join('\n')}
  return left === 0 ? kept : undefined
}`
}

function writePart(
  key: string,
  { field, required }: FieldMember,
  isSecret: boolean,
  constants: Map<string, string>,
): string[] {
  if (isSecret && field.kind !== 'withheld') throw new Error(`${key} is never stored, but not withheld.`)
  // A withheld number, `units`, stands for another field (`reshape`), which is left to the full path.
  if (field.kind === 'withheld' && field.type === 'string')
    return [
      `if (sent.${key} !== undefined) {\nif (!${isSecret ? 'isNeverStored' : 'isWithheld'}(sent.${key}, counters)) return undefined\nleft--\n}`,
    ]
  const word = wordOf(key, field, constants)
  if (!word) return []
  return [
    `if (sent.${key} !== undefined) {
    const value = ${word}(sent.${key}, counters)
    if (value === undefined) return undefined
    kept.${key} = value
    left--
  }${required ? ' else return undefined' : ''}`,
  ]
}

/** The reader of a field; undefined for those that are never kept as they are. */
function wordOf(key: string, field: Field, constants: Map<string, string>): string | undefined {
  switch (field.kind) {
    case 'object':
      return `read${field.name}`
    case 'amount':
      return 'amount'
    case 'lastFour':
      return key === 'last4Digits' ? 'onlyFour' : 'lastFour'
    case 'verbatim':
      return constant(field.form, `verbatim('${field.form}')`)
    case 'text':
      return field.date ? constant('dateTime', `verbatim('dateTime')`) : textWord(field)
    case 'list': {
      const counted = limitedLists.get(key)
      return constant(key, `listOf(${wordOf(key, field.of, constants)}${counted ? `, '${counted}'` : ''})`)
    }
    case 'map':
      return constant(key, `mapOf(${wordOf(key, field.of, constants)})`)
    default:
      return undefined
  }

  function textWord({ lines, raw, scanned, least, most, known, only }: TextField): string {
    if (known && tables[key as keyof typeof tables] !== known) throw new Error(`${key} isn't a table's field.`)
    const set = only ? `, only: new Set(${JSON.stringify([...only])})` : known ? `, known: tables.${key}` : ''
    const named = set ? key : raw ? 'rawLines' : lines ? 'lines' : scanned ? 'line' : 'id'
    return constant(
      named,
      `text({ lines: ${lines}, ${raw ? 'raw: true, ' : ''}scanned: ${scanned}, least: ${least}, most: ${most}${set} })`,
    )
  }

  /** One constant for equal code, named after the first field that needs it. */
  function constant(named: string, code: string): string {
    const made = constants.get(code) ?? freeName(`${named}Of`, new Set(constants.values()))
    constants.set(code, made)
    return made
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}${number}`
    if (!taken.has(tried)) return tried
  }
}
