import { expect, test } from 'vitest'
import { tries } from '../../test/support/scope.ts'
import { play } from '../reliability/reliability.ts'

test('requests made of the OpenAPI document are answered as it says, and never with a 5xx', async () => {
  const requests = tries(600)
  const run = { cycles: 1, events: 0, samples: 1, requests, mails: 1, seed: 20261122, only: 'http-fuzz' }
  const [found] = await play(run, () => {})
  const named = Object.fromEntries(found?.columns.map((name, at) => [name, found.rows[0]?.[at]]) ?? [])
  expect(named).toMatchObject({
    requests: String(requests),
    '5xx': '0',
    'not as described': '0',
    'after it': 'it accepts receipts',
  })
  expect(Number(named.answered)).toBeGreaterThan(requests * 0.8)
  expect(named['by class']).toMatch(/^[1-9]\d+ × 2xx, \d+ × 3xx, [1-9]\d+ × 4xx$/)
})
