import { expect, test } from 'vitest'
import { readPixels } from '../../../src/document/pixels.ts'
import { readBarcodes } from '../../../tools/goldens/made.ts'
import { pagePictures, readPages } from '../../../tools/goldens/pictures/pdf-pages.ts'
import { engineFor, fixtureNamed } from '../../support/fixtures.ts'

async function printed(name: string, paper: 'a4' | 'roll58') {
  const fixture = fixtureNamed(name)
  const { receipt, acceptLanguage } = fixture
  return await (await engineFor(fixture)).pdf(receipt, { acceptLanguage, paper })
}

test('draws a page to the exact pixel size', async () => {
  const [first] = await pagePictures(await printed('hotel.en-GB', 'a4'), 96)
  expect(first).toMatchObject({ width: 795, height: 1123 })
  expect(readPixels(first!.png)).toMatchObject({ width: 795, height: 1123 })
})

test('reads a page in lines, full or nearly empty', async () => {
  const read = async (name: string) => await readPages(await printed(name, 'a4'), async page => page.text())
  const [nearlyEmpty] = await read('minimal')
  expect(nearlyEmpty!.split('\n').slice(0, 2)).toEqual(['C Corner Shop', 'Receipt'])
  const [, , wellFilled] = await read('bulk-300')
  expect(wellFilled).toMatch(/^Item Qty × Price Amount$/m)
})

test('draws a roll several meters long completely', async () => {
  const barcodes = await readPages(await printed('bulk-300', 'roll58'), async page =>
    readBarcodes(await page.draw(203)),
  )
  expect(barcodes.flat().map(({ text }) => text)).toEqual(['00306165550142209315'])
})

test('rejects what isn’t a PDF', async () => {
  await expect(pagePictures(new TextEncoder().encode('Receipt'), 96)).rejects.toThrow()
})
