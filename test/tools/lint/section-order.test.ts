import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { shippedSections } from '../../../src/document/section-order.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { lintTemplates } from '../../../tools/lint/lint.ts'
import { inFolder } from './folders.ts'

const all = shippedSections(readTemplateFiles(templateFolder))
const promise = {
  'sections/promise.html.hbs': '<div class="note">{{own.promise}}</div>',
  'sections/promise.txt.hbs': '\n{{wrap own.promise}}',
  'locales/en.json': '{ "own": { "promise": "Repairs for life." } }',
}

async function said(sections: readonly string[], files: Record<string, string> = {}): Promise<string[]> {
  const brand = { 'brand.json': JSON.stringify({ sections }, null, 2) }
  const findings = await inFolder({ ...brand, ...files }, folder => lintTemplates(folder))
  return findings.map(
    ({ file, line, column, severity, rule, message, advice }) =>
      `${file}:${line}:${column} ${severity} ${rule}: ${message}; ${advice}`,
  )
}

describe('sections in brand.json', () => {
  test('pass if they name all sections and one of the folder’s', async () => {
    expect(await said([...all].reverse())).toEqual([])
    expect(await said(['promise', ...all], promise)).toEqual([])
  })

  test('reports an unknown name at its line', async () => {
    expect(await said([...all, 'promise', 'offres'])).toEqual([
      `brand.json:${all.length + 3}:5 error unknown-section: there is no section "promise"; write sections/promise.html.hbs and sections/promise.txt.hbs`,
      expect.stringMatching(/^brand\.json:\d+:5 error unknown-section: .*did you mean "offers"\?/),
    ])
  })

  test('pass if they name only what is moved', async () => {
    expect(await said(['totals', 'items', '-terms'])).toEqual([])
  })

  test('exempts omitted sections from other rules', async () => {
    const list = [...all.filter(name => name !== 'raw' && name !== 'loyalty'), '-raw', '-loyalty']
    expect(await said(list, { 'sections/note.txt.hbs': '{{#each lines}}\n{{wrap this}}\n{{/each}}' })).toEqual([])
  })
})

test('reports a custom page without marks', async () => {
  const page = readTemplateFiles(templateFolder).get('receipt.txt.hbs')!
  expect(await said(all, { 'receipt.txt.hbs': page })).toEqual([])
  expect(await said(all, { 'receipt.txt.hbs': page.replace('{{!-- sections --}}', '') })).toEqual([
    expect.stringContaining('receipt.txt.hbs:1:1 warning page-without-marks: this page keeps its own order'),
  ])
})

describe('section-missing', () => {
  test('reports a listed section without plain text', async () => {
    const { 'sections/promise.txt.hbs': _, ...files } = promise
    expect(await said(['promise', ...all], files)).toEqual([
      'sections/promise.html.hbs:1:1 warning section-missing: the section promise is missing from the plain text; write sections/promise.txt.hbs',
    ])
  })

  test('reports a section that only the mail names', async () => {
    const page = readTemplateFiles(templateFolder).get('email.html.hbs')!
    const email = page.replace('{{> items}}', '{{> items}}\n{{> promise}}')
    const findings = await inFolder({ ...promise, 'email.html.hbs': email }, folder => lintTemplates(folder))
    const told = findings.map(({ rule, message, advice }) => `${rule}: ${message}; ${advice}`)
    expect(told).toContain(
      "section-missing: the section promise is missing from paper; write {{> promise}} in print.html.hbs, or name it in brand.json's sections",
    )
    expect(told).toContain(
      "section-missing: the section promise is missing from the plain text; write {{> promise}} in receipt.txt.hbs, or name it in brand.json's sections",
    )
  })
})
