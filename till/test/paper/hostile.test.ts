import { readdirSync } from 'node:fs'
import CodepageEncoder from '@point-of-sale/codepage-encoder'
import { describe, expect, test } from 'vitest'
import { isSampled } from '../../../test/support/scope.ts'
import { withoutRealTime } from '../../src/paper/bands.ts'
import { openJob } from '../../src/paper/encoder.ts'
import { lettersOf, linesIn, pages } from '../../src/paper/letters.ts'
import { readPrinter } from '../../src/paper/printer.ts'
import { engine, fixture, linesOf, maker, printed, printers, saleOf } from './support/printers.ts'

/** What opens a drawer, cuts, asks for a status or changes a setting, if a printer gets it. */
const commands = [
  'A\u001bp\u0000\u0019\u00faB',
  'A\u0010\u0014\u0001\u0000\u0001B',
  'A\u001dV\u0000B',
  'A\u001b\u0007\u0014\u0014\u0007B',
  'A\u001bd\u0000B',
  'A\u0010\u0004\u0001B',
  // 9B is ESC [ in one byte; 1C, FS; 18, CAN.
  'A\u009bB\u001c.\u0018C',
  // Signs that code page 437 keeps in the place of control characters: ← is 1B, ► 10, ↔ 1D.
  '\u2190p0AB',
  '\u25ba\u00140 \u25ba\u00b61',
  '\u2194V0',
  '\u263a\u2665\u2022\u25d8\u266b\u203c\u00a7\u21a8\u2302',
]

const models = [...printers.map(each => each.model), undefined]

describe.each([...printers, { model: undefined, make: 'epson', columns: 42, cuts: 1 } as const])(
  '$model',
  ({ model, make, columns, cuts }) => {
    const printer = model === undefined ? { width: 80 as const } : { printer: { model } }

    // What a make does with each is in the job that it gets: makes and commands take turns.
    test.each(commands.filter((_, at) => isSampled(at, models.indexOf(model))))(
      '%j as the name of everything prints, and does nothing else',
      async name => {
        const receipt = saleOf(name, {
          workstation: { id: name, store: { id: '004', name, address: {} }, operatorName: name },
          header: name,
          additionalInfo1: name,
          miscText: name,
        })
        const { dir, parts } = engine.slip(receipt, { columns })
        expect(dir).toBe('ltr')
        const text = parts.map(part => ('text' in part ? part.text : '')).join('\n')
        const { bytes } = await maker.paper(receipt, { ...printer, as: 'text' }).catch(error => {
          expect(String(error)).toContain('no code page has')
          return { bytes: undefined }
        })
        if (bytes === undefined) return
        const marks = printed(bytes, make)
        expect(marks.flatMap(({ kind }) => (kind === 'line' ? [] : [kind]))).toEqual(Array(cuts).fill('cut'))
        expect(linesOf(marks, make).length).toBeGreaterThanOrEqual(text.split('\n').length)
      },
    )

    test('no fixture has a byte that the printer could take for something else', async () => {
      const taken = fixtures.filter((_, at) => isSampled(at, models.indexOf(model)))
      for (const name of taken) {
        const { receipt, acceptLanguage } = fixture(name)
        const made = await maker.paper(receipt, { ...printer, acceptLanguage, as: 'text' }).catch(String)
        if (typeof made === 'string') {
          expect(made).toMatch(/no code page has|from right to left/)
          continue
        }
        const marks = printed(made.bytes, make)
        expect(marks.filter(({ kind }) => kind === 'cut')).toHaveLength(cuts)
        expect(marks.filter(({ kind }) => kind === 'drawer')).toHaveLength(0)
        expect(linesOf(marks, make).filter(line => line.length > columns)).toEqual([])
      }
    })
  },
)

test('no letter of a code page is sent as a control byte', () => {
  for (const page of pages) {
    const letters = [...lettersOf(page)]
    expect(letters.length).toBeGreaterThan(95)
    for (const letter of letters) {
      const bytes = CodepageEncoder.encode(letter, page as 'cp437')
      expect(bytes).toHaveLength(1)
      expect(bytes[0]).toBeGreaterThanOrEqual(0x20)
      expect(bytes[0]).not.toBe(0x7f)
    }
  }
  expect(CodepageEncoder.encode('\u2190', 'cp437')[0]).toBe(0x1b)
  expect(lettersOf('cp437').has('\u2190')).toBe(false)
})

test.each([
  [0x10, 0x14, 0x01, 0x00, 0x01],
  [0x10, 0x05, 0x02],
  [0x10, 0x04, 0x01],
  [0x10, 0x10, 0x14, 0x10, 0x14],
])('a picture whose bytes are %i %i %i … is no command, and one dot different', (...bytes) => {
  const height = 3
  const width = 8 * bytes.length
  const row = bytes.flatMap(byte => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1))
  const dark = Uint8Array.from([...row, ...row, ...row])
  const job = openJob(readPrinter({ width: 80 }))
  job.picture({ width, height, dark })
  const [mark] = printed(job.bytes(), 'epson')
  if (mark?.kind !== 'dots') throw new Error('no picture')
  const changed = [...dark.keys()].filter(at => mark.dark[at] !== dark[at])
  const commands = [...bytes.keys()].filter(at => bytes[at] === 0x10 && [4, 5, 0x14].includes(bytes[at + 1] ?? 0))
  expect(changed).toHaveLength(commands.length * height)
})

test('a command over the end of a row is none', () => {
  const bits = (byte: number) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1)
  const dark = Uint8Array.from([...bits(0x20), ...bits(0x10), ...bits(0x14), ...bits(0x20)])
  expect(withoutRealTime({ width: 16, height: 2, dark }).dark[15]).toBe(1)
})

test('control characters that came so far are blanks', () => {
  expect(linesIn('cp437', 'a\u001bp\u0000b\tc\u0085d\u2028e', 42)).toEqual(['a p b c d', 'e'])
})

test.each([
  ['Code128', '{1A{Cx'],
  ['Code128', '%1%2'],
  ['QRCode', 'https://example.com/\u001bp'],
  ['QRCode', 'https://example.com/é'],
])('a %s of %j is drawn by us, not by the printer', async (barcodeType, barcodeNumber) => {
  const receipt = saleOf('Socks', { barcodeType, barcodeNumber })
  for (const { model, make } of printers) {
    const made = await maker.paper(receipt, { printer: { model } }).catch(error => String(error))
    if (typeof made === 'string') expect(made).toContain('barcodeNumber')
    else {
      const kinds = new Set(printed(made.bytes, make).map(({ kind }) => kind))
      expect([...kinds].filter(kind => kind !== 'cut').sort()).toEqual(['dots', 'line'])
    }
  }
})

const fixtures = readdirSync(new URL('../../../fixtures', import.meta.url)).filter(
  name => !name.includes('README') && name !== 'invalid' && !name.startsWith('.'),
)
