import { expect, test } from 'vitest'
import { play } from '../reliability/reliability.ts'

test('requests made of the OpenAPI document are answered as it says, and never with a 5xx', async () => {
  const run = { cycles: 1, samples: 1, requests: 600, mails: 1, seed: 20261122, only: 'http-fuzz' }
  const [found] = await play(run, () => {})
  const named = Object.fromEntries(found?.columns.map((name, at) => [name, found.rows[0]?.[at]]) ?? [])
  expect(named).toMatchObject({
    requests: '600',
    '5xx': '0',
    'not as described': '0',
    'after it': 'it accepts receipts',
  })
  expect(Number(named.answered)).toBeGreaterThan(500)
  expect(named['by class']).toMatch(/^[1-9]\d+ × 2xx, \d+ × 3xx, [1-9]\d+ × 4xx$/)
})
