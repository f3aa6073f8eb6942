import { expect, test } from 'vitest'
import { createCircuitBreaker } from '../src/operations/sender.ts'

/** A clock that stands. */
function newSilence() {
  const clock = { now: 1_000_000 }
  return Object.assign(
    createCircuitBreaker(() => clock.now),
    { clock },
  )
}

test('after a silent sale the next waits a quarter of its time, and any answer ends that', () => {
  const silence = newSilence()
  expect(silence.timeoutMs(4000)).toBe(4000)
  silence.record(0, true)
  expect([4000, 60_000, 1000, 300].map(silence.timeoutMs)).toEqual([1000, 15_000, 500, 300])
  silence.record(1, false)
  expect(silence.timeoutMs(4000)).toBe(4000)
})

test('sales that were silent side by side met one silence', () => {
  const silence = newSilence()
  for (let till = 0; till < 40; till++) silence.record(0, true)
  expect(silence.failures).toBe(1)
})

test('after three one sale tries every second, then ever more rarely, until the service is there', () => {
  const silence = newSilence()
  for (const before of [0, 1, 2]) silence.record(before, true)
  expect(silence.timeoutMs(4000)).toBeUndefined()
  const waits = Array.from({ length: 7 }, () => {
    const begin = silence.clock.now
    for (let left = 20; left > 0 && silence.timeoutMs(4000) === undefined; left--) silence.clock.now += 1000
    silence.record(silence.failures, true)
    return (silence.clock.now - begin) / 1000
  })
  expect(waits).toEqual([1, 1, 2, 4, 8, 10, 10])
  silence.reset()
  expect(silence.timeoutMs(4000)).toBe(4000)
})

test('a clock that is put back keeps no sale from trying', () => {
  const silence = newSilence()
  for (const before of [0, 1, 2]) silence.record(before, true)
  silence.clock.now -= 3_600_000
  expect(silence.timeoutMs(4000)).toBe(1000)
})
