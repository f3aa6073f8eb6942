import { expect, test } from 'vitest'
import { PrintError } from '../../../src/errors.ts'
import { pin } from '../../../src/pdf/file/pack.ts'

const made = (stamp: string, ids: string) =>
  Buffer.from(`%PDF-1.4\n<</CreationDate (${stamp})\n/ModDate (${stamp})>>\n${ids}\n%%EOF`, 'latin1')

const pinned = (pdf: Buffer, date: string) => {
  const length = pdf.length
  pin(pdf, date)
  expect(pdf.length).toBe(length)
  return pdf.toString('latin1')
}

test('replaces the dates with the receipt’s, including its offset', () => {
  const text = pinned(made("D:20300102030405+00'00'", ''), '2026-10-31T17:45:09.250-04:00')
  expect(text).toContain("/CreationDate (D:20261031174509-04'00')")
  expect(text).toContain("/ModDate (D:20261031174509-04'00')")
})

test('leaves text on the page that looks like a date', () => {
  const page = 'BT (/CreationDate (D:19990101000000) Tj (/ModDate (D:19990101000000) Tj ET\n'
  const pdf = Buffer.concat([Buffer.from(page), made("D:20300102030405+00'00'", '')])
  const text = pinned(pdf, '2026-10-31')
  expect(text).toContain(page)
  expect(text).toContain("<</CreationDate (D:20261031000000+00'00')\n/ModDate (D:20261031000000+00'00')")
})

test.each([
  ['2026-10-31', "D:20261031000000+00'00'"],
  ['2026-10-31T17:45', "D:20261031174500+00'00'"],
  ['2026-10-31T17:45:09Z', "D:20261031174509+00'00'"],
  ['2026-10-31T17:45:09+0530', "D:20261031174509+05'30'"],
  ['2026-10-31 17:45:09,5-05', "D:20261031174509-05'00'"],
  ['0987-01-02T03:04:05-00:00', "D:09870102030405+00'00'"],
])('accepts the date %s', (date, expected) => {
  expect(pinned(made("D:20300102030405+00'00'", ''), date)).toContain(`(${expected})`)
})

test.each(['', 'yesterday', '31.10.2026', '2026-02-30', `2026-10-31T17:45:00${'0'.repeat(1e5)}`])(
  'rejects the date %.20s',
  date => {
    expect(() => pin(made("D:20300102030405+00'00'", ''), date)).toThrow(PrintError)
  },
)

test('numbers table header ids in order, so that two runs agree', () => {
  const one = pinned(made("D:20300102030405+00'00'", '(node00000120)(node00000090)(node00000120)'), '2026-10-31')
  const two = pinned(made("D:20310102030405+00'00'", '(node00054321)(node00044444)(node00054321)'), '2026-10-31')
  expect(one).toBe(two)
  expect(one).toContain('(node00000002)(node00000001)(node00000002)')
})
