import type { Field, Part } from '../../src/receipt/schema/field.ts'

/** Generates a reader for each object of the receipt's schemas, without code from strings at run time. */
export function writeReaders(root: Field): string {
  const objects = new Map<string, ObjectField>()
  collect(root, objects)
  const constants = new Map<string, string>()
  const readers = [...objects].map(([name, field]) => writeReader(name, field, constants))
  return `// Generated from the schemas of the receipt by npm run reference. Do not edit.
import type { Tally } from './tally.ts'
import { ${words} } from './words.ts'

type Kept = Record<string, unknown>

${readers.join('\n\n')}

${[...constants].map(([code, name]) => `const ${name} = ${code}`).join('\n')}
`
}

const words =
  'amount, countKeys, isNeverStored, isPlainObject, isWithheld, lastFour, listOf, mapOf, onlyFour, text, verbatim'

type ObjectField = Extract<Field, { kind: 'object' }>

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
  return `export function read${name}(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  ${reads.join('\n')}
  return left === 0 ? kept : undefined
}`
}

function writePart(
  key: string,
  { field, required }: Part,
  isSecret: boolean,
  constants: Map<string, string>,
): string[] {
  if (isSecret && field.kind !== 'withheld') throw new Error(`${key} is never stored, but not withheld.`)
  // A withheld number, `units`, stands for another field (`reshape`), which is left to the full path.
  if (field.kind === 'withheld' && field.type === 'string')
    return [
      `if (sent.${key} !== undefined) {\nif (!${isSecret ? 'isNeverStored' : 'isWithheld'}(sent.${key}, tally)) return undefined\nleft--\n}`,
    ]
  const word = wordOf(key, field, constants)
  if (!word) return []
  return [
    `if (sent.${key} !== undefined) {
    const value = ${word}(sent.${key}, tally)
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
    case 'list':
      return constant(key, `listOf(${[wordOf(key, field.of, constants), ...countedAs(key)].join(', ')})`)
    case 'map':
      return constant(key, `mapOf(${wordOf(key, field.of, constants)})`)
    default:
      return undefined
  }

  function textWord({ lines, raw, scanned, least, most, known, only }: Extract<Field, { kind: 'text' }>): string {
    const values = known ?? only
    const set = values ? `, known: new Set(${JSON.stringify([...values])})` : ''
    const named = values ? key : raw ? 'rawLines' : lines ? 'lines' : scanned ? 'line' : 'id'
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

/** Lists whose entries `measure` counts, wherever they are. */
function countedAs(key: string): string[] {
  const counted: Record<string, string> = {
    items: "'items'",
    orders: "'orders'",
    tenders: "'tenders'",
    tenderHistory: "'tenders'",
  }
  return counted[key] === undefined ? [] : [counted[key]]
}
