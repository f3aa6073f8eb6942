import { describe, expect, test } from 'vitest'
import { readPixels } from '../../src/document/pixels.ts'
import { slipInLetters } from '../../src/pdf/slip-page.ts'
import type { SlipPart } from '../../src/view/slip.ts'
import { readBarcodes } from '../../tools/goldens/made.ts'
import { pagePictures, readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'

async function slipPdf(name: string, paper?: 'roll80' | 'roll58') {
  const fixture = fixtureNamed(name)
  const { receipt, acceptLanguage, offers } = fixture
  const engine = await engineFor(fixture)
  return {
    engine,
    asked: { acceptLanguage, offers },
    pdf: await engine.slipPdf(receipt, { acceptLanguage, offers, paper }),
  }
}

describe('the page of a slip', () => {
  test.each([
    ['roll80', 42, 80],
    ['roll58', 32, 58],
  ] as const)('on %s has the slip’s lines of %i letters, and its code scans', async (paper, columns, width) => {
    const { engine, asked, pdf } = await slipPdf('fashion-sale.en-CA', paper)
    const { parts } = engine.slip(fixtureNamed('fashion-sale.en-CA').receipt, { ...asked, columns })
    const lines = parts.flatMap(part => ('text' in part ? part.text.split('\n') : []))
    const [text = ''] = await readPages(pdf, async page => page.text())
    const plain = (line: string) =>
      line
        .replace(/[\u2010\u2011\u2212]/g, '-')
        .replace(/\p{Cf}/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
    expect(text.split('\n').map(plain)).toEqual(lines.map(plain).filter(Boolean))
    const [page] = await pagePictures(pdf, 203)
    expect(page!.width / 203).toBeCloseTo(width / 25.4, 1)
    expect(await readBarcodes(readPixels(page!.png))).toMatchObject([{ text: '004-118-20931' }])
  })

  test.each(['cafe.ar', 'convenience.ja-JP'])('of %s is the page of the roll, as tills print it', async name => {
    const { engine, asked, pdf } = await slipPdf(name)
    const roll = await engine.pdf(fixtureNamed(name).receipt, { ...asked, paper: 'roll80' })
    expect(Buffer.from(pdf).equals(roll)).toBe(true)
  })
})

test('a slip on a sheet is refused', async () => {
  const engine = await engineFor(fixtureNamed('minimal'))
  const refused = engine.slipPdf(fixtureNamed('minimal').receipt, { paper: 'a4' as 'roll80' })
  await expect(refused).rejects.toThrow('paper: must be one of roll80, roll58')
})

describe('the letters of printers', () => {
  const partsOf = (parts: SlipPart[], columns = 42) => slipInLetters({ lang: 'en', dir: 'ltr', parts }, columns)?.parts

  test.each([
    ['Crème brûlée × 2  −4,90 €', 'Crème brûlée × 2  -4,90 €'],
    ['Żółta łyżka', 'Żółta łyżka'],
    ['Хлеб ржаной', 'Хлеб ржаной'],
    ['Ψωμί ολικής', 'Ψωμί ολικής'],
    ['Cafe\u0301\u00a0au\u202flait \u2068Ada\u2069', 'Café au lait Ada'],
  ])('set %s in columns', (text, expected) => expect(partsOf([{ text }])).toEqual([{ text: expected }]))

  test.each(['緑茶', 'Phở bò', 'ชาเขียว', 'Latte 🥐', 'ქართული'])('lack those of %s', text =>
    expect(partsOf([{ text: 'Tea' }, { text }])).toBeUndefined(),
  )

  test('go on at the edge where a line is too long', () => {
    const text = 'https://example.com/returns'
    expect(partsOf([{ text }, { text, style: 'bold' }, { text, style: 'double' }], 24)).toEqual([
      { text: 'https://example.com/retu\nrns' },
      { text: 'https://example.com/retu\nrns', style: 'bold' },
      { text: 'https://exam\nple.com/retu\nrns', style: 'double' },
    ])
  })
})
