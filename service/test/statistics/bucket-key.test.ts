import { expect, test } from 'vitest'
import { nameless, readBucketKey, writeBucketKey } from '../../src/statistics/counting/bucket-key.ts'

const moment = { day: 20_783, quarterStart: 1_795_651_200_000, utcOffset: 60, minutes: 15 } as const
const key = { ...moment, ...nameless, store: 'AMS', register: '3', currency: 'EUR' }

test('a stored key is read as it was written', () => {
  expect(readBucketKey(writeBucketKey(key))).toEqual(key)
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
