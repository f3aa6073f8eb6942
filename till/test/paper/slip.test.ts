import { describe, expect, test } from 'vitest'
import { models } from '../../src/paper/encoder.ts'
import { engine, fixture, linesOf, maker, printed, printers, saleOf } from './support/printers.ts'

describe.each(printers)('$model', ({ model, make, columns, cuts }) => {
  test('prints what mail and PDF say, in its columns, and cuts once at the end', async () => {
    for (const name of ['fashion-sale.en-CA', 'grocery-vat.de-DE', 'electronics-warranty.es-ES', 'restaurant-tip']) {
      const { receipt, acceptLanguage } = fixture(name)
      const { bytes, as } = await maker.paper(receipt, { printer: { model }, acceptLanguage })
      expect(as).toBe('text')
      const marks = printed(bytes, make)
      expect(marks.filter(({ kind }) => kind === 'cut')).toHaveLength(cuts)
      expect(marks.filter(({ kind }) => kind === 'drawer')).toEqual([])
      const lines = linesOf(marks, make)
      expect(lines.filter(line => line.length > columns)).toEqual([])
      const text = engine.text(receipt, { columns, acceptLanguage }).replace(/^ *\S+: (?=[\d-]+$)/m, '')
      expect(squeezed(lines.join(''))).toBe(squeezed(text))
    }
  })
})

test('a line stands as the engine laid it out, name and total twice as large, categories bold', async () => {
  const { receipt } = fixture('fashion-sale.en-CA')
  const marks = printed((await maker.paper(receipt, { printer: { model: 'epson-tm-t88v' } })).bytes, 'epson')
  const lines = linesOf(marks)
  expect(lines).toContain('  1 × $112.00 · Autumn offer -$14.00')
  const bold = marks.filter(mark => mark.kind === 'line' && mark.bold)
  expect(linesOf(bold)).toEqual(['Returned', expect.stringMatching(/^Paid with Visa/)])
  const large = marks.filter(mark => mark.kind === 'line' && mark.tall && mark.wide)
  expect(linesOf(large)).toEqual(['    Alder & Finch', 'Total         $118.65'])
})

test('labels of facts are bold, and their facts are not', async () => {
  const { receipt } = fixture('fashion-sale.en-CA')
  const boldOf = async (width: 58 | 80) => {
    const bytes = Buffer.from((await maker.paper(receipt, { printer: { width } })).bytes).toString('latin1')
    // ESC E n; between its n and the letters the printer is told the code page.
    const found = bytes.matchAll(/\x1bE\x01(?:\x1bt.)?([^\x1b]*)\x1bE\x00/gs)
    return Array.from(found, ([, text = '']) => text.trim()).slice(-4)
  }
  const labels = ['Store', 'Visa Credit', 'Rewards', 'Sent to']
  expect(await boldOf(80)).toEqual(labels)
  expect(await boldOf(58)).toEqual(labels)
})

test.each(printers)('name and total are large on $model', async ({ model, make, columns }) => {
  const { bytes } = await maker.paper(saleOf('Socks'), { printer: { model } })
  const large = printed(bytes, make).filter(mark => mark.kind === 'line' && mark.tall && mark.wide)
  const lines = linesOf(large, make)
  expect(lines).toEqual([expect.stringMatching(/^ *\S/), expect.stringMatching(/^Total +\$19\.00$/)])
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns >> 1)
})

test('a total that a code page makes too long is no wider than others', async () => {
  const sale = saleOf('Tarte', { currency: 'EUR', grandAmount: 12345.67 })
  const { bytes } = await maker.paper(sale, { printer: { width: 58 }, acceptLanguage: 'de-DE' })
  const tall = printed(bytes, 'epson').filter(mark => mark.kind === 'line' && mark.tall && !mark.wide)
  expect(linesOf(tall)).toEqual([expect.stringMatching(/^Gesamtbetrag +12\.345,67 EUR$/)])
})

describe('a test sheet', () => {
  test.each(printers)(
    'of $model is printed as it is shown, and no letter is missing',
    ({ model, make, columns, cuts }) => {
      const { bytes, lines } = maker.sheet({ printer: { model } })
      const marks = printed(bytes, make)
      const shown = linesOf(marks, make)
      expect(shown.filter(line => line !== '')).toEqual(lines)
      expect(Math.max(...lines.map(line => line.length))).toBe(columns)
      expect(marks.filter(({ kind }) => kind === 'cut')).toHaveLength(cuts)
      expect(lines.filter(line => /^(windows|cp|iso)/.test(line)).length).toBeGreaterThan(8)
    },
  )

  test('of each model has a sample of each page', () => {
    for (const model of models()) {
      const { lines } = maker.sheet({ printer: { model } })
      expect(lines.slice(4).filter(line => !/^\S+ +\S.*$/.test(line))).toEqual([])
      expect(lines.slice(2).filter(line => line.length > 32 && !/^\d+$/.test(line))).toEqual([])
    }
  })

  test('has a bar from edge to edge', () => {
    const { bytes } = maker.sheet({ printer: { model: 'epson-tm-t88v' } })
    const [bar] = printed(bytes, 'epson').flatMap(mark => (mark.kind === 'dots' ? [mark] : []))
    expect(bar).toMatchObject({ width: 504, height: 24 })
    expect(bar!.dark.subarray(0, 504)).not.toContain(0)
  })
})

test('the code stands above its text', async () => {
  const { receipt } = fixture('fashion-sale.en-CA')
  const marks = printed((await maker.paper(receipt, { printer: { model: 'epson-tm-t88v' } })).bytes, 'epson')
  const code = marks.findIndex(({ kind }) => kind === 'bars')
  expect(linesOf([marks[code + 1]!])[0]!.trim()).toBe('004-118-20931')
})

describe('one code page has all letters', () => {
  test.each([
    ['Filiżanka, żółta', 'windows1250'],
    ['Ajándékdoboz, kék őszi', 'windows1250'],
    ['Хлеб ржаной', 'windows1251'],
    ['Ψωμί ολικής', 'windows1253'],
    ['Türk kahvesi, ılık', 'windows1254'],
    ['Rupjmaize, ķimeņu', 'windows1257'],
    ['Crème brûlée à 9 €', 'windows1252'],
  ])('%s: %s', async (name, page) => {
    const { bytes, why } = await maker.paper(saleOf(name), { printer: { model: 'epson-tm-m30iii' } })
    expect(why).toBe(`code page ${page} has all letters`)
    expect(linesOf(printed(bytes, 'epson')).join('\n')).toContain(name)
  })
})

describe('else it is a picture', () => {
  test.each([
    ['letters of two pages', 'Filiżanka и хлеб', 'no code page has all letters'],
    ['a smile', 'Balloon 🎈', 'no code page has 🎈'],
    ['marks above letters', 'ชาเย็น', 'no code page has ช า เ ย ็'],
    ['Hebrew in an English receipt', 'קפה', 'no code page has ק פ ה'],
  ])('%s', async (_, name, why) => {
    await expect(maker.paper(saleOf(name), { printer: { model: 'epson-tm-m30iii' }, as: 'text' })).rejects.toThrow(
      `as: this receipt can't be printed as text: ${why}.`,
    )
  })
})

test('a letter in two pieces is one letter', async () => {
  const { bytes } = await maker.paper(saleOf('Cafe\u0301'), { printer: { model: 'epson-tm-m30iii' } })
  expect(linesOf(printed(bytes, 'epson')).join('\n')).toContain('Café ')
})

describe('a printer whose model nobody named', () => {
  test('gets letters that every printer has under one number', async () => {
    const { bytes, why } = await maker.paper(saleOf('Café crème – “grande”'), { width: 80 })
    expect(why).toBe('code page cp437 has all letters')
    const lines = linesOf(printed(bytes, 'epson'))
    expect(lines).toContain('Café crème - "grande"               $19.00')
  })

  test('gets the code of a currency whose sign it may lack, and amounts still end at the edge', async () => {
    const receipt = saleOf('Tarte', { currency: 'EUR' })
    const { bytes } = await maker.paper(receipt, { width: 80, acceptLanguage: 'fr-FR' })
    const lines = linesOf(printed(bytes, 'epson'))
    expect(lines).toContain('Tarte                            19,00 EUR')
  })

  test('hears that a model would help', async () => {
    await expect(maker.paper(saleOf('Żurek'), { width: 58, as: 'text' })).rejects.toThrow(
      'no code page has Ż, of those that every printer has; name the model.',
    )
  })
})

test.each([
  [{ model: 'epson-tm-t99' }, 'printer.model: there is no "epson-tm-t99"; there are bixolon-srp350, '],
  [{ width: 76 }, 'printer.width: must be 80 or 58, millimeters.'],
  [{ columns: 40 }, 'printer.columns: must be one of 32, 35, 42, 44, 48.'],
  [{ dots: 100 }, 'printer.dots: must be a whole number from 256 to 832.'],
  [{ language: 'zpl' }, 'printer.language: must be esc-pos, star-prnt, star-line.'],
])('%j is refused', async (printer, message) => {
  await expect(maker.paper(saleOf('Socks'), { printer: printer as object })).rejects.toThrow(message)
})

test('the drawer opens only when asked, by a job of its own', () => {
  expect(printed(maker.drawer({ printer: { model: 'epson-tm-t88v' } }), 'epson')).toEqual([{ kind: 'drawer' }])
  expect(printed(maker.drawer({ printer: { model: 'star-mc-print2' } }), 'star')).toEqual([{ kind: 'drawer' }])
})

/** Without blanks, and minus signs as hyphens. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, '').replaceAll('\u2212', '-')
}
