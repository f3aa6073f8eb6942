import { thorough } from './support/scope.ts'
import { testExample } from './support/test-example.ts'

thorough('the tests of examples/shop pass', { timeout: 300_000 }, () => testExample('shop'))
