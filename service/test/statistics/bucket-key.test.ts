import { expect, test } from 'vitest'
import {
  hourStartOf,
  nameless,
  readBucketKey,
  registerIn,
  writeBucketKey,
} from '../../src/statistics/counting/bucket-key.ts'

const moment = { day: 20_783, quarterStart: 1_795_651_200_000, utcOffset: 60, minutes: 15 } as const
const key = { ...moment, ...nameless, store: 'AMS', register: '3', currency: 'EUR' }

test('a stored key is read as it was written', () => {
  expect(readBucketKey(writeBucketKey(key))).toEqual(key)
  expect(registerIn(writeBucketKey(key))).toBe('3')
})

test.each([
  ['London', 0, '10:40', '10:00'],
  ['Mumbai, where it is 16:10', 330, '10:40', '10:30'],
  ['Mumbai, where it is 15:45', 330, '10:15', '09:30'],
  ['St. John’s, where it is 07:40', -210, '11:10', '10:30'],
])('an hour begins by the clock of %s', (_, utcOffset, time, start) => {
  const at = (text: string) => Date.parse(`2026-11-28T${text}:00Z`)
  expect(hourStartOf(at(time), utcOffset)).toBe(at(start))
})

test('a name that an earlier version did not store is empty, and its rows are of an hour', () => {
  const earlier = JSON.stringify([moment.day, moment.quarterStart, moment.utcOffset, 'AMS'])
  expect(readBucketKey(earlier)).toEqual({ ...moment, ...nameless, store: 'AMS', minutes: 60 })
})

test('a name that came later is read from the receipt, and what was stored stays', () => {
  const earlier = JSON.stringify([moment.day, moment.quarterStart, moment.utcOffset, 'AMS'])
  const counted = { ...key, store: 'RTM', operator: 'Noor' }
  expect(readBucketKey(earlier, counted)).toMatchObject({ store: 'AMS', operator: 'Noor', minutes: 60 })
})
