import { expect, test } from 'vitest'
import { inlineStyles } from '../../../src/document/styles/inline.ts'

const css = '.a { text-align: end; color: red; vertical-align: top; white-space: nowrap; } .b { font-weight: 400; }'

test.each([
  ['<td class="a" align="end">', '<td align="right" style="color:red;vertical-align:top" nowrap>'],
  ['<td class="a" align="start">', '<td align="left" style="text-align:right;color:red;vertical-align:top" nowrap>'],
  ['<th class="b" align="start">', '<th align="left" style="font-weight:400">'],
  ['<td class="b">', '<td>'],
])('an attribute of a cell says what its style needn’t: %s', (cell, said) => {
  expect(inRow(cell)).toContain(`<tr>${said}1</`)
})

test.each([
  ['<tbody valign="top"><tr>', 'text-align:right;color:red'],
  ['<tbody valign="bottom"><tr>', 'text-align:right;color:red;vertical-align:top'],
  ['<tr align="end" valign="top">', 'text-align:right;color:red'],
  ['<tr style="text-align:right">', 'color:red;vertical-align:top'],
  ['<tr><td valign="top" style="text-align:right"><table><tr>', 'color:red;vertical-align:top'],
  [
    '<tr><td style="text-align:right"><table><tr><td align="end"><table><tr>',
    'text-align:right;color:red;vertical-align:top',
  ],
])('so does what is around it, within the table if it is about rows: %s', (around, style) => {
  expect(inlined(`<table>${around}<td class="a">1</td></tr></table>`)).toContain(`style="${style}" nowrap>1<`)
})

test('a title’s weight reaches the cells in it', () => {
  const page = inlined('<table><tr><th><table><tr><td class="b">1</td></tr></table></th></tr></table>')
  expect(page).toContain('<td style="font-weight:400">1<')
})

function inRow(cell: string): string {
  return inlined(`<table><tr>${cell}1</${cell.slice(1, 3)}></tr></table>`)
}

function inlined(body: string): string {
  return inlineStyles(`<html><head></head><body>${body}</body></html>`, css, 'ltr')
}
