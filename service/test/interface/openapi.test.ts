import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../support/service.ts'
import { enumerations, namedValues, operations, tables } from './tables.ts'

/** What the OpenAPI has beyond the interface's tables, and why. */
const beyond: Readonly<Record<string, string>> = {
  'ReceiptDataResponse.receiptId': 'tells receipts apart that were kept in files',
  'ReceiptDataResponse.apiVersion': 'the envelope’s',
  'ReceiptDataResponse.receivedAt': 'undated receipts have no other date',
  'ReceiptDataResponse.engineVersion': 'says which engine drew the document',
  'ReceiptDataResponse.customerEmailAddress': 'as in the answer of its creation',
  'ReceiptDataResponse.locale': 'why the receipt has its language',
  'get /ws/rest/v1/merchants/{merchantId}/receipts cursor': 'part of the link header’s addresses',
  'post /ws/rest/v1/merchants/{merchantId}/receipts/{receiptId}/email variant': 'resends as a gift receipt',
}

/** ISO 4217 codes that are newer than the interface's list: without them no receipt could be sent from there. */
const newerCurrencies =
  'AFN AZN BYN CHE CHW COU GHS MGA MRU MZN RON RSD SDG SLE SRD SSP STN TMT TRY UYI UYW VED VES XAD XBD XCG XSU XUA ZMW ZWG'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: string[]
  examples?: string[]
  deprecated?: boolean
  description?: string
  additionalProperties?: Schema | boolean
}

let shop: TestService
// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as a whole
let document: any
let schemas: Record<string, Schema>
beforeAll(async () => {
  shop = await startService({ withoutWorker: true })
  document = (await shop.ask('/openapi.json', { credentials: null })).json
  schemas = document.components.schemas
})
afterAll(() => shop.stop())

/** An object's schema by its name, or that of the objects in one of its fields: `ReceiptResponse.offers`. */
function objectNamed(name: string): Schema {
  const [object = '', field] = name.split('.')
  const whole = schemas[object] ?? {}
  if (field === undefined) return whole
  const { additionalProperties, items } = whole.properties?.[field] ?? {}
  return items ?? (additionalProperties as Schema).items ?? {}
}

/** A type as the tables write it. */
function typeOf(schema: Schema, where: string): string {
  const { $ref, type, format, anyOf, oneOf = anyOf, items, additionalProperties } = schema
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (oneOf) return oneOf.map(one => typeOf(one, where)).join(' | ')
  if (/\.barcodeType$/.test(where)) return 'BarcodeType'
  if (type === 'array') return `${typeOf(items ?? {}, where)}[]`
  if (type === 'object' && typeof additionalProperties === 'object' && !schema.properties)
    return `map to ${typeOf(additionalProperties, where)}`
  if (format === 'date-time') return format
  if (Array.isArray(type)) return type.join(' or ')
  // Whole numbers are numbers.
  return type === 'integer' ? 'number' : (type ?? 'any')
}

test('every field of the tables is published with its type, its required flag and its note', () => {
  const wrong: string[] = []
  for (const [name, rows] of Object.entries(tables)) {
    const { properties = {}, required = [] } = objectNamed(name)
    for (const [fields, type, isRequired, says = /./] of rows)
      for (const field of fields.split(', ')) {
        const where = `${name}.${field}`
        const published = properties[field]
        if (!published) wrong.push(`${where} is missing`)
        else {
          if (typeOf(published, where) !== type) wrong.push(`${where} is ${typeOf(published, where)}, not ${type}`)
          if (!says.test(published.description ?? '')) wrong.push(`${where} says ${published.description}`)
        }
        // The answer may promise more than it must.
        const promises = required.includes(field) && !(isRequired === 'no' && /Response/.test(name))
        if (promises !== (isRequired === 'yes')) wrong.push(`${where} is required: ${promises}, not ${isRequired}`)
      }
  }
  expect(wrong).toEqual([])
})

test('nothing else is published, but what is listed', () => {
  const found: string[] = []
  for (const name of Object.keys(tables)) {
    const known = tables[name]!.flatMap(([fields]) => fields.split(', '))
    for (const field of Object.keys(objectNamed(name).properties ?? {}))
      if (!known.includes(field)) found.push(`${name}.${field}`)
  }
  for (const { path, method, parameters } of operations)
    for (const { name } of document.paths[path][method].parameters)
      if (!parameters.some(([known]) => known === name)) found.push(`${method} ${path} ${name}`)
  expect(found.sort()).toEqual(Object.keys(beyond).sort())
})

test('every object of a receipt is in the tables', () => {
  const reached = new Set<string>()
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!reached.has(name)) {
        reached.add(name)
        collect(schemas[name])
      }
  }
  for (const { path, method } of operations) collect(document.paths[path][method])
  reached.delete('EmailValidationResponse')
  expect([...reached].sort()).toEqual(
    Object.keys(tables)
      .filter(name => !name.includes('.'))
      .sort(),
  )
})

test('enumerations have every value of the document, and newer currencies', () => {
  for (const [where, values] of Object.entries(enumerations)) {
    const field = where.split('.').at(-1) ?? ''
    const published = objectNamed(where.slice(0, -field.length - 1)).properties?.[field]?.enum
    const newer = /currency/i.test(field) ? newerCurrencies.split(' ') : []
    expect([...(published ?? [])].sort(), where).toEqual([...values, ...newer].sort())
  }
  for (const [where, values] of Object.entries(namedValues)) {
    const [object = '', field = ''] = where.split('.')
    expect(schemas[object]?.properties?.[field]?.examples, where).toEqual(expect.arrayContaining([...values]))
    expect(schemas[object]?.properties?.[field]?.enum, where).toBeUndefined()
  }
  // biome-ignore lint/suspicious/noExplicitAny: JSON Schema
  const { additionalProperties } = schemas.EmailValidationResponse as any
  expect(additionalProperties.properties.status.enum).toEqual(['valid', 'invalid', 'unknown'])
})

test('only what the document deprecates is deprecated', () => {
  const deprecated = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, schema]) => (schema.deprecated ? [`${name}.${field}`] : [])),
  )
  expect(deprecated).toEqual(['QuantityCommonData.units'])
})

test('the store’s name has its length', () => {
  expect(schemas.StoreData?.properties?.name).toMatchObject({ minLength: 1, maxLength: 100 })
})

test.each(operations.map(operation => [operation.method, operation.path, operation] as const))(
  '%s %s has its parameters, body, answer and statuses',
  (_method, _path, { path, method, parameters, statuses, ...rest }) => {
    const described = document.paths[path][method]
    for (const [name, place, type, required] of parameters) {
      const parameter = described.parameters.find((each: { name: string }) => each.name === name)
      expect([parameter?.in, typeOf(parameter.schema, name), parameter.required === true], name).toEqual([
        place,
        type,
        required === 'yes',
      ])
    }
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining([...statuses]))
    for (const [status, { content }] of Object.entries<{ content?: Record<string, { schema: Schema }> }>(
      described.responses,
    ))
      if (Number(status) >= 400)
        expect(typeOf(content?.['application/json']?.schema ?? {}, status), status).toBe('ErrorResponse')
    const success = described.responses[statuses[0]].content?.['application/json']?.schema
    expect(success && typeOf(success, path)).toBe('answer' in rest ? rest.answer : undefined)
    const body = described.requestBody?.content['application/json'].schema
    expect(body && typeOf(body, path)).toBe('body' in rest ? rest.body : undefined)
  },
)
