import { expect, test } from 'vitest'
import { refusalFindings } from '../../../tools/lint/refusals.ts'
import { folderOf } from './folders.ts'

function said(files: Record<string, string>) {
  return refusalFindings(folderOf(files)).map(
    ({ rule, file, line, column, message, advice }) => `${file}:${line}:${column} ${rule}: ${message}; ${advice}`,
  )
}

test('reports everything the compiler rejects in a file', () => {
  const template = ['<p>{{{heading.store}}}</p>', '{{#unles items}}{{/unles}}', '{{uppercase heading.store}}'].join(
    '\n',
  )
  expect(said({ 'sections/hero.html.hbs': template })).toEqual([
    'sections/hero.html.hbs:1:4 refused: three braces would print receipt text as markup; write {{ }}',
    'sections/hero.html.hbs:2:1 refused: there is no block "unles"; blocks are if, unless, each, with',
    expect.stringMatching(/^sections\/hero\.html\.hbs:3:1 refused: there is no helper "uppercase"; helpers are /),
  ])
})

test('reports an error inside a rejected block once the block is fixed', () => {
  expect(said({ 'sections/hero.html.hbs': '{{#each items as |item|}}{{{item}}}{{/each}}' })).toHaveLength(1)
})

test('rejects a plain-text helper in HTML', () => {
  expect(said({ 'sections/hero.html.hbs': '{{center heading.store}}' })).toEqual([
    expect.stringContaining('no helper "center"'),
  ])
  expect(said({ 'sections/heading.txt.hbs': '{{center heading.store}}' })).toEqual([])
})

test('points to the docs if there is no advice', () => {
  expect(said({ 'sections/heading.txt.hbs': '{{center}}' })).toEqual([
    'sections/heading.txt.hbs:1:1 refused: center takes 1 argument; see the template language in docs/templates.md',
  ])
})

test('reports an unclosed block where it opens', () => {
  const template = '{{!-- {{#if}} --}}\n{{#with heading}}\n  {{#if amount}}\n  {{#if date}}{{date}}{{/if}}\n{{/with}}'
  expect(said({ 'sections/hero.html.hbs': template })).toEqual([
    'sections/hero.html.hbs:3:1 syntax: invalid Handlebars: {{#if}} is closed by {{/with}}; close what was opened: {{#if}} with {{/if}}, {{ with }}',
  ])
  expect(said({ 'sections/hero.html.hbs': template.replace('{{/with}}', '') })).toEqual([
    expect.stringContaining('sections/hero.html.hbs:3:1 syntax: invalid Handlebars: {{#if amount}} is not closed'),
  ])
})

test('reports an unclosed mustache', () => {
  expect(said({ 'sections/hero.html.hbs': '<p>\n{{heading.amount</p>' })).toEqual([
    expect.stringMatching(/^sections\/hero\.html\.hbs:2:1 syntax: invalid Handlebars: /),
  ])
})

test('allows blocks only in styles that aren’t inlined', () => {
  const block = '{{#if pixel}}.sum { color: {{brand.color}}; }{{/if}}'
  expect(said({ 'brand.css': block })).toEqual([
    expect.stringContaining('brand.css:1:1 refused: only plain fields work in styles that are inlined'),
  ])
  expect(said({ 'email-kept.css': block })).toEqual([])
})
