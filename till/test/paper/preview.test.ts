import { expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { slipInLetters, slipPage, slipPrinterOf } from '../../../src/pdf/slip-page.ts'
import { fixtures } from '../../../test/support/fixtures.ts'
import { isSampled } from '../../../test/support/scope.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { pagePictures } from '../../../tools/goldens/pictures/pdf-pages.ts'
import { choosePage } from '../../src/paper/letters.ts'
import { readPrinter } from '../../src/paper/printer.ts'
import { drawPaper } from './support/draw-paper.ts'
import { engine, fixture, maker, printed, printer } from './support/printers.ts'

const dotsPerMm = 203 / 25.4

test('a preview is as long as the paper, and its code scans', async () => {
  const { receipt, acceptLanguage } = fixture('fashion-sale.en-CA')
  const asked = { printer: { model: 'epson-tm-m30iii' }, acceptLanguage }
  const { png, as, why } = await maker.preview(receipt, asked)
  expect({ as, why }).toEqual({ as: 'text', why: 'code page windows1252 has all letters' })
  const picture = readPixels(png)
  expect(picture.width / dotsPerMm).toBeCloseTo(80, 0)
  expect(await readBarcodes(picture)).toMatchObject([{ text: '004-118-20931' }])
  const { height } = await drawPaper(printed((await maker.paper(receipt, asked)).bytes, 'epson'), {
    dots: 576,
    make: 'epson',
  })
  expect(picture.height / height).toBeGreaterThan(0.9)
  expect(picture.height / height).toBeLessThan(1.1)
})

test('a receipt that is printed as a picture is previewed as one', async () => {
  const { receipt, acceptLanguage } = fixture('cafe.ar')
  const { png, as } = await maker.preview(receipt, { width: 58, acceptLanguage })
  expect(as).toBe('picture')
  const picture = readPixels(png)
  expect(picture.width / dotsPerMm).toBeCloseTo(58, 0)
  expect(await readBarcodes(picture)).toMatchObject([{ text: 'NKH-2-20931' }])
  await expect(maker.preview(receipt, { as: 'text', acceptLanguage })).rejects.toThrow("can't be printed as text")
})

test('what console and studio show is what the usual printer prints, letter by letter', async () => {
  const { receipt, acceptLanguage } = fixture('fashion-sale.en-CA')
  const html = slipPage(slipInLetters(engine.slip(receipt, { acceptLanguage }), 42)!, slipPrinterOf('roll80'))
  const [page] = await pagePictures(await printer.print({ html, paper: 'roll80' }), 203)
  const usual = { model: 'epson-tm-m30iii', columns: 42, dots: 576 } as const
  const { png } = await maker.preview(receipt, { printer: usual, acceptLanguage })
  expect(Buffer.from(png).equals(page!.png)).toBe(true)
})

test('they show text wherever such a printer prints text', async () => {
  const own = readPrinter({ model: 'epson-tm-m30iii' })
  const others: string[] = []
  for (const each of fixtures.filter(({ name }, at) => name !== 'invalid' && isSampled(at))) {
    const { name, receipt, acceptLanguage, offers } = each
    const slip = engine.slip(receipt, { acceptLanguage, offers })
    if ((slipInLetters(slip, 42) === undefined) !== (choosePage(slip, own).page === undefined)) others.push(name)
  }
  expect(others).toEqual([])
})
