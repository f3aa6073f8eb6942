import { describe, expect, test } from 'vitest'
import { readPixels } from '../../src/document/pixels.ts'
import { slipPageOf } from '../../src/merchant/documents.ts'
import { openMerchant } from '../../src/merchant/open.ts'
import { preparePage } from '../../src/pdf/print-page.ts'
import { type Roll, slipInLetters, slipPage, slipPrinterOf } from '../../src/pdf/slip-page.ts'
import type { SlipPart } from '../../src/view/slip.ts'
import { readBarcodes } from '../../tools/goldens/made.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { openPage } from '../support/print-page.ts'
import { isExhaustive } from '../support/scope.ts'

const print = openPage()
const merchant = await openMerchant()

/** A receipt's slip as the engine draws it, its page, and what the engine makes it of. */
async function drawn(name: string, paper: Roll = 'roll80') {
  const fixture = fixtureNamed(name)
  const { receipt, acceptLanguage, offers } = fixture
  const asked = { acceptLanguage, offers }
  const engine = await engineFor(fixture)
  const png = await engine.image(receipt, { ...asked, slip: paper, scale: 203 / 96 })
  const { html } = slipPageOf(merchant, engine.view(receipt, asked), paper)
  return { receipt, engine, asked, html, picture: readPixels(png) }
}

describe('the page of a slip', () => {
  test.each([
    ['roll80', 42, 80],
    ['roll58', 32, 58],
  ] as const)('on %s has the slip’s lines of %i letters, and its code scans', async (paper, columns, width) => {
    const { receipt, engine, asked, html, picture } = await drawn('fashion-sale.en-CA', paper)
    const { parts } = engine.slip(receipt, { ...asked, columns })
    const lines = parts.flatMap(part => ('text' in part ? part.text.split('\n') : []))
    const pdf = await print(preparePage(html, paper), paper)
    const [text = ''] = await readPages(pdf, async page => page.text())
    const plain = (line: string) =>
      line
        .replace(/[\u2010\u2011\u2212]/g, '-')
        .replace(/\p{Cf}/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
    expect(text.split('\n').map(plain)).toEqual(lines.map(plain).filter(Boolean))
    expect(picture.width / 203).toBeCloseTo(width / 25.4, 1)
    expect(await readBarcodes(picture)).toMatchObject([{ text: '004-118-20931' }])
  })

  test.each(['cafe.ar', 'convenience.ja-JP'].slice(0, isExhaustive ? 2 : 1))(
    'of %s is the page of the roll, as tills print it',
    async name => {
      const { receipt, engine, asked, picture } = await drawn(name)
      const roll = await engine.image(receipt, { ...asked, paper: 'roll80', scale: 203 / 96 })
      expect(readPixels(roll).rgba.every((level, at) => level === picture.rgba[at])).toBe(true)
    },
  )
})

test('a blank line at either end of a part is shown, and labels are bold', () => {
  const parts = [{ text: '\nThank you.\n' }, { text: 'Store     004\n          Ada', bold: 5 }]
  const page = slipPage({ lang: 'en', dir: 'ltr', parts }, slipPrinterOf('roll58'))
  expect(page).toContain(
    '<pre class="plain">\n\nThank you.\n\n</pre><pre class="plain">\n<b>Store</b>     004\n          Ada\n</pre>',
  )
})

test.each([
  [{ slip: 'a4' as 'roll80' }, 'slip: must be one of roll80, roll58'],
  [{ slip: 'roll80', paper: 'a4' }, 'paper: a slip has its own; leave out paper or slip'],
  [{ slip: 'roll80', width: 400 }, 'width: paper has its own'],
] as const)('%j is refused', async (asked, message) => {
  const engine = await engineFor(fixtureNamed('minimal'))
  await expect(engine.image(fixtureNamed('minimal').receipt, asked)).rejects.toThrow(message)
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

  test('keep a label bold whose letters they replace', () => {
    expect(
      partsOf([
        { text: 'Reis\u2011Nr.  7', bold: 8 },
        { text: 'Cafe\u0301  8', bold: 5 },
      ]),
    ).toEqual([
      { text: 'Reis-Nr.  7', bold: 8 },
      { text: 'Café  8', bold: 4 },
    ])
  })

  test('go on at the edge where a line is too long', () => {
    const text = 'https://example.com/returns'
    expect(partsOf([{ text }, { text, style: 'bold' }, { text, style: 'double' }], 24)).toEqual([
      { text: 'https://example.com/retu\nrns' },
      { text: 'https://example.com/retu\nrns', style: 'bold' },
      { text: 'https://exam\nple.com/retu\nrns', style: 'double' },
    ])
  })
})
