import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test("the till's own text keeps its columns and its empty lines", () => {
  const rawPosReceipt = '      SHOP\n\nTEA            4.00\n\tA\n   \n'
  expect(viewOf(aReceipt({ rawPosReceipt })).raw!.text).toBe('      SHOP\n\nTEA            4.00\n        A')
})

test('line breaks written as two characters are line breaks', () => {
  expect(viewOf(aReceipt({ rawPosReceipt: 'A\\nB\\tC' })).raw!.text).toBe('A\nB        C')
})

test('a text of nothing but spaces is none', () =>
  expect(viewOf(aReceipt({ rawPosReceipt: ' \n ' })).raw).toBeUndefined())
