import { expect, test } from 'vitest'
import { mayBindOthers } from '../../src/pdf/browser/page-policy.ts'

test.each(['http-equiv', 'HTTP-EQUIV', 'Http-Equiv'])('a page may have a policy of its own, also as %s', name => {
  expect(mayBindOthers(`<meta ${name}="Content-Security-Policy" content="img-src 'none'">`)).toBe(true)
})

test('a page that has none binds nobody', () => {
  expect(mayBindOthers('<meta charset="utf-8"><title>Receipt</title>')).toBe(false)
})
