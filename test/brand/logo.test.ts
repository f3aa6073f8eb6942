import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { card, cardDark, readBrand } from '../../src/brand/brand.ts'
import { faintness, pngPixels } from '../../src/brand/logo.ts'
import { createEngine } from '../../src/engine.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { type Color, png, pngLogo } from '../support/logos.ts'

const navy: Color = [12, 22, 52, 255]
const white: Color = [255, 255, 255, 255]
const red: Color = [214, 60, 40, 255]

describe('pngPixels', () => {
  test.each([0, 2, 4, 6] as const)('reads what pngjs reads, with every filter: color type %i', type => {
    const picture = new PNG({ width: 19, height: 23 })
    for (const at of picture.data.keys()) picture.data[at] = (at * 37 + (at >> 3) * 11) % 256
    for (const filterType of [0, 1, 2, 3, 4, -1] as const) {
      const file = PNG.sync.write(picture, { colorType: type, inputHasAlpha: true, filterType })
      const expected = PNG.sync.read(file)
      expect(pngPixels(file), `filter ${filterType}`).toEqual({
        width: 19,
        height: 23,
        rgba: new Uint8Array(expected.data),
      })
    }
  })

  test.each([1, 2, 4, 8])('a palette of %i bits, with transparent colors', depth => {
    const colors = Buffer.from([255, 0, 0, 0, 255, 0])
    const bits = [0, 1, 1, 0, 1].map(index => index.toString(2).padStart(depth, '0')).join('')
    const row = [...bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').matchAll(/.{8}/g)].map(([byte]) =>
      Number.parseInt(byte, 2),
    )
    const file = png({ width: 5, height: 1, depth, type: 3 }, Buffer.from([0, ...row]), [
      ['PLTE', colors],
      ['tRNS', Buffer.from([0])],
    ])
    expect(pngPixels(file)!.rgba).toEqual(new Uint8Array(PNG.sync.read(Buffer.from(file)).data))
  })

  test('files that it does not read, or that lie about their size, are undefined', () => {
    expect(pngPixels(png({ width: 1, height: 1, depth: 16, type: 2 }, Buffer.alloc(7)))).toBeUndefined()
    expect(pngPixels(png({ width: 100, height: 100, depth: 8, type: 6 }, Buffer.alloc(10)))).toBeUndefined()
    expect(pngPixels(png({ width: 1, height: 1, depth: 8, type: 6 }, Buffer.alloc(1_000_000)))).toBeUndefined()
    expect(pngPixels(pngLogo(navy).slice(0, 60))).toBeUndefined()
  })
})

describe('a logo', () => {
  const logo = (bytes: Uint8Array) => readBrand({ logo: bytes }).logo!

  test('of navy ink is faint in the dark, one of white in the light, one of red in neither', () => {
    expect(faintness(logo(pngLogo(navy)), cardDark)).toEqual({ share: 1, tooMuch: true })
    expect(faintness(logo(pngLogo(navy)), card)).toEqual({ share: 0, tooMuch: false })
    expect(faintness(logo(pngLogo(white)), card)!.tooMuch).toBe(true)
    expect(faintness(logo(pngLogo(red)), cardDark)!.tooMuch).toBe(false)
    expect(faintness(logo(pngLogo(red)), card)!.tooMuch).toBe(false)
  })

  test('that brings its own background is not faint', () => {
    expect(faintness(logo(pngLogo(navy, { border: white })), cardDark)!.tooMuch).toBe(false)
  })

  test('gets a plate in the dark only if it would vanish and has no other', () => {
    expect(readBrand({ logo: pngLogo(navy) }).logoPlate).toBe(true)
    expect(readBrand({ logo: pngLogo(red) }).logoPlate).toBeUndefined()
    expect(readBrand({ logo: pngLogo(navy), logoDark: pngLogo(white) }).logoPlate).toBeUndefined()
  })

  test('for the dark alone is refused', () => {
    expect(() => readBrand({ logoDark: pngLogo(white) })).toThrow('brand.logoDark: needs a logo for light mode too')
    expect(() => readBrand({ logo: pngLogo(navy), logoDark: Buffer.from('GIF') })).toThrow(
      'brand.logoDark: must be a PNG',
    )
  })
})

describe('in the mail', () => {
  const { receipt } = fixtureNamed('fashion-sale.en-CA')

  test.each(['modern', 'classic', 'compact'] as const)(
    '%s: two logos are attached, one for each mode',
    async variant => {
      await using engine = await createEngine({
        brand: { logo: pngLogo(navy), logoDark: pngLogo(white) },
        variant,
        strict: true,
      })
      const { html, attachments } = engine.email(receipt)
      const [light, dark] = ['logo-light', 'logo-dark'].map(
        name => new RegExp(`class="${name}"[^>]*><img [^>]*src="cid:([^"]+)"`).exec(html)?.[1],
      )
      expect(attachments.map(({ cid }) => cid)).toEqual(expect.arrayContaining([light, dark]))
      expect(light).not.toBe(dark)
      expect(html).toMatch(/class="logo-dark" style="[^"]*display:\s*none[^"]*mso-hide:\s*all/)
      expect(html).toMatch(/prefers-color-scheme:\s*dark[\s\S]*\.logo-light\s*\{\s*display:\s*none\s*!important/)
      expect(html).toMatch(/\[data-ogsc\] \.logo-dark\s*\{/)
    },
  )

  test.each(['modern', 'classic', 'compact'] as const)(
    '%s: a logo that stands alone says the name, in the text as well',
    async variant => {
      await using engine = await createEngine({
        brand: { logo: pngLogo(navy), logoStandsAlone: true },
        variant,
        strict: true,
      })
      const { html, text } = engine.email(receipt)
      const body = html.slice(html.indexOf('class="heading"'), html.indexOf('class="hero"'))
      expect(body).toContain('alt="Alder &amp; Finch"')
      expect(body.replace(/<[^>]*>/g, '')).not.toContain('Alder &amp; Finch')
      expect(body).toContain('class="logo-plate"')
      expect(text).toMatch(/^Alder & Finch\n/)
    },
  )
})
