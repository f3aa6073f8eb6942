import { expect, test } from 'vitest'
import { readReceipt } from '../../src/receipt/parse.ts'
import { receiptWith } from '../receipt/support.ts'

const isRead = (receiptDateTime: string) =>
  Object.keys(readReceipt(receiptWith({ receiptDateTime })).errors).length === 0
const two = (n: number) => String(n).padStart(2, '0')

test.each([2023, 2024, 1900, 2000, 2100])('exactly the days of %d are dates', year => {
  const wrong: string[] = []
  for (let month = 0; month <= 13; month++)
    for (let day = 0; day <= 32; day++) {
      const date = new Date(Date.UTC(year, month - 1, day))
      const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      const text = `${year}-${two(month)}-${two(day)}`
      if (isRead(text) !== exists || isRead(`${text}T10:00:00Z`) !== exists) wrong.push(text)
    }
  expect(wrong).toEqual([])
})

test('exactly the hours, minutes, seconds and offsets in use are valid', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, at) => two(at))
  const read = (write: (n: string) => string) => upTo(100).filter(n => isRead(`2026-11-20T${write(n)}`))
  expect(read(n => `${n}:30`)).toEqual(upTo(24))
  expect(read(n => `12:${n}`)).toEqual(upTo(60))
  expect(read(n => `12:30:${n}`)).toEqual(upTo(60))
  expect(read(n => `23:59:${n}`)).toEqual(upTo(61))
  for (const sign of ['+', '-']) {
    expect(read(n => `12:30${sign}${n}`)).toEqual(upTo(15))
    expect(read(n => `12:30${sign}${n}:00`)).toEqual(upTo(15))
    expect(read(n => `12:30${sign}05:${n}`)).toEqual(upTo(60))
    expect(read(n => `12:30${sign}05${n}`)).toEqual(upTo(60))
  }
})
