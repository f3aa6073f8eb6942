/** Generates the types a till may send from the receipt's JSON Schema, with a description on every field. */
export function writeInput(schema: Record<string, unknown>): string {
  const parts = Object.entries(schema.$defs as Record<string, Part>)
  return `// Generated from the schemas of the receipt by npm run reference. Do not edit.
import type { CurrencyCode } from '../receipt/data/money-data.ts'

${parts.map(([name, part]) => writePart(name, part)).join('\n\n')}
`
}

interface Part {
  properties: Record<string, Property>
  required?: string[]
}

interface Property {
  $ref?: string
  type?: 'string' | 'number' | 'array' | 'object'
  enum?: string[]
  examples?: string[]
  items?: Property
  anyOf?: Property[]
  oneOf?: Property[]
  additionalProperties?: Property
  description?: string
}

/** What `parseReceipt` takes beyond the interface: tills mix its two variants of a card. */
const alsoTaken: Record<string, string> = {
  'CreditDebitData.name': ' | string',
  'CardData.Name': ' | NameInput',
}

const otherName = (name: string) => `\n/** EMV data of the card (other name). */\n${name}?: TenderEmvInput | null`
const alsoThere: Record<string, string> = { TenderData: otherName('emvData'), CardData: otherName('emv') }

function writePart(name: string, { properties, required = [] }: Part): string {
  const fields = Object.entries(properties).map(([key, property]) => {
    const type = typeOf(property) + (alsoTaken[`${name}.${key}`] ?? '')
    const field = required.includes(key) ? `${key}: ${type}` : `${key}?: ${type} | null`
    return `/** ${property.description} */\n${field}`
  })
  const what = name === 'ReceiptData' ? `${receipt}\n` : ''
  return `${what}export interface ${inputName(name)} {\n${fields.join('\n')}${alsoThere[name] ?? ''}\n}`
}

const receipt = `/**
 * A receipt as a till may send it. Amounts may be decimal text, such as \`"12.50"\`; null is the same as leaving a field out.
 * Fields that are not in the interface are accepted and kept under \`extra\`, but not typed: pass them as JSON text or in a
 * variable.
 */`

function typeOf(property: Property): string {
  const { $ref, type, examples, items, oneOf, anyOf = oneOf, additionalProperties } = property
  if ($ref !== undefined) return inputName($ref.slice('#/$defs/'.length))
  if (property.enum) return property.enum.includes('USD') ? 'CurrencyCode | (string & {})' : literals(property.enum)
  if (examples) return `${literals(examples)} | (string & {})`
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (type === 'array') return `readonly ${typeOf(items!)}[]`
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties!)}>>`
  return type === 'number' ? 'number | string' : 'string'
}

function literals(values: readonly string[]): string {
  return values.map(value => `'${value}'`).join(' | ')
}

/** `ItemData` is what parsing keeps of an item, `ItemInput` what a till may send. */
function inputName(name: string): string {
  return `${name.replace(/Data$/, '')}Input`
}
