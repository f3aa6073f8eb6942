import { describe, expect, test } from 'vitest'
import { mailPage } from '../../../src/document/compile.ts'
import { joinStyles } from '../../../src/document/styles/stylesheet.ts'
import { looks } from '../../../src/view/variant.ts'
import { styleFindings } from '../../../tools/lint/styles/styles.ts'
import { folderOf, packageFolder } from './folders.ts'

describe('rules that are inlined into the mail', () => {
  test.each([
    ['a state', '.link:hover { color: red !important; }', '1:1 error not-a-class'],
    ['a part that is no element', '.k, .h::before { content: "-"; }', '1:5 error not-a-class'],
    ['every other row', '.t:nth-child(even) { padding: 0; }', '1:1 error nth-child'],
    ['the first of its kind', '.item:first-of-type { padding: 0; }', '1:1 error nth-child'],
    ['a neighbour', '.good + .due { padding: 0; }', '1:1 error nth-child'],
    ['every cell', 'td { padding: 0; }', '1:1 warning not-a-class'],
    ['every cell of every table', 'table td { padding: 0; }', '1:1 warning not-a-class'],
    ['a variable', '.sum { padding: var(--gap); }', '1:8 error css-variable'],
    ['what a variable holds', '.sum { --gap: 4px; }', '1:8 error css-variable'],
    ['a picture', '.sum { background: url(https://example.com/a.png); }', '1:8 error remote-in-css'],
    ['a side', '.sum { text-align: right; }', '1:8 warning physical-side'],
    ['data in quotes', '.sum { content: "{{heading.store}}"; }', '1:18 error data-in-style'],
    ['data as a value', '.sum { width: {{heading.store}}; }', '1:15 error data-in-style'],
    ['a mustache with spaces', '.button { border-color: {{ brand.color }}; }', '1:25 error css-syntax'],
    ['a declaration without a value', '.sum { width }', '1:14 error css-syntax'],
    ['a bracket too many', '.sum { width: 1px; } }', '1:22 error css-syntax'],
    ['a bracket too few', '.h { font-weight: 400; }\n.sum { width: 1px;', '2:6 error css-syntax'],
    ['a property that CSS does not have', '.sum { colr: red; }', '1:8 warning unknown-property'],
    ['a number without a unit', '.sum { padding: 4 8px; }', '1:8 warning wrong-value'],
    ['a colour that is none', '.sum { color: #12; }', '1:8 warning wrong-value'],
    ['a class that no template uses', '.headline { padding: 0; }', '1:1 warning unused-class'],
  ])('%s', (_, css, finding) => {
    expect(said({ 'brand.css': css })).toEqual([finding])
  })

  test.each([
    ['a class', '.sum { font-weight: 400; }'],
    ['several classes', '.kind, .h.h { font-weight: 400; }'],
    ['elements within a class', '.compact td, .card > tr a { padding: 0; }'],
    ['elements of which there are few', 'h1, a, pre, .kind:not(.h) { padding: 0; }'],
    ['a value of the brand', '.sum { color: {{brand.colorText}}; font-family: {{brand.font}}; }'],
    ['sides that turn, or are equal', '.sum { padding-inline-start: 4px; margin: 0 2px 4px 2px; text-align: end; }'],
    ['what single clients know, and what turns', '.sum { mso-hide: all; -webkit-x: 1; float: start; color: inherit; }'],
    ['words in a comment', '/* td { color: var(--x) } {{heading.store}} */'],
  ])('accepts %s', (_, css) => {
    expect(said({ 'brand.css': css })).toEqual([])
  })

  test('reports exactly what inlining loses', () => {
    const styled = (css: string) => {
      const { files } = folderOf({ 'brand.css': css })
      return JSON.stringify(mailPage(joinStyles(files), 'ltr')).includes('outline')
    }
    expect(styled('.link:hover { outline: 0; }')).toBe(false)
    expect(styled('.h::before { outline: 0; }')).toBe(false)
    expect(styled('.compact td { outline: 0; }')).toBe(true)
    expect(styled('.card > tr a { outline: 0; }')).toBe(true)
    expect(styled('.kind:not(.h) { outline: 0; }')).toBe(true)
  })

  test('finds what is wrong within a block of paper’s stylesheet', () => {
    const css = 'p { margin: 0; }\n{{#if paper.roll}}\n.sum { colr: red; }\n{{else}}.sum { widht: 1px; }{{/if}}\n'
    expect(said({ 'print.css': css })).toEqual(['3:8 warning unknown-property', '4:16 warning unknown-property'])
  })

  test('finds a page box, which is the paper’s, but for that of the web page', () => {
    const css = '@media print { @page { size: A5; margin: 0; } }'
    expect(said({ 'brand.css': css })).toEqual(['1:24 warning page-box', '1:34 warning page-box'])
    expect(said({ 'page.css': '@page { margin: 14mm; }' })).toEqual([])
  })

  test('suggests a name for a misspelled class', () => {
    expect(found({ 'brand.css': '.buton-link { padding: 0; }' })[0]!.advice).toContain('did you mean .button-link?')
  })

  test('suggests corrections for properties and numbers', () => {
    expect(found({ 'brand.css': '.sum { colr: red; }' })[0]!.advice).toBe('did you mean color?')
    expect(found({ 'brand.css': '.sum { padding: 4 8px; }' })[0]!.advice).toBe('a number needs a unit: 4px')
  })

  test('counts classes of the merchant’s own templates as used', () => {
    const files = { 'sections/slot5.html.hbs': '<p class="tip">{{own.tip}}</p>', 'brand.css': '.tip { padding: 0; }' }
    expect(said(files)).toEqual([])
  })
})

describe('rules that stay in a stylesheet', () => {
  test.each([
    [
      'a condition within another',
      '@media screen { @media (max-width: 480px) { .sum { width: 1px !important; } } }',
      '1:17 error nested-at-rule',
    ],
    [
      'a rule within another',
      '@media screen { .card { & .sum { width: 1px !important; } } }',
      '1:25 error nested-at-rule',
    ],
    ['a condition within a rule', '.card { @media screen { width: 1px; } }', '1:9 error nested-at-rule'],
    ['a font from elsewhere', '@font-face { font-family: Lato; src: url(lato.woff2); }', '1:1 error remote-in-css'],
    ['a stylesheet from elsewhere', '@import "https://example.com/a.css";', '1:1 error remote-in-css'],
    ['quotes of fonts', '@media screen { .sum { font: 9px {{brand.font}} !important; } }', '1:24 error font-in-style'],
    [
      'what the elements set themselves',
      '@media (max-width: 480px) { .sum { font-size: 30px; } }',
      '1:36 warning important-needed',
    ],
    [
      'a part of what they set',
      '@media (max-width: 480px) { .shop { padding-left: 0; padding-right: 0; } }',
      '1:37 warning important-needed',
    ],
  ])('%s', (_, css, finding) => {
    expect(said({ 'brand.css': css })).toContain(finding)
  })

  test.each([
    ['with !important', '@media (max-width: 480px) { .sum { font-size: 30px !important; } }'],
    ['of something the elements do not set', '@media (max-width: 480px) { .sum { outline: 0; } }'],
    ['with any selector', '@media screen { .link:hover, td + td { outline: 0; } }'],
  ])('%s', (_, css) => {
    expect(said({ 'brand.css': css })).toEqual([])
  })

  test('reports an at-rule in email.css', () => {
    const css = `${folderOf({}).files.get('email.css')}\n@media print { .sum { width: 1px; } }`
    expect(said({ 'email.css': css })).toEqual([expect.stringContaining(' error lost-at-rule')])
  })

  test('reports more than Gmail reads as an error, a lot as a warning', () => {
    const rules = (count: number) => `@media screen { ${'.sum { outline: 0 !important; }'.repeat(count)} }`
    const { rule, severity, message } = found({ 'brand.css': rules(600) })[0]!
    expect([rule, severity]).toEqual(['kept-style-too-long', 'error'])
    expect(Number(/is (\d+) characters/.exec(message)![1])).toBeGreaterThan(16_384)
    expect(said({ 'brand.css': rules(420) })).toEqual(['1:1 warning kept-style-too-long'])
    expect(said({ 'brand.css': rules(200) })).toEqual([])
  })
})

describe('rules for paper', () => {
  test('may use all CSS except remote resources', () => {
    const rule = '.title:first-child + p::before { --gap: 1pt; padding: var(--gap); }'
    expect(said({ 'brand.css': `@media print { ${rule} }` })).toEqual([])
    expect(said({ 'brand.css': '@media print { .title { background: url("a.png"); } }' })).toEqual([
      '1:25 error remote-in-css',
    ])
    expect(said({ 'brand.css': '@media print { .title { background: url(data:image/png;base64,AAAA); } }' })).toEqual(
      [],
    )
  })
})

describe('colors', () => {
  test.each([
    [
      'pale text on the ground of another class',
      '.caption { color: #bbbbbb; }',
      'text in #bbbbbb on #ffffff has a contrast of 1.9 : 1',
    ],
    ['pale text on the card', '.note { color: #aaa; }', 'text in #aaaaaa on #fefefe has a contrast of 2.3 : 1'],
    ['pale text on its own ground', '.mark { background: #ffffff; color: #aaa; }', 'text in #aaaaaa on #ffffff'],
    [
      'a ground that swallows other classes’ text',
      '.plate { background: rgb(60, 60, 60); }',
      'text in #655f54 on #3c3c3c',
    ],
  ])('%s', (_, css, message) => {
    expect(found({ 'brand.css': css }).find(({ rule }) => rule === 'low-contrast')?.message).toContain(message)
  })

  test('pass if readable or unknown', () => {
    const css = '.plate { background: #eeeeee; } .owner { color: #333333; } .caption { color: {{brand.colorText}}; }'
    expect(said({ 'brand.css': css })).toEqual([])
  })

  test('are reported without a dark-mode counterpart', () => {
    const tip = { 'sections/slot5.html.hbs': '<p class="tip">{{own.tip}}</p>' }
    const light = '.tip { color: #7a1f3d; }\n'
    expect(said({ ...tip, 'brand.css': light })).toEqual(['1:8 warning no-dark-counterpart'])
    expect(found({ ...tip, 'brand.css': light })[0]!.advice).toContain('{ .tip { color: … !important; } }')
    const dark = '@media (prefers-color-scheme: dark) { .tip { color: #f0a8bd !important; } }'
    expect(said({ ...tip, 'brand.css': light + dark })).toEqual([])
    expect(said({ ...tip, 'brand.css': `${light}.tip { background: #ffe; }\n${dark}` })).toEqual([
      '2:8 warning no-dark-counterpart',
    ])
    expect(said({ ...tip, 'brand.css': '.tip { color: #222222; background: #ffffee; }' })).toEqual([])
    expect(said({ ...tip, 'brand.css': '.tip { color: {{brand.colorText}}; }' })).toEqual([])
  })
})

test.each(looks)('the package’s own stylesheets pass: %s', look => {
  expect(styleFindings(packageFolder(look))).toEqual([])
})

function found(files: Record<string, string>) {
  return styleFindings(folderOf(files))
}

function said(files: Record<string, string>): string[] {
  return found(files).map(({ line, column, severity, rule }) => `${line}:${column} ${severity} ${rule}`)
}
