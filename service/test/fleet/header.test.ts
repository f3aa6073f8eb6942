import { describe, expect, test } from 'vitest'
import { isBeyond } from '../../../test/support/cpu.ts'
import { readDictionary } from '../../src/basics/structured-fields.ts'
import { readTillHeader } from '../../src/operations/fleet/header.ts'

describe('a dictionary of RFC 9651', () => {
  test.each<[string, Record<string, unknown>]>([
    ['', {}],
    ['a=1, b=-2.5,c="x \\" \\\\ y" ,\td=word/1:2', { a: 1, b: -2.5, c: 'x " \\ y', d: 'word/1:2' }],
    ['flag, off=?0, on=?1;q=1', { flag: true, off: false, on: true }],
    ['at=@1659578233, bytes=:aGVsbG8=:', { at: new Date(1_659_578_233_000), bytes: 'aGVsbG8=' }],
    ['name=%"Z%c3%bcrich"', { name: 'Zürich' }],
    ['list=(1 "two" three;a=4);b, after=5', { after: 5 }],
    ['a=1, a=2', { a: 2 }],
    ['flag;a;b="c", x=1', { flag: true, x: 1 }],
  ])('%s', (text, members) => {
    expect(Object.fromEntries(readDictionary(text) ?? [['none', true]])).toEqual(members)
  })

  test.each([
    'A=1',
    'a=',
    'a=1,',
    'a=1 b=2',
    'a="open',
    'a="é"',
    'a=%"%C3"',
    'a=%"%ff"',
    'a=12345678901234567',
    'a=(1 2',
    'a=(1"2")',
    '=1',
    'a=@1.5',
    'a=1\u0000',
    `a="${'x'.repeat(1000)}"`,
    Array.from({ length: 60 }, (_, each) => `k${each}`).join(','),
  ])('none: %s', text => {
    expect(readDictionary(text)).toBeUndefined()
  })

  test('a long one costs no more than its length', () => {
    const started = process.cpuUsage()
    for (let round = 0; round < 200; round++)
      for (const unit of ['(', '"\\', 'a;', 'a,', '( ', '%', ';a=(', '*']) readDictionary(unit.repeat(1000))
    expect(isBeyond(process.cpuUsage(started).user / 1000, 1000)).toBe(false)
  })
})

describe('what a till says', () => {
  test('is what the header has', () => {
    const header =
      'id="0a1b", version="0.2.0", store="12", register=%"Caf%c3%a9", waiting=3, oldest=@1796000000, refused=0, halted=mode, clock=@1796000100'
    expect(readTillHeader(header)).toEqual({
      ...{ tillId: '0a1b', version: '0.2.0', storeId: '12', register: 'Café', waiting: 3 },
      ...{ oldestAt: 1_796_000_000_000, refused: 0, halted: 'mode', clockAt: 1_796_000_100_000 },
    })
  })

  test('is without what is wrong', () => {
    const header =
      'id="0a1b", version="<b>", store=7, register=%"%00%0a", waiting=-1, oldest=5, refused=1.5, halted="no; drop", clock=@999999999999999, x=(1 2)'
    expect(readTillHeader(header)).toEqual({
      ...{ tillId: '0a1b', version: undefined, storeId: undefined, register: undefined, waiting: undefined },
      ...{ oldestAt: undefined, refused: undefined, halted: undefined, clockAt: undefined },
    })
  })

  test.each([undefined, '', 'version="0.2.0"', 'id=""', 'id="a b"', 'id=7', 'id="a", =', `id="${'a'.repeat(65)}"`])(
    'is nothing without an id: %s',
    header => {
      expect(readTillHeader(header)).toBeUndefined()
    },
  )
})
