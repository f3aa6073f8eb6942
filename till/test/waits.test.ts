import { expect, test } from 'vitest'
import { backoff } from '../src/basics/deadline.ts'
import { createQuarantine } from '../src/replay/quarantine.ts'

const limits = { base: 500, cap: 10_000 }

test('waits double up to a cap, and chance takes its part of each', () => {
  expect([1, 2, 3, 5, 6, 100].map(failures => backoff(failures, limits))).toEqual([
    500, 1000, 2000, 8000, 10_000, 10_000,
  ])
  expect([0, 0.5, 0.25].map(chance => backoff(3, limits, chance))).toEqual([0, 1000, 500])
})

/** A clock that stands, and a chance that takes all. */
function newQuarantine() {
  const clock = { now: 0 }
  return Object.assign(
    createQuarantine(
      () => clock.now,
      () => 1,
    ),
    { clock },
  )
}

test('a receipt steps aside with its third failure, for ever longer', () => {
  const quarantine = newQuarantine()
  expect([quarantine.failed('a'), quarantine.failed('a'), quarantine.isDue('a'), quarantine.failed('a')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  const waits = [0, 1, 2, 3, 4, 5, 6, 7].map(() => {
    const begin = quarantine.clock.now
    for (let left = 200; left > 0 && !quarantine.isDue('a'); left--) quarantine.clock.now += 60_000
    quarantine.failed('a')
    return (quarantine.clock.now - begin) / 60_000
  })
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 120, 120])
  expect(quarantine.isDue('b')).toBe(true)
})

test('its wait is its own while others are taken, and over when it is', () => {
  const quarantine = newQuarantine()
  for (let count = 0; count < 3; count++) quarantine.failed('a')
  quarantine.succeeded('b')
  expect(quarantine.isDue('a')).toBe(false)
  quarantine.succeeded('a')
  expect(quarantine.isDue('a')).toBe(true)
})

test('if several failed it was the service: one success makes all due', () => {
  const quarantine = newQuarantine()
  for (const file of ['a', 'b', 'c']) for (let count = 0; count < 3; count++) quarantine.failed(file)
  expect(['a', 'b', 'c'].map(quarantine.isDue)).toEqual([false, false, false])
  // Nobody waits long for a service that comes back.
  quarantine.clock.now += 30_000
  expect(['b', 'c'].map(quarantine.isDue)).toEqual([true, true])
  quarantine.clock.now = 0
  quarantine.succeeded()
  expect(['a', 'b', 'c'].map(quarantine.isDue)).toEqual([true, true, true])
})

test('what failed before a success is over: one that fails alone afterwards has its own wait', () => {
  const quarantine = newQuarantine()
  for (const file of ['a', 'b']) quarantine.failed(file)
  quarantine.succeeded()
  for (let count = 0; count < 2; count++) quarantine.failed('a')
  quarantine.succeeded('c')
  quarantine.clock.now = 119_999
  expect(quarantine.isDue('a')).toBe(false)
  quarantine.clock.now = 120_000
  expect(quarantine.isDue('a')).toBe(true)
})

test('a file in trouble is looked at again after ten seconds, then ever more rarely', () => {
  const quarantine = newQuarantine()
  const waits = Array.from({ length: 8 }, () => {
    const begin = quarantine.clock.now
    quarantine.troubled('a')
    for (let left = 100; left > 0 && !quarantine.isDue('a'); left--) quarantine.clock.now += 10_000
    return (quarantine.clock.now - begin) / 10_000
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('a file in trouble steps aside at once, is told once, and waits for no service', () => {
  const quarantine = newQuarantine()
  expect([quarantine.troubled('a'), quarantine.troubled('a')]).toEqual([true, false])
  for (const file of ['b', 'c']) for (let count = 0; count < 3; count++) quarantine.failed(file)
  quarantine.succeeded()
  expect(['a', 'b', 'c'].map(quarantine.isDue)).toEqual([false, true, true])
  quarantine.clock.now += 600_000
  expect(quarantine.isDue('a')).toBe(true)
  expect(['a', 'x'].map(quarantine.hasFailed)).toEqual([true, false])
  quarantine.keep(['b'])
  expect(['a', 'b'].map(quarantine.hasFailed)).toEqual([false, true])
})

test('whoever asks for all has all tried', () => {
  const quarantine = newQuarantine()
  for (let count = 0; count < 3; count++) quarantine.failed('a')
  quarantine.troubled('b')
  expect(['a', 'b'].map(quarantine.isDue)).toEqual([false, false])
  quarantine.clear()
  expect(['a', 'b'].map(quarantine.isDue)).toEqual([true, true])
})
