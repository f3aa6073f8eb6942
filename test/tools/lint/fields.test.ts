import { describe, expect, test } from 'vitest'
import { fieldFindings } from '../../../tools/lint/fields/fields.ts'
import { printedFields } from '../../../tools/lint/fields/walk.ts'
import { folderOf } from './folders.ts'

/** Findings about a custom footer of the mail; paper has its own. */
function foot(template: string, words: string[] = []) {
  return said({ 'sections/footer.html.hbs': template }, words)
}

function said(files: Record<string, string>, words: string[] = []) {
  return fieldFindings(folderOf(files, words)).map(
    ({ rule, line, column, message, advice }) => `${line}:${column} ${rule}: ${message}; ${advice}`,
  )
}

describe('unknown-field', () => {
  test('reports a misspelled name with a suggestion', () => {
    expect(foot('<div>\n  {{heading.stroe}}</div>')).toEqual([
      '2:5 unknown-field: HeadingView has no field "stroe" (via email.html.hbs); did you mean heading.store?',
    ])
  })

  test.each([
    [
      'a field of an outer thing',
      '{{#with totals}}{{#each lines}}{{saved}}{{/each}}{{/with}}',
      'did you mean ../saved?',
    ],
    [
      'a field of the view',
      '{{#with totals}}{{#each lines}}{{subject}}{{/each}}{{/with}}',
      'did you mean @root.subject?',
    ],
    ['a field of a field', '{{store}}', 'did you mean heading.store?'],
    ['a list', '{{totals.lines.label}}', 'write {{#each}} around it; a list has only entries'],
    ['a text', '{{heading.store.name}}', 'print it by itself; it has no fields'],
    ['no letter in common', '{{#with footer.link}}{{promotion}}{{/with}}', 'it has text, url'],
    ['too many steps out', '{{#each facts}}{{../../title}}{{/each}}', 'remove one ../'],
    ['a place in no loop', '{{@index}}', 'move it into {{#each}}, or remove it'],
    ['a condition', '{{#if heading.payed}}{{heading.store}}{{/if}}', 'HeadingView has no field "payed"'],
    ['an argument', '<img alt="{{plain heading.logAlt}}">', 'did you mean heading.logoAlt?'],
    ['what a picture has', '{{#with (image heading.logo)}}{{px widht}}{{/with}}', 'did you mean width?'],
  ])('%s', (_, template, advice) => {
    expect(foot(template)).toHaveLength(1)
    expect(foot(template)[0]).toContain('unknown-field')
    expect(foot(template)[0]).toContain(advice)
  })

  test('reports a wrong name once, not each field within it', () => {
    expect(foot('{{#with haeding}}{{store}} {{../lang}}{{/with}}')).toHaveLength(1)
  })

  test('rejects fields of the printed page in the mail', () => {
    expect(foot('{{#if paper.roll}}{{heading.store}}{{/if}}')).toEqual([
      expect.stringContaining('only paper has it; use a section ending in .print.html.hbs'),
    ])
    expect(said({ 'sections/footer.print.html.hbs': '{{#if paper.roll}}{{heading.store}}{{/if}}' })).toEqual([])
  })

  test('checks a section everywhere it is used, but reports once', () => {
    const note = (field: string) => said({ 'sections/note.html.hbs': `{{#each lines}}{{this}}{{/each}}{{${field}}}` })
    expect(note('title')).toEqual([
      '1:35 unknown-field: NoteView has no field "title" (via email.html.hbs, sections/header.html.hbs); did you mean @root.title?',
    ])
  })

  test('checks values in stylesheets, too', () => {
    expect(said({ 'brand.css': '.sum { color: {{brand.colour}}; }' })).toEqual([
      '1:17 unknown-field: Brand has no field "colour"; did you mean brand.color?',
    ])
    expect(said({ 'brand.css': '/* {{brand.colour}} */ @media print { .sum { color: {{brand.tint}}; } }' })).toEqual([
      expect.stringContaining('1:55 unknown-field: Brand has no field "tint"'),
    ])
  })
})

describe('maybe-absent', () => {
  test('reports a field that some receipts lack', () => {
    expect(said({ 'sections/footer.txt.hbs': '{{wrap heading.date}}\n{{footer.thanks}}' })).toEqual([
      '1:8 maybe-absent: some receipts have no heading.date, so it would print nothing (via receipt.txt.hbs); write {{#if heading.date}}…{{/if}} around it',
      '2:3 maybe-absent: some receipts have no footer.thanks, so it would print nothing (via receipt.txt.hbs); write {{#if footer.thanks}}…{{/if}} around it',
    ])
  })

  test.each([
    ['asked for', '{{#if footer.thanks}}{{footer.thanks}}{{/if}}'],
    ['asked for the other way', '{{#unless footer.thanks}}–{{else}}{{footer.thanks}}{{/unless}}'],
    ['asked for from further in', '{{#with footer}}{{#if @root.heading.date}}{{../heading.date}}{{/if}}{{/with}}'],
    ['entered', '{{#with totals.total}}{{label}} {{../totals.title}}{{/with}}'],
    ['gone through', '{{#each totals.lines}}{{amount}} {{../totals.title}}{{/each}}'],
    ['asked for by something within it', '{{#if totals.saved}}{{totals.title}}{{/if}}'],
    ['an entry of a list', '{{#each footer.lines}}{{this}}{{/each}}'],
    ['on every receipt', '{{heading.store}}{{footer.automatic}}{{facts.length}}'],
    ['a key that may find nothing', '{{#with (image heading.logo)}}{{px width}}{{/with}}'],
  ])('ignores what is %s', (_, template) => {
    expect(foot(template)).toEqual([])
  })

  test.each([
    ['after the block', '{{#if footer.thanks}}{{/if}}{{footer.thanks}}'],
    ['in the other branch', '{{#if footer.thanks}}!{{else}}{{footer.thanks}}{{/if}}'],
    ['of the entry, when the list was asked for', '{{#if totals.lines}}{{#each totals.lines}}{{note}}{{/each}}{{/if}}'],
    [
      'of another entry',
      '{{#each totals.lines}}{{#if note}}{{#each ../totals.lines}}{{note}}{{/each}}{{/if}}{{/each}}',
    ],
    ['of an entry by its number', '{{footer.lines.[0]}}'],
    ['of fields that only some tills send', '{{extra.table}}'],
  ])('reports a field %s', (_, template) => {
    expect(foot(template)).toEqual([expect.stringContaining('maybe-absent')])
  })

  test('accepts optional arguments of helpers', () => {
    expect(said({ 'sections/footer.txt.hbs': '{{row heading.amountLabel heading.amount}}' })).toEqual([])
  })
})

test.each([
  [
    '{{heading}}',
    'not-text: {{heading}} is a HeadingView, not text (via email.html.hbs); print one of its fields: store, initial',
  ],
  [
    '{{footer.lines}}',
    'not-text: {{footer.lines}} is a list, not text (via email.html.hbs); loop over it: {{#each footer.lines}}',
  ],
  ['{{heading.outstanding}}', 'a boolean, not text (via email.html.hbs); test it: {{#if heading.outstanding}}'],
  [
    '{{#each heading.store}}{{this}}{{/each}}',
    'not-a-list: heading.store is text, and {{#each}} needs a list (via email.html.hbs); print it: {{heading.store}}',
  ],
  [
    '{{#each heading}}{{this}}{{/each}}',
    'not-a-list: heading is one HeadingView, and {{#each}} needs a list (via email.html.hbs); write {{#with heading}}',
  ],
])('%s', (template, message) => {
  expect(foot(template)[0]).toContain(message)
})

describe('custom words', () => {
  test('exist in every language if the folder has them', () => {
    expect(foot('{{own.followUs}}', ['followUs'])).toEqual([])
  })

  test('are otherwise reported with a suggestion', () => {
    expect(foot('{{own.folowUs}}', ['followUs'])).toEqual([
      '1:3 unknown-word: no file in locales/ has a word "folowUs" under "own" (via email.html.hbs); did you mean {{own.followUs}}? If not, add it to locales/en.json: { "own": { "folowUs": "…" } }',
    ])
  })

  test('may be missing if tested for', () => {
    expect(foot('{{#if own.followUs}}{{own.followUs}}{{/if}}')).toEqual([])
  })
})

test('reports a package section where it is used without its fields', () => {
  const page = (line: string) => said({ 'sections/totals.txt.hbs': `{{#with totals}}\n${line}\n{{/with}}` })
  expect(page('{{> line}}')).toEqual([
    '2:1 section-out-of-place: {{> line}} does not work here: in sections/line.txt.hbs, TotalsView has no field "kind"; put the {{#with field}} or {{#each list}} it needs around it; its first line names it',
  ])
  expect(page('{{#with total}}{{> line}}{{/with}}')).toEqual([])
})

test('reports only the merchant’s own files, but checks whole pages', () => {
  const folder = folderOf({ 'sections/note.html.hbs': '{{heading.nothing}}' })
  expect(new Set(fieldFindings(folder).map(({ file }) => file))).toEqual(new Set(['sections/note.html.hbs']))
})

describe('printedFields', () => {
  test('finds fields by type, through lists, sections and helpers', () => {
    const printed = printedFields(folderOf({}), 'email')
    for (const path of [
      'lang',
      'heading.store',
      'items.groups.items.name',
      'slot1.lines',
      'images.*.src',
      'brand.color',
    ])
      expect(printed).toContain(path)
    expect(printed).not.toContain('items.has.quantity')
    expect(printedFields(folderOf({}), 'text')).toContain('tenders.tenders.amount')
    expect(printedFields(folderOf({}), 'text')).not.toContain('heading.initial')
  })

  test('ignores a field that is only tested', () => {
    const files = { 'sections/footer.txt.hbs': '{{#if pixel}}{{wrap extra.table}}{{/if}}' }
    const printed = printedFields(folderOf(files), 'text')
    expect(printed).toContain('extra.*')
    expect(printed).not.toContain('pixel')
    expect(printed).not.toContain('footer.automatic')
  })
})

describe('unknown-code', () => {
  const section = (code: string) =>
    said({
      'sections/slot1.txt.hbs': `{{#with totals}}{{#each lines}}{{#if (is kind "${code}")}}{{label}}{{/if}}{{/each}}{{/with}}`,
    })

  test('reports an impossible code with a suggestion', () => {
    expect(section('tax')).toEqual([])
    expect(section('subtotl')).toEqual([
      '1:42 unknown-code: kind is never "subtotl" (via receipt.txt.hbs); did you mean "subtotal"?',
    ])
  })

  test('lists all codes if none is near', () => {
    expect(foot('{{#each facts}}{{#if (is key "table")}}{{value}}{{/if}}{{/each}}')).toEqual([
      expect.stringContaining('it is one of receipt, register, associate'),
    ])
  })

  test('ignores a field that is only compared', () => {
    const folder = folderOf({
      'sections/facts.html.hbs': '{{#each facts}}{{#if (is key "store")}}{{value}}{{/if}}{{/each}}',
    })
    expect(fieldFindings(folder)).toEqual([])
    expect(printedFields(folder, 'email')).not.toContain('facts.key')
  })
})

describe('not-extra', () => {
  test('reports a form of what the engine has written, at its place', () => {
    expect(foot('<div>\n  {{#if heading.date}}{{date heading.date}}{{/if}}</div>')).toEqual([
      '2:30 not-extra: date writes what your tills send in a field of their own, and heading.date is written already' +
        ' (via email.html.hbs); print it as it is, {{heading.date}}, or name a field of extra: {{date extra.field}}',
    ])
    expect(foot('<div title="{{plain (money heading.store)}}"></div>')[0]).toContain('1:28 not-extra: money')
  })

  test('knows extra by whatever way', () => {
    expect(
      foot(
        '{{#if extra.a}}{{date extra.a}}{{/if}}{{#with extra}}{{#if b}}{{money b}}{{/if}}{{/with}}{{#each extra}}{{number this}}{{/each}}{{#each facts}}{{#if @root.extra.[c.d]}}{{dateTime @root.extra.[c.d]}}{{/if}}{{/each}}',
      ),
    ).toEqual([])
  })

  test('asks for a condition, as around any field of extra', () => {
    expect(foot('{{date extra.a}}')[0]).toContain('write {{#if extra.a}}…{{/if}} around it')
  })
})
