import { beforeAll, describe, expect, test } from 'vitest'
import { readBrand } from '../../../src/brand/brand.ts'
import { checkedPage } from '../../../src/document/compile.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import { textTemplate } from '../../../src/document/templates.ts'
import { textColumns } from '../../../src/document/text/columns.ts'
import { TemplateError } from '../../../src/errors.ts'
import { type FieldShape, types } from '../../../tools/generated/page-shape.ts'
import { fieldFindings } from '../../../tools/lint/fields/fields.ts'
import { sectionFindings } from '../../../tools/lint/fields/sections.ts'
import type { LintedFolder } from '../../../tools/lint/finding.ts'
import { refusalFindings } from '../../../tools/lint/refusals.ts'
import fc from '../../support/fast-check.ts'
import { engineFor, fixtures } from '../../support/fixtures.ts'
import { precompile } from '../../support/precompile.ts'
import { tries } from '../../support/scope.ts'
import { folderOf } from './folders.ts'

/** Every fixture as a template of plain text meets it. */
const pages: object[] = []

beforeAll(async () => {
  for (const fixture of fixtures) {
    const { receipt, acceptLanguage, offers, options } = fixture
    const view = (await engineFor(fixture)).view(receipt, { acceptLanguage, offers })
    pages.push({ ...view, images: {}, brand: readBrand(options.brand).brand, columns: textColumns, labelWidth: 90 })
  }
})
describe('the lint is right about fields', () => {
  test('a page that tests and prints every field passes and never fails', () => {
    const template = everyField('MailPage')
    expect(rulesOf(template)).toEqual([])
    const fill = filled(template)
    for (const page of pages) expect(missing(page, fill(page))).toEqual([])
  })

  const optional = optionalTexts('MailPage', '')
  test('there are enough fields to try', () => expect(optional.length).toBeGreaterThan(8))

  test.each(optional)('%s printed without a test is reported, and fails if absent', path => {
    expect(rulesOf(`{{${path}}}`)).toEqual(['maybe-absent'])
    const fill = filled(`{{${path}}}`)
    expect(pages.some(page => fails(() => fill(page)))).toBe(true)
  })
})

test('any clean template compiles and fills with every receipt', () => {
  const seen = { clean: 0, faulty: 0 }
  fc.assert(
    fc.property(anyTemplate(['MailPage'], 3), text => {
      const folder = textFolder(text)
      const found = [refusalFindings, sectionFindings, fieldFindings].flatMap(rule => rule(folder))
      if (found.some(({ severity }) => severity === 'error')) return void seen.faulty++
      seen.clean++
      const fill = evaluated(writeTemplate(checkedPage(folder.files, 'text'), 'text'))
      for (const page of pages) expect(fill({ ...page, own: { followUs: 'Follow us' } })).toBeTypeOf('string')
    }),
    { numRuns: tries(4000) },
  )
  expect(seen.clean).toBeGreaterThan(tries(25))
  expect(seen.faulty).toBeGreaterThan(tries(25))
})

/** Statements for a place within things of these types: mostly names that are there, some asked for and some not. */
function anyTemplate(within: string[], depth: number): fc.Arbitrary<string> {
  const parts = within.map((type, at) =>
    fc
      .constantFrom(...Object.entries(types[type] ?? {}), ['this', { type, doc: '' }] as const)
      .chain(([name, field]) => anyUse('../'.repeat(within.length - 1 - at) + name, field, within, depth)),
  )
  const others = fc.constantFrom(
    ...[
      '{{> note}}',
      '{{> line}}',
      '{{> links}}',
      '{{> slot1}}',
      '{{> nota}}',
      '{{shout title}}',
      '{{row}}',
      '{{#if}}{{/if}}',
    ],
    ...[
      '{{own.followUs}}',
      '{{own.hours}}',
      '{{extra.table}}',
      '{{@index}}',
      '{{#if @last}}.{{/if}}',
      '{{../../label}}',
    ],
  )
  const one = fc.oneof({ arbitrary: fc.oneof(...parts), weight: 6 }, { arbitrary: others, weight: 1 })
  return fc.array(one, { minLength: 1, maxLength: 2 }).map(all => all.join('\n'))
}

function anyUse(name: string, { type, many }: FieldShape, within: string[], depth: number): fc.Arbitrary<string> {
  const printed = fc.constantFrom(`{{${name}}}`, `{{wrap ${name}}}`, `{{row lang ${name}}}`, `{{row ${name} ${name}}}`)
  if (depth === 0) return printed
  const inside =
    many || types[type] ? anyTemplate([...within, many || types[type] ? type : 'text'], depth - 1) : printed
  const same = anyTemplate(within, depth - 1)
  const word = many ? 'each' : types[type] ? 'with' : 'if'
  return fc.oneof(
    printed,
    inside.map(text => `{{#${word} ${name}}}${text}{{/${word}}}`),
    fc.tuple(inside, same).map(([text, other]) => `{{#${word} ${name}}}${text}{{else}}${other}{{/${word}}}`),
    fc.tuple(same, printed).map(([text, there]) => `{{#unless ${name}}}${text}{{else}}${there}{{/unless}}`),
    fc.tuple(same, printed).map(([text, there]) => `{{#if ${name}}}${text}${there}{{/if}}`),
  )
}

/** A folder that has the page of plain text and no other. */
function textFolder(template: string): LintedFolder {
  const { own, files, ...folder } = folderOf({ 'receipt.txt.hbs': template }, ['followUs'])
  return { ...folder, own, files: new Map([...files].filter(([path]) => path.endsWith('.txt.hbs'))) }
}

function rulesOf(template: string): string[] {
  return fieldFindings(folderOf({ 'receipt.txt.hbs': template })).map(({ rule }) => rule)
}

function filled(template: string) {
  return evaluated(precompile(template, 'text'))
}

function evaluated(source: string) {
  return textTemplate(new Function(`return ${source}`)())
}

function fails(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof TemplateError) return true
    throw error
  }
}

/** A template that prints all texts of a type, at any depth. */
function everyField(type: string): string {
  return Object.entries(types[type]!)
    .filter(([, { type: inner }]) => inner !== 'ShownImage')
    .map(([name, field]) => whole(name, field))
    .join('\n')
}

function whole(name: string, { type, many, optional }: FieldShape): string {
  const inside = types[type] ? everyField(type) : `{{this}}`
  if (many) return `{{#each ${name}}}${inside}\n{{/each}}`
  if (types[type]) return `{{#with ${name}}}${inside}\n{{/with}}`
  if (type === 'boolean') return `{{#if ${name}}}{{/if}}`
  return optional ? `{{#if ${name}}}{{${name}}}{{/if}}` : `{{${name}}}`
}

/** Paths, through objects but not through lists, of the texts that not every receipt has. */
function optionalTexts(type: string, before: string): string[] {
  return Object.entries(types[type]!).flatMap(([name, { type: inner, many, optional }]) => {
    if (many) return []
    const path = before + name
    if (types[inner]) return optionalTexts(inner, `${path}.`)
    return optional && inner === 'text' ? [path] : []
  })
}

/** The strings of a view that a text does not hold. */
function missing(value: unknown, text: string): string[] {
  if (typeof value === 'string') return text.includes(value) ? [] : [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(each => missing(each, text)) : []
}
