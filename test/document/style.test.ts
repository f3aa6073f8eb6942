import { expect, test } from 'vitest'
import { physical } from '../../src/document/style.ts'

test.each([
  ['text-align: end', 'text-align:right', 'text-align:left'],
  ['float:end', 'float:right', 'float:left'],
  ['float: start', 'float:left', 'float:right'],
  ['padding-inline-start:4px', 'padding-left:4px', 'padding-right:4px'],
  ['<td align="end">', '<td align="right">', '<td align="left">'],
])('%s gets the side that the direction asks for', (logical, ltr, rtl) => {
  expect([physical(logical, 'ltr'), physical(logical, 'rtl')]).toEqual([ltr, rtl])
})
