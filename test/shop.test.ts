import { test } from 'vitest'
import { testExample } from './support/test-example.ts'

test('the tests of examples/shop pass', { timeout: 300_000 }, () => testExample('shop'))
