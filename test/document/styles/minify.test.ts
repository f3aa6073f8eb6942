import { describe, expect, test } from 'vitest'
import { inlineStyles, physicalCss } from '../../../src/document/styles/inline.ts'
import {
  minifyCss,
  minifyDeclarations,
  minifyHtml,
  withoutCssComments,
} from '../../../src/document/styles/stylesheet.ts'

test.each([
  ['.a { color: red; }\n\n.b , .c > .d{margin:0 auto}', '.a{color:red}.b,.c>.d{margin:0 auto}'],
  ['/* one */ .a /* two */ .b { /* three */ top: 0 /* four */; }', '.a .b{top:0}'],
  ['.a::after { content: "/* ; } */  x" }', '.a::after{content:"/* ; } */  x"}'],
  [
    '@media (max-width: 480px) and (print) { .a { top: 0 !important; } }',
    '@media (max-width:480px) and (print){.a{top:0!important}}',
  ],
  ['u + .body a { color: red }', 'u + .body a{color:red}'],
  ['.a :first-child { top: 0 }', '.a :first-child{top:0}'],
])('removes unneeded space and comments from a stylesheet: %s', (css, expected) => {
  expect(minifyCss(css)).toBe(expected)
})

test('removes unneeded space from a style attribute', () => {
  expect(minifyDeclarations('padding: 0 0 8px; font: 12px/1 "A, b; c" , serif;')).toBe(
    'padding:0 0 8px;font:12px/1 "A, b; c",serif',
  )
})

test('removes line breaks and indentation from HTML, but not spaces', () => {
  expect(minifyHtml('<p>\n  a  b\n\n</p>\n')).toBe('<p>a  b</p>')
})

test('removes CSS comments, but keeps strings and line numbers', () => {
  expect(withoutCssComments('a{}/* x\ny */b{c:"/* d */"}')).toBe('a{}\nb{c:"/* d */"}')
})

describe('start and end become left and right', () => {
  test.each([
    ['.a { text-align: start; padding-inline-end: 4px }', '.a { text-align: left; padding-right: 4px }'],
    ['.a { float: end; border-inline-start-width: 1px }', '.a { float: right; border-left-width: 1px }'],
    [
      '.start .end { animation-name: start; margin-inline-start: 0 }',
      '.start .end { animation-name: start; margin-left: 0 }',
    ],
    ['@media print { .a { text-align: end } }', '@media print { .a { text-align: right } }'],
    ['.a::after { content: "text-align: start" }', '.a::after { content: "text-align: start" }'],
  ])('%s', (css, ltr) => {
    const rtl = ltr.replace(/\b(left|right)\b/g, side => (side === 'left' ? 'right' : 'left'))
    expect(physicalCss(css, 'ltr', 'stylesheet')).toBe(ltr)
    expect(physicalCss(css, 'rtl', 'stylesheet')).toBe(rtl)
  })

  test('on elements, but never in text', () => {
    const page = '<p align="end" style="float: start" title="float: start">float: start, align="end"</p>'
    expect(inlineStyles(page, 'p { text-align: end }', 'rtl')).toBe(
      '<p align="left" style="text-align:left;float:right" title="float: start">float: start, align="end"</p>',
    )
  })
})

test('keeps a class that a rule on the page names', () => {
  const page = '<head><style>.kept .too{top:0}</style></head><body class="kept gone"><p class="gone">.gone</p></body>'
  expect(inlineStyles(page, '.gone { margin: 0 }', 'ltr')).toBe(
    '<head><style>.kept .too{top:0}</style></head><body class="kept" style="margin:0"><p style="margin:0">.gone</p></body>',
  )
})

test.each([
  ['padding: 12px 0 0; padding-left: 16px', 'padding:12px 0 0 16px'],
  ['padding: 12px 0 0; padding-right: 16px; color: red', 'padding:12px 16px 0 0;color:red'],
  ['color: red; padding: 8px; padding-left: 0', 'color:red;padding:8px 8px 8px 0'],
  ['padding: 1px 2px 3px 4px; padding-right: 5px', 'padding:1px 5px 3px 4px'],
  ['padding: 8px !important; padding-left: 0', 'padding:8px !important;padding-left:0'],
  ['padding: 8px; padding-left: calc(1px + 2px)', 'padding:8px;padding-left:calc(1px + 2px)'],
  ['padding: 8px; color: red; padding-left: 0', 'padding:8px;color:red;padding-left:0'],
])('writes the padding of a side with that of the others: %s', (style, minified) => {
  expect(minifyDeclarations(style)).toBe(minified)
})
