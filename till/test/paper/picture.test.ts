import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { isSampled } from '../../../test/support/scope.ts'
import { comparePictures } from '../../../tools/goldens/golden-files.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { type Picture, writePng } from '../../../tools/goldens/pictures/picture.ts'
import { bandsOf } from '../../src/paper/bands.ts'
import { openPaper } from '../../src/paper/paper.ts'
import { drawPaper } from './support/draw-paper.ts'
import { pictureOf } from './support/picture.ts'
import { fixture, maker, printed, printers, saleOf } from './support/printers.ts'

/** The paper of each printer, as it would be printed, is a golden: `UPDATE_GOLDENS=1` accepts what changed. */
const papers = [
  ['fashion-sale.en-CA', 'epson-tm-t88v', 'epson', 504, 'text', [']C0 004-118-20931']],
  ['grocery-vat.de-DE', 'epson-tm-p20ii', 'epson', 384, 'text', undefined],
  ['electronics-warranty.es-ES', 'star-tsp650ii', 'star', 576, 'text', undefined],
  ['convenience.ja-JP', 'epson-tm-t88v', 'epson', 504, 'picture', [']E0 2003580177429']],
  ['cafe.ar', 'epson-tm-m30iii', 'epson', 576, 'picture', [']A0 NKH-2-20931']],
  ['cafe.ar', 'star-mc-print2', 'star', 384, 'picture', [']A0 NKH-2-20931']],
] as const

test.each(papers.filter((_, at) => isSampled(at)))(
  '%s on the paper of %s',
  async (name, model, make, dots, how, codes) => {
    const { receipt, acceptLanguage } = fixture(name)
    const { bytes, as } = await maker.paper(receipt, { printer: { model }, acceptLanguage })
    expect(as).toBe(how)
    const picture = pictureOf(await drawPaper(printed(bytes, make), { dots, make }))
    const read = (await readBarcodes(picture)).map(({ identifier, text }) => `${identifier} ${text}`)
    const { barcodeNumber } = JSON.parse(receipt) as { barcodeNumber: string }
    expect(read).toEqual(codes ?? [expect.stringContaining(barcodeNumber)])
    await sameAsGolden(`${name}-${model}`, picture)
  },
)

describe('a picture', () => {
  test('is asked for in any language', async () => {
    const { bytes, as, why } = await maker.paper(saleOf('Socks'), {
      printer: { model: 'epson-tm-m30iii' },
      as: 'picture',
    })
    expect({ as, why }).toEqual({ as: 'picture', why: 'asked for' })
    const kinds = printed(bytes, 'epson').map(({ kind }) => kind)
    expect(new Set(kinds.filter(kind => kind !== 'line'))).toEqual(new Set(['dots', 'cut']))
  })

  test('is printed nevertheless if no font has some letters, and says which scripts', async () => {
    await using own = openPaper({ printer: { model: 'epson-tm-m30iii' } })
    const { as, why, missing } = await own.paper(saleOf('თბილისი'))
    expect({ as, missing }).toEqual({ as: 'picture', missing: ['Geor'] })
    expect(why).toMatch(/^no code page has .*, and no installed font has the letters of Georgian$/)
    expect((await own.paper(saleOf('日本'))).missing).toBe(undefined)
  })

  test('comes in pieces of 120 rows at most, none wider than the paper, and white costs next to nothing', async () => {
    const { receipt } = fixture('cafe.ar')
    const { bytes } = await maker.paper(receipt, { printer: { model: 'epson-tm-m30iii' }, acceptLanguage: 'ar' })
    const pieces = printed(bytes, 'epson').flatMap(mark => (mark.kind === 'dots' ? [mark] : []))
    expect(pieces.filter(({ height, width }) => height > 120 || width > 576)).toEqual([])
    const white = pieces.filter(({ dark }) => !dark.includes(1))
    expect(white.length).toBeGreaterThan(3)
    expect(white.filter(({ width }) => width > 8)).toEqual([])
    const rows = pieces.reduce((sum, { height }) => sum + height, 0)
    expect(bytes.length).toBeLessThan(rows * 72)
  })

  test.each(['esc-pos', 'star-prnt'] as const)('keeps its rows when it is cut for %s', language => {
    const [width, height] = [100, 300]
    const dark = Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return (y > 30 && y < 90 && x < 50) || y === 250 ? 1 : 0
    })
    const rows = bandsOf({ width, height, dark }, language).flatMap(band =>
      Array.from({ length: band.height }, (_, y) => band.dark.subarray(y * band.width, (y + 1) * band.width)),
    )
    for (let y = 0; y < rows.length; y++) {
      const row = dark.subarray(y * width, (y + 1) * width)
      expect(rows[y]!.lastIndexOf(1)).toBe(row.lastIndexOf(1))
      expect(rows[y]!.indexOf(1)).toBe(row.indexOf(1))
    }
    // The rows below the last black one are left out, but for the rest of its strip.
    expect(rows.length).toBeGreaterThan(250)
    expect(rows.length).toBeLessThanOrEqual(264)
  })

  test('of nothing is nothing', () => {
    expect(bandsOf({ width: 16, height: 48, dark: new Uint8Array(16 * 48) }, 'esc-pos')).toEqual([])
  })
})

// What is on a picture depends on its dots, how it is sent on the make: each code, some in each width, and one on the others.
const codes = [
  ['Code128', '004-118-20931', ']C0 004-118-20931'],
  ['Code39', 'REC-20931', ']A0 REC-20931'],
  ['EAN-128', '(10)AB(21)XY', ']C1 10AB\u001d21XY'],
  ['QRCode', 'https://receipts.example.com/r/8Qk2vR71', ']Q1 https://receipts.example.com/r/8Qk2vR71'],
] as const

describe.each(printers.map((printer, place) => ({ ...printer, place })))(
  'on a picture for $model',
  ({ model, make, dots, place }) => {
    test.each(make === 'epson' ? codes.filter((_, at) => isSampled(at, place)) : codes.slice(0, 1))(
      '%s %s is scanned',
      async (barcodeType, barcodeNumber, scanned) => {
        expect(await scannedOn(await paperWith({ barcodeType, barcodeNumber }))).toEqual([scanned])
      },
    )

    test.runIf(make === 'epson')(
      'a GTIN is scanned, each bar whole dots wide, none a dot more than another',
      async () => {
        const paper = await paperWith({ barcodeType: 'GTIN', barcodeNumber: '0614141007349' })
        expect(await scannedOn(paper)).toEqual([']E0 0614141007349'])
        const { width, height, dark } = paper
        const rows = Array.from({ length: height }, (_, y) => dark.subarray(y * width, (y + 1) * width).join(''))
        const found = rows.map(row => /^0*(1+(?:0+1+){29})0*$/.exec(row)?.[1])
        // A row of letters may have as many strokes, but only the code's are alike in a row.
        const bars = found.find((row, y) => row !== undefined && row === found[y + 1] && row === found[y + 9])!
        // UPC-A: 30 bars, 95 modules.
        const module = bars.length / 95
        expect(Number.isInteger(module)).toBe(true)
        const runs = bars.match(/1+|0+/g)!.map(run => run.length / module)
        expect(runs.filter(run => ![1, 2, 3, 4].includes(run))).toEqual([])
      },
    )

    async function paperWith(code: { barcodeType: string; barcodeNumber: string }) {
      const { bytes } = await maker.paper(saleOf('Socks', code), { printer: { model }, as: 'picture' })
      return await drawPaper(printed(bytes, make), { dots, make })
    }
  },
)

async function scannedOn(paper: Awaited<ReturnType<typeof drawPaper>>): Promise<string[]> {
  const read = await readBarcodes(pictureOf(paper))
  return read.map(({ identifier, text }) => `${identifier} ${text}`)
}

async function sameAsGolden(name: string, picture: Picture): Promise<void> {
  const folder = new URL('./goldens/', import.meta.url)
  const file = new URL(`${name}.png`, folder)
  if (process.env.UPDATE_GOLDENS || !existsSync(file)) {
    expect(process.env.CI, `${name}.png is missing`).toBeUndefined()
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, writePng(picture))
  }
  const difference = await comparePictures(readPixels(readFileSync(file)), picture)
  expect(difference && `${difference.differing} px differ`).toBeUndefined()
}
