import { expect, test } from 'vitest'
import { mustNotStay } from '../../src/pdf/browser/browser.ts'

test.each(['http-equiv', 'HTTP-EQUIV', 'Http-Equiv'])('a page may have a policy of its own, also as %s', name => {
  expect(mustNotStay(`<meta ${name}="Content-Security-Policy" content="img-src 'none'">`)).toBe(true)
})

test('a page that has none binds nobody', () => {
  expect(mustNotStay('<meta charset="utf-8"><title>Receipt</title>')).toBe(false)
})

test.each([
  '<style>@keyframes turn{to{rotate:1turn}}b{animation:turn 1s infinite}</style>',
  '<svg><animate attributeName="r" repeatCount="indefinite"/></svg>',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
])('a page that may move without end does not stay: %s', html => {
  expect(mustNotStay(html)).toBe(true)
})
