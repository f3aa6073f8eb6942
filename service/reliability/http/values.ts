import { pick, type Random } from '../random.ts'
import type { Schema } from './description.ts'

/** A value of a schema, mostly; sometimes of another type, too long, or missing. */
export function anyValue(schema: Schema, schemas: Record<string, Schema>, random: Random, depth = 0): unknown {
  if (random() < 0.06) return pick(random, strange)
  const part = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  if (part.enum) return pick(random, part.enum)
  const { oneOf, anyOf = oneOf } = part
  if (anyOf && !part.properties) return anyValue(pick(random, anyOf), schemas, random, depth)
  const type = Array.isArray(part.type) ? part.type[0] : part.type
  if (part.properties) return objectOf(part, schemas, random, depth)
  if (type === 'array') {
    const length = depth > 4 ? 0 : Math.floor(random() * 3)
    return Array.from({ length }, () => anyValue(part.items ?? {}, schemas, random, depth + 1))
  }
  if (type === 'boolean') return random() < 0.5
  if (type === 'number' || type === 'integer') return pick(random, numbers)
  if (type === 'object') return { [anyText(random).slice(0, 20)]: anyText(random) }
  return anyText(random)
}

/** A text as it may stand in a path, query or header, or in a body. */
export function anyText(random: Random): string {
  if (random() < 0.97) return pick(random, texts)
  return pick(random, ['x', '漢', '%', '9', '\u0000']).repeat(Math.floor(random() * 5000))
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  schemas: Record<string, Schema>,
  random: Random,
  depth: number,
) {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const share = required.includes(name) ? 0.98 : depth > 5 ? 0.02 : 0.3
    if (random() < share) made[name] = anyValue(schema, schemas, random, depth + 1)
  }
  if (random() < 0.05) made[anyText(random).slice(0, 50)] = pick(random, strange)
  return made
}

const numbers = [0, 1, 9.5, -1, 1e15, 1e308, 0.1 + 0.2, 2 ** 53, -0, 20]

const strange = [
  null,
  true,
  0,
  -1,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  [],
  {},
  [[]],
  { a: { b: {} } },
  'x'.repeat(3000),
  ['a', 1],
  '\u0000',
  '\ud800',
]

const texts = [
  'Tea',
  'ada@example.com',
  '2026-11-22',
  '2026-11-22T10:00:00Z',
  '2026-13-45',
  '1',
  'demo',
  'USD',
  'SaleTransaction',
  'DigitalOnly',
  'https://example.com/a',
  'modern',
  '#123456',
  '',
  ' ',
  '%00',
  '%zz',
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table receipts; --',
  '$' + '{7*7}',
  '{{constructor}}',
  '<script>alert(1)</script>',
  '\u0000',
  'é漢🧾',
  '\u202e',
  '\ud800',
  '0x10',
  '1e3',
  '-0',
  'null',
  '__proto__',
  'constructor',
  '9'.repeat(40),
  'a\r\nX-Evil: 1',
]
