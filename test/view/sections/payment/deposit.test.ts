import { expect, test } from 'vitest'
import { aReceipt, asText, viewOf } from '../../../support/receipts.ts'

const depositOf = (deposit: Record<string, unknown>) => viewOf(aReceipt({ deposit })).deposit

test('shows the account’s last four digits, the amount and the balance due', () => {
  expect(asText(depositOf({ accountNumber: 'DEP-9052', amount: 60.75, balanceDue: 139.2 })!.lines)).toEqual([
    'Deposit | •••• 9052 · $60.75',
    'Balance due | $139.20',
  ])
})

test('shows an account without an amount, but not zero amounts alone', () => {
  expect(asText(depositOf({ accountNumber: '9052' })!.lines)).toEqual(['Deposit | •••• 9052'])
  expect(depositOf({ amount: 0, balanceDue: 0 })).toBeUndefined()
})
