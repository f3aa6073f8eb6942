import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDay } from '../day.js'
import { tableOf } from '../judge.js'

test('a short day keeps every promise', async () => {
  const verdict = await runDay({ tills: 10, hours: 0.5, speed: 180, seed: 7 })
  assert.deepEqual(verdict.broken, [], tableOf(verdict))
  const { sales, confirmed, queued, kills } = verdict.facts
  assert.ok(sales > 20 && confirmed > 0 && queued > 0 && kills.tills > 0 && kills.service > 0, tableOf(verdict))
})
