import { describe, expect, test } from 'vitest'
import { sectionFindings } from '../../../tools/lint/fields/sections.ts'
import { folderOf } from './folders.ts'

function said(files: Record<string, string>) {
  return sectionFindings(folderOf(files)).map(
    ({ rule, severity, file, line, column, message, advice }) =>
      `${file}:${line}:${column} ${severity} ${rule}: ${message}; ${advice}`,
  )
}

test('reports a missing section with a suggestion', () => {
  expect(said({ 'sections/header.txt.hbs': '{{#with header}}\n  {{> nota}}\n{{/with}}' })).toEqual([
    'sections/header.txt.hbs:2:3 error no-such-section: there is no section "nota"; did you mean {{> note}}? If not, write sections/nota.txt.hbs',
  ])
})

test('reports a missing stylesheet', () => {
  expect(said({ 'sections/filler.html.hbs': '<style>{{> christmas.css}}</style>' })).toEqual([
    expect.stringContaining('there is no section "christmas.css"; write christmas.css'),
  ])
})

test('reports a section that contains itself through another', () => {
  expect(said({ 'sections/slot1.txt.hbs': '{{> slot2}}', 'sections/slot2.txt.hbs': '{{> slot1}}' })).toEqual([
    expect.stringContaining(
      'sections/slot2.txt.hbs:1:1 error section-in-itself: sections/slot1.txt.hbs contains itself, via receipt.txt.hbs, sections/slot1.txt.hbs, sections/slot2.txt.hbs',
    ),
    expect.stringContaining('sections/slot1.txt.hbs:1:1 error section-in-itself: sections/slot2.txt.hbs'),
  ])
})

describe('unused-file', () => {
  test('reports a file with a misspelled name', () => {
    expect(said({ 'sections/foter.html.hbs': '<p>{{heading.store}}</p>' })).toEqual([
      'sections/foter.html.hbs:1:1 warning unused-file: no page uses this file; did you mean sections/footer.html.hbs? A file replaces the package’s file at the same path'.replace(
        '’',
        "'",
      ),
    ])
  })

  test('reports a section outside the sections folder', () => {
    expect(said({ 'footer.html.hbs': '<p>{{heading.store}}</p>' })).toEqual([
      expect.stringContaining('did you mean sections/footer.html.hbs?'),
    ])
  })

  test('reports a new section until something includes it', () => {
    const section = { 'sections/recycling-deposit.txt.hbs': '{{heading.store}}' }
    expect(said(section)).toEqual([expect.stringContaining('use it in a page, {{> recycling-deposit}}, or delete it')])
    expect(said({ ...section, 'sections/slot5.txt.hbs': '{{> recycling-deposit}}' })).toEqual([])
  })

  test('accepts stylesheets that pages include', () => {
    expect(said({ 'brand.css': '', 'email.css': '', 'print.css': '', 'email-kept.css': '' })).toEqual([])
    expect(said({ 'mail.css': '' })).toEqual([expect.stringContaining('did you mean email.css?')])
  })
})
