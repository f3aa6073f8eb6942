import fc from 'fast-check'
import { anyText as anyPlainText } from '../../../test/support/any-receipt.ts'

/** A schema of the OpenAPI document. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** A value with its weight. */
export const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

/** The value so often in a hundred times, otherwise another. */
export const mostly = <Value, Other>(percent: number, usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Other>) =>
  fc.oneof<fc.WeightedArbitrary<Value | Other>[]>(often(percent, usual), often(100 - percent, other))

export const sometimes = <Value>(percent: number, arbitrary: fc.Arbitrary<Value>) =>
  mostly(percent, arbitrary, fc.constant(undefined))

/** A value of a schema, mostly; sometimes of another type, too long, or missing. */
export function anyValue(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  return mostly(94, rightValue(schema, schemas), strange)
}

function rightValue(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return rightValue(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const { properties, required = [], items = {}, oneOf, anyOf = oneOf } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      sometimes(required.includes(name) ? 98 : 30, anyValue(field, schemas)),
    ])
    const strangers = fc.dictionary(anyText, strange, { maxKeys: 1 })
    return fc
      .tuple(fc.record(Object.fromEntries(fields)), sometimes(5, strangers))
      .map(both => Object.assign({}, ...both))
  }
  if (anyOf) return fc.oneof(...anyOf.map(form => anyValue(form, schemas)))
  const [type] = [schema.type].flat()
  if (type === 'array') return fc.array(anyValue(items, schemas), { maxLength: 2 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.oneof(fc.constantFrom(0, 1, 20), fc.maxSafeInteger())
  if (type === 'number') return fc.oneof(fc.constantFrom(0, 1, 9.5, 20, 0.1 + 0.2, 1e15), fc.double())
  if (type === 'object') return fc.dictionary(anyText, anyText, { maxKeys: 2 })
  return anyText
}

/** A text as it may stand in a path, query or header, or in a body. */
export const anyText = fc.oneof(
  often(6, fc.constantFrom('demo', '1', 'USD', '2026-11-22', 'ada@example.com', 'https://example.com/a', 'modern')),
  often(6, fc.constantFrom('', '%zz', '../../etc/passwd', "' or 1=1 --", '__proto__', '\ud800', 'a\r\nX-Evil: 1')),
  often(8, anyPlainText()),
  fc.tuple(fc.constantFrom('x', '漢', '%', '9', '\u0000'), fc.nat(5000)).map(([text, times]) => text.repeat(times)),
)

const strange = fc.oneof(fc.constantFrom(null, '', 'x'.repeat(3000), '\u0000', '\ud800'), fc.jsonValue())

/** Percent-encoded, or nearly: only what can't be in a request's first line at all is always encoded. */
export const encodedText = fc
  .tuple(anyText, fc.nat(4))
  .map(([text, chance]) =>
    chance > 0 ? encodeURIComponent(text.toWellFormed()) : text.replace(/[^!-~]|[?#]/gu, '%C3').slice(0, 3000),
  )
