import { expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('keeps columns and blank lines of the till’s own text', () => {
  const rawPosReceipt = '      SHOP\n\nTEA            4.00\n\tA\n   \n'
  expect(viewOf(aReceipt({ rawPosReceipt })).raw!.text).toBe('      SHOP\n\nTEA            4.00\n        A')
})

test('keeps what looks like an escape, and prints real tabs as spaces', () => {
  expect(viewOf(aReceipt({ rawPosReceipt: 'A\\nB\n\tC' })).raw!.text).toBe('A\\nB\n        C')
})

test('ignores blank text', () => expect(viewOf(aReceipt({ rawPosReceipt: ' \n ' })).raw).toBeUndefined())
