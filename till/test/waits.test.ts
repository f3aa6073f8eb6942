import { expect, test } from 'vitest'
import { createQuarantine } from '../src/replay/aside.ts'
import { backoff } from '../src/replay/backoff.ts'

const limits = { base: 500, cap: 10_000 }

test('waits double up to a cap, and chance takes its part of each', () => {
  expect([1, 2, 3, 5, 6, 100].map(failures => backoff(failures, 1, limits))).toEqual([
    500, 1000, 2000, 8000, 10_000, 10_000,
  ])
  expect([0, 0.5, 0.25].map(chance => backoff(3, chance, limits))).toEqual([0, 1000, 500])
})

/** A clock that stands, and a chance that takes all. */
function newAside() {
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
  const aside = newAside()
  expect([aside.failed('a'), aside.failed('a'), aside.isDue('a'), aside.failed('a')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  const waits = [0, 1, 2, 3, 4, 5, 6, 7].map(() => {
    const begin = aside.clock.now
    while (!aside.isDue('a')) aside.clock.now += 60_000
    aside.failed('a')
    return (aside.clock.now - begin) / 60_000
  })
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 120, 120])
  expect(aside.isDue('b')).toBe(true)
})

test('its wait is its own while others are taken, and over when it is', () => {
  const aside = newAside()
  for (let count = 0; count < 3; count++) aside.failed('a')
  aside.succeeded('b')
  expect(aside.isDue('a')).toBe(false)
  aside.succeeded('a')
  expect(aside.isDue('a')).toBe(true)
})

test('if several failed it was the service: one success makes all due', () => {
  const aside = newAside()
  for (const file of ['a', 'b', 'c']) for (let count = 0; count < 3; count++) aside.failed(file)
  expect(['a', 'b', 'c'].map(aside.isDue)).toEqual([false, false, false])
  // Nobody waits long for a service that comes back.
  aside.clock.now += 30_000
  expect(['b', 'c'].map(aside.isDue)).toEqual([true, true])
  aside.clock.now = 0
  aside.succeeded()
  expect(['a', 'b', 'c'].map(aside.isDue)).toEqual([true, true, true])
})

test('a file in trouble steps aside at once, is told once, and waits for no service', () => {
  const aside = newAside()
  expect([aside.troubled('a'), aside.troubled('a')]).toEqual([true, false])
  for (const file of ['b', 'c']) for (let count = 0; count < 3; count++) aside.failed(file)
  aside.succeeded()
  expect(['a', 'b', 'c'].map(aside.isDue)).toEqual([false, true, true])
  aside.clock.now += 600_000
  expect(aside.isDue('a')).toBe(true)
  expect(['a', 'x'].map(aside.hasFailed)).toEqual([true, false])
  aside.keep(['b'])
  expect(['a', 'b'].map(aside.hasFailed)).toEqual([false, true])
})
