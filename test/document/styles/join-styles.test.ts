import { expect, test } from 'vitest'
import { joinStyles } from '../../../src/document/styles/stylesheet.ts'

test('splits brand.css into inlined rules, print rules, and other @media rules', () => {
  const joined = joinStyles(
    new Map([
      ['email.css', '.h { color: #111111; }'],
      ['email-kept.css', ''],
      ['print.css', '.h { color: #000; }'],
      ['variant.css', '.h { color: {{brand.color}}; }'],
      [
        'brand.css',
        '/* ours */ .sum { padding: {{brand.space.line}} 0; } @media (max-width: 480px) { .sum { font-size: 30px !important; } } @media print { .title { font-weight: 400; } }',
      ],
    ]),
  )
  expect(joined.get('email.css')).toBe(
    '.h { color: #111111; }\n.h { color: {{brand.color}}; }\n\n.sum { padding: {{brand.space.line}} 0; }\n',
  )
  expect(joined.get('email-kept.css')).toBe('\n@media (max-width: 480px) { .sum { font-size: 30px !important; } }\n')
  expect(joined.get('print.css')).toBe('.h { color: #000; }\n .title { font-weight: 400; } \n')
})

test('no stylesheet of a mail loads another, however that is written', () => {
  const joined = joinStyles(
    new Map([
      ['email.css', '@import "https://example.com/a.css"; .h { color: {{brand.color}}; }'],
      [
        'email-kept.css',
        "@IMPORT url('https://example.com/b.css') screen;\n@media screen { @import url(//example.com/c); .h { top: 0; } }",
      ],
      ['print.css', '@import url(https://example.com/d.css);'],
      [
        'brand.css',
        '@\\69mport url(https://example.com/e.css);\n.important { --import: 1; }\n@import url(https://example.com/f.css)',
      ],
    ]),
  )
  const all = [...joined.entries()].filter(([path]) => path !== 'brand.css').map(([, css]) => css)
  expect(all.join('')).not.toContain('example.com')
  expect(joined.get('email.css')).toContain('.h { color: {{brand.color}}; }\n.important { --import: 1; }')
  expect(joined.get('email-kept.css')).toContain('.h { top: 0; }')
})

test('a print rule without braces has nothing to add', () => {
  const joined = joinStyles(new Map([['brand.css', '@media print; .sum { padding: 0; }']]))
  expect(joined.get('print.css')?.trim() ?? '').toBe('')
  expect(joined.get('email.css')).toContain('.sum { padding: 0; }')
})
