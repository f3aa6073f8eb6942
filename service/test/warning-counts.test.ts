import { Counter, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createWarningCounts } from '../src/http/operations/create-receipt.ts'

test('a kind counts once a receipt, and merchants without end have no series without end', async () => {
  const labelNames = ['merchant', 'kind'] as const
  const counter = new Counter({ name: 'warnings', help: '-', labelNames, registers: [new Registry()] })
  const count = createWarningCounts(counter)
  const warning = { path: 'tipp', code: 'unknown_field', severity: 'odd', message: '' } as const
  for (let number = 0; number < 1100; number++) count(String(number), [warning, { ...warning, path: 'curency' }])
  const { values } = await counter.get()
  expect(values).toHaveLength(1001)
  expect(values.find(({ labels }) => labels.merchant === 'other')?.value).toBe(100)
})
