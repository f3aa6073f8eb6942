import { expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { drawPaper } from './support/draw-paper.ts'
import { fixture, maker, printed } from './support/printers.ts'

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
