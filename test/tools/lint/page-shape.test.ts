import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTypes } from '../../../scripts/reference/read-types.ts'
import { textBetween, writeRules, writeTables } from '../../../scripts/reference/write-docs.ts'
import { readBrand } from '../../../src/brand/brand.ts'
import { drawForMail } from '../../../src/document/images.ts'
import { type FieldShape, types } from '../../../tools/generated/page-shape.ts'
import { rules } from '../../../tools/lint/rules.ts'
import { engineFor, fixtures } from '../../support/fixtures.ts'

const read = readTypes()
const page = readFileSync(new URL('../../../docs/templates.md', import.meta.url), 'utf8')

describe('generated files match the types (npm run reference)', () => {
  test('the shape of the view', () => {
    expect(types).toEqual(Object.fromEntries(Object.entries(read).map(([name, { fields }]) => [name, fields])))
  })

  test('the tables of fields', () => {
    expect(textBetween(page, 'reference')).toBe(writeTables(read))
  })

  test('the table of rules', () => {
    expect(textBetween(page, 'rules')).toBe(writeRules(rules))
  })

  test('every field is explained', () => {
    const bare = Object.entries(types).flatMap(([name, fields]) =>
      Object.keys(fields)
        .filter(field => !fields[field]!.doc)
        .map(field => `${name}.${field}`),
    )
    expect(bare).toEqual([])
  })
})

test('PrintPage has all that MailPage has, and the paper', () => {
  expect(Object.keys(types.PrintPage!)).toEqual([...Object.keys(types.MailPage!), 'paper'])
})

test.each(fixtures)('$name: the view has the fields of its shape and no others', async fixture => {
  const { receipt, acceptLanguage, offers, options } = fixture
  const view = (await engineFor(fixture)).view(receipt, { acceptLanguage, offers })
  const { shown } = drawForMail(view.images, 'cid')
  const { brand } = readBrand(options.brand)
  expect(misfits({ ...view, brand, images: shown, labelWidth: 90 }, { type: 'MailPage', doc: '' }, 'view')).toEqual([])
})

/** Paths at which a value is not what its shape says. */
function misfits(value: unknown, { type, many, ...field }: FieldShape, path: string): string[] {
  if (many === 'list') {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((entry, at) => misfits(entry, { type, ...field }, `${path}[${at}]`))
  }
  if (many === 'record')
    return Object.entries(value as object).flatMap(([name, entry]) =>
      misfits(entry, { type, ...field }, `${path}.${name}`),
    )
  const shape = types[type]
  if (!shape) return typeof value === (type === 'text' ? 'string' : type) ? [] : [`${path} is no ${type}`]
  const object = value as Record<string, unknown>
  const unknown = Object.keys(object).filter(name => !Object.hasOwn(shape, name))
  return [
    ...unknown.map(name => `${path}.${name} is not in the shape`),
    ...Object.entries(shape).flatMap(([name, inner]) => {
      if (object[name] !== undefined) return misfits(object[name], inner, `${path}.${name}`)
      return inner.optional ? [] : [`${path}.${name} is missing`]
    }),
  ]
}
