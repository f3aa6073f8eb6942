import { expect, test } from 'vitest'
import { joinStyles } from '../../../src/document/styles/join-styles.ts'

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
