import { describe, expect, test } from 'vitest'
import { readCriteria } from '../../console/find/criteria.ts'

/** A Sunday. */
const today = new Date(2026, 10, 22, 15, 0)

describe('what is typed into the search box', () => {
  const read = (text: string, language = 'en-US') =>
    readCriteria(text, today, language).readings.map(({ kind, value }) => `${kind} ${value}`)

  test.each([
    ['43.20', 'amount 43.20'],
    ['43,20', 'amount 43.20'],
    ['1,234.50', 'amount 1234.50'],
    ['1.234,50', 'amount 1234.50'],
    ["1'234.5", 'amount 1234.5'],
    ['$43', 'amount 43'],
    ['€1.200', 'amount 1200'],
    ['1200¥', 'amount 1200'],
    ['-43.20', 'amount 43.20'],
    ['ada@example.com', 'email ada@example.com'],
    ['4242', 'card 4242'],
    ['••••4242', 'card 4242'],
    ['xxxx4242', 'card 4242'],
    ['20931', 'number 20931'],
    ['#20931', 'number 20931'],
    ['004-7-20931', 'number 004-7-20931'],
    ['QC03-2-004471', 'number QC03-2-004471'],
    ['2026-11-20', 'day 2026-11-20'],
    ['11/20/2026', 'day 2026-11-20'],
    ['today', 'day 2026-11-22'],
    ['Yesterday', 'day 2026-11-21'],
    ['Friday', 'day 2026-11-20'],
    ['fri', 'day 2026-11-20'],
    ['Sunday', 'day 2026-11-15'],
  ])('%s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  test.each([
    ['gestern', 'de-DE', 'day 2026-11-21'],
    ['Freitag', 'de-DE', 'day 2026-11-20'],
    ['20.11.2026', 'de-DE', 'day 2026-11-20'],
    ['20/11/26', 'fr-FR', 'day 2026-11-20'],
    ['hier', 'fr-FR', 'day 2026-11-21'],
    ['ayer', 'es-ES', 'day 2026-11-21'],
    ['昨日', 'ja-JP', 'day 2026-11-21'],
    ['أمس', 'ar', 'day 2026-11-21'],
  ])('%s, in %s', (text, language, reading) => {
    expect(read(text, language)).toEqual([reading])
  })

  test('several things at once, in any order', () => {
    expect(read('friday 43.20 4242')).toEqual(['day 2026-11-20', 'amount 43.20', 'card 4242'])
  })

  test('words that mean nothing are told apart', () => {
    expect(readCriteria('the one for 43.20', today, 'en-US').ignored).toEqual(['the', 'one', 'for'])
    expect(readCriteria('31.02.2026', today, 'de-DE').readings).toEqual([{ kind: 'number', value: '31.02.2026' }])
    expect(readCriteria('   ', today, 'en-US')).toEqual({ readings: [], ignored: [] })
  })
})
