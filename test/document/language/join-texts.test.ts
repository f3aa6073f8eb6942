import { expect, test } from 'vitest'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'

/** The longest text that is repeated, and a longer one. */
const short = 'x'.repeat(120)
const long = 'x'.repeat(121)

test.each([
  ['<td>{{#if mark}}<b>{{mark}}</b>{{/if}}</td>', ['<td><b>', '</b></td>', '<td></td>']],
  ['<td>{{#unless mark}}{{name}}{{else}}-{{/unless}}</td>', ['<td>', '</td>', '<td>-</td>']],
  [
    '{{#if mark}}<i>{{mark}}</i>{{/if}}<td>{{#if sum}}<b>{{sum}}</b>{{/if}}</td>',
    ['<i>', '</i><td>', '<td>', '<b>', '</b></td>', '</td>'],
  ],
])('texts around a condition become one with those in it: %s', (source, texts) => {
  expect(textsOf(source)).toEqual(texts)
})

test.each([
  ['beside fields', '<td>{{#if mark}}{{mark}}{{/if}}</td>', ['<td>', '</td>']],
  ['around lists', '<td>{{#each marks}}<b>{{this}}</b>{{/each}}</td>', ['<td>', '<b>', '</b>', '</td>']],
  ['too long to be repeated', `${long}{{#if mark}}<b>{{mark}}</b>{{/if}}`, [long, '<b>', '</b>']],
  ['too long to be repeated after it', `{{#if mark}}<b>{{mark}}</b>{{/if}}${long}`, ['<b>', '</b>', long]],
])('texts stay where they are %s', (_, source, texts) => {
  expect(textsOf(source)).toEqual(texts)
})

test('a text of 120 letters is repeated', () => {
  expect(textsOf(`${short}{{#if mark}}<b>{{mark}}</b>{{/if}}`)).toEqual([`${short}<b>`, '</b>', short])
  expect(textsOf(`{{#if mark}}<b>{{mark}}</b>{{/if}}${short}`)).toEqual(['<b>', `</b>${short}`, short])
})

test('an empty branch has no text to meet', () => {
  expect(textsOf('<td>{{#if mark}}\n{{~name~}}\n{{/if}}</td>')).toEqual(['<td>', '</td>'])
})

test.each([
  ['texts after nested conditions', (n: number) => '{{#if a}}'.repeat(n) + `{{/if}}${short}`.repeat(n)],
  ['texts after nested branches', (n: number) => '{{#if a}}'.repeat(n) + `{{else}}w{{/if}}${short}`.repeat(n)],
  ['a text in pieces after a chain', (n: number) => `${chain(n)}${`\\{{${short}`.repeat(n)}`],
  ['a chain between texts', (n: number) => short + chain(n) + short],
])('twice as long a template has twice as much code: %s', (_, source) => {
  const code = (n: number) => writeTemplate(parseTemplate(source(n), 'page.html.hbs'), 'html').length
  expect(code(200) / code(100)).toBeLessThan(2.2)
})

function chain(n: number): string {
  return `{{#if a}}x${'{{else if b}}y'.repeat(n)}{{/if}}`
}

/** The texts that a template prints, in the order in which its code has them: within a block, where it is one function. */
function textsOf(source: string): string[] {
  const code = writeTemplate(parseTemplate(`{{#with receipt}}${source}{{/with}}`, 'page.html.hbs'), 'html')
  return [...code.matchAll(/^out \+= (".*")$/gm)].map(([, text]) => JSON.parse(text!))
}
