import type { Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLogo } from '../../src/brand/logo.ts'
import { createEngine } from '../../src/engine.ts'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { readImage } from '../../src/receipt/check/image.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, fixtureNamed, fixtures, sampled } from '../support/fixtures.ts'
import { type Color, pngLogo } from '../support/logos.ts'
import { isSampled } from '../support/scope.ts'

/** Pictures have the size they are shown in without any stylesheet: Outlook for Windows reads neither `max-width` nor `max-height`. */
let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = browser.page
  await page.setOfflineMode(true)
})
afterAll(() => browser[Symbol.asyncDispose]())

const navy: Color = [12, 22, 52, 255]

const engine = await createEngine()

/** A signature pad's picture: ink on 1,800 × 700 pixels. */
const signature = {
  text: 'I agree to the terms of hire.',
  base64Image: Buffer.from(pngLogo(navy, { width: 1800, height: 700 })).toString('base64'),
}

describe.each(looks)('in the look %s, a mail is as wide without its styles', look => {
  // Pictures are of few kinds.
  const some = sampled(look).filter(each => isSampled(Math.floor(fixtures.indexOf(each) / 3)))
  test.each(some)('$name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant: look })
    await expectSameWidths(html)
  })

  const logos = [
    ['tall', 200, 600, undefined],
    ['square', 1000, 1000, undefined],
    ['wide', 1600, 200, undefined],
    ['square, as its shop wants it', 400, 400, 180],
  ] as const
  test.each(logos.filter((_, at) => isSampled(at, looks.indexOf(look))))(
    'with a %s logo and a signature of 1,800 pixels',
    async (_, width, height, logoWidth) => {
      const { receipt } = fixtureNamed('fashion-sale.en-CA')
      const brand = { logo: pngLogo(navy, { width, height }), ...(logoWidth && { logoWidth }) }
      const html = engine.html({ ...(receipt as ReceiptInput), signature }, { variant: look, brand })
      const widths = await expectSameWidths(html)
      expect(widths).toContain(113)
    },
  )
})

test.each(looks)('a wide logo leaves a phone of 320 px its margins, in the look %s', async look => {
  const { receipt } = fixtureNamed('fashion-sale.en-CA')
  const brand = { logo: pngLogo(navy, { width: 1600, height: 200 }) }
  await page.setViewport({ width: 320, height: 700 })
  await page.setContent(engine.html(receipt, { variant: look, brand }))
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
})

test.each(looks)('a tall logo beside the name leaves the total at the top of a phone, in the look %s', async look => {
  const { receipt } = fixtureNamed('fashion-sale.en-CA')
  await page.setViewport({ width: 375, height: 812 })
  const totalWith = async (brand: { logo?: Uint8Array }) => {
    await page.setContent(engine.html(receipt, { variant: look, brand }))
    return Number(await page.evaluate('document.querySelector(".sum").getBoundingClientRect().bottom'))
  }
  const logo = pngLogo(navy, { width: 160, height: 420 })
  expect((await totalWith({ logo })) - (await totalWith({}))).toBeLessThan(80)
})

test('a logo takes at most 200 × 64 px, or 96 of height where it stands alone, or as many as are asked for, up to 200', () => {
  const sizeOf = (width: number, height: number, wanted?: number, standsAlone?: boolean) => {
    const shown = readLogo('brand.logo', pngLogo(navy, { width, height }), wanted, standsAlone)
    return [shown.width, shown.height]
  }
  expect(sizeOf(200, 600)).toEqual([21, 63])
  expect(sizeOf(1000, 1000)).toEqual([64, 64])
  expect(sizeOf(64, 64)).toEqual([64, 64])
  expect(sizeOf(65, 65)).toEqual([64, 64])
  expect(sizeOf(1000, 1000, undefined, true)).toEqual([96, 96])
  expect(sizeOf(1600, 200)).toEqual([200, 25])
  expect(sizeOf(400, 400, 180)).toEqual([180, 180])
  expect(sizeOf(200, 600, 180)).toEqual([66, 198])
})

describe('a photo that says how it is to be turned', () => {
  let photo: Buffer
  beforeAll(async () => {
    const drawn = `(canvas => (canvas.width = 64, canvas.height = 16, canvas.toDataURL('image/jpeg')))(document.createElement('canvas'))`
    photo = Buffer.from(String(await page.evaluate(drawn)).replace(/^.*,/, ''), 'base64')
  })

  test.each([
    [1, 'stands', { width: 64, height: 16 }],
    [3, 'stands on its head', { width: 64, height: 16 }],
    [5, 'lies, mirrored', { width: 16, height: 64 }],
    [6, 'lies', { width: 16, height: 64 }],
    [8, 'lies on its other side', { width: 16, height: 64 }],
    [9, 'says nothing that Exif knows', { width: 64, height: 16 }],
  ])('by %i %s', (orientation, _, size) => {
    for (const isLittle of [false, true])
      expect(readImage(turned(photo, orientation, isLittle).toString('base64'))).toMatchObject(size)
  })

  test('has the size that a browser gives it', async () => {
    const lying = turned(photo, 6)
    const shown = readLogo('brand.logo', lying, undefined)
    await page.setContent(`<img src="data:image/jpeg;base64,${lying.toString('base64')}">`)
    expect(await page.evaluate(`[document.images[0].naturalWidth, document.images[0].naturalHeight]`)).toEqual([
      shown.width,
      shown.height,
    ])
  })
})

/** A JPEG that says how it is to be turned (Exif 2.32, 4.6.4). */
function turned(jpeg: Buffer, orientation: number, isLittle = false): Buffer {
  const exif = Buffer.from('ffe100224578696600004d4d002a0000000800010112000300000001000000000000' + '0000', 'hex')
  const tiff = exif.subarray(10)
  if (isLittle) Buffer.from('49492a00080000000100120103000100000000000000', 'hex').copy(tiff)
  if (isLittle) tiff.writeUInt16LE(orientation, 18)
  else tiff.writeUInt16BE(orientation, 18)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** Compares each picture's width with and without styles; returns the widths. */
async function expectSameWidths(html: string): Promise<number[]> {
  await page.setViewport({ width: 600, height: 800 })
  await page.setContent(html)
  const widths = `Array.from(document.images, image => Math.round(image.getBoundingClientRect().width))`
  const styled = (await page.evaluate(`Array.from(document.images, image => {
    const shown = getComputedStyle(image.parentElement).display === 'none' || image.getBoundingClientRect().width === 0
    return shown ? Number(image.getAttribute('width')) : Math.round(image.getBoundingClientRect().width)
  })`)) as number[]
  await page.setContent(html.replace(/<style>.*?<\/style>/gs, '').replace(/ style="[^"]*"/g, ''))
  expect(await page.evaluate(widths)).toEqual(styled)
  return styled
}
