import { expect, test } from 'vitest'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'

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
])('texts stay where they are %s', (_, source, texts) => {
  expect(textsOf(source)).toEqual(texts)
})

/** The texts that a template prints, in the order in which its code has them: within a block, where it is one function. */
function textsOf(source: string): string[] {
  const code = writeTemplate(parseTemplate(`{{#with receipt}}${source}{{/with}}`, 'page.html.hbs'), 'html')
  return [...code.matchAll(/^out \+= (".*")$/gm)].map(([, text]) => JSON.parse(text!))
}
