import { describe, expect, test } from 'vitest'
import { card, cardDark, readBrand } from '../../src/brand/brand.ts'
import { faintness, readLogo } from '../../src/brand/logo.ts'
import { readPixels } from '../../src/document/pixels.ts'
import { createEngine } from '../../src/engine.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { type Color, pngLogo } from '../support/logos.ts'

const navy: Color = [12, 22, 52, 255]
const white: Color = [255, 255, 255, 255]
const red: Color = [214, 60, 40, 255]

describe('a logo', () => {
  const logo = (bytes: Uint8Array) => readLogo('brand.logo', bytes, undefined)

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

  test('that would vanish carries its own white, as clients that repaint backgrounds keep pictures', () => {
    const shown = (bytes: Uint8Array) => readBrand({ logo: bytes }).logo!.bytes
    const corner = (bytes: Uint8Array) => [...readPixels(shown(bytes)).rgba.subarray(0, 4)]
    expect(corner(pngLogo(navy))).toEqual(white)
    expect(corner(pngLogo(red))).toEqual([0, 0, 0, 0])
    expect(readBrand({ logo: pngLogo(navy), logoDark: pngLogo(white) }).logo!.bytes).toEqual(shown(pngLogo(navy)))
  })

  describe('that nobody would see on white', () => {
    const yellow: Color = [255, 204, 0, 255]
    const [green, ink] = [
      [31, 92, 77, 255],
      [29, 27, 22, 255],
    ]
    const shown = (brand: Parameters<typeof readBrand>[0]) => {
      const { logo, logoPlate } = readBrand(brand)
      const { width, height, rgba } = readPixels(logo!.bytes)
      const at = (x: number, y: number) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
      return { size: [width, height], corner: at(0, 0), middle: at(width >> 1, height >> 1), logo: logo!, logoPlate }
    }

    test('stands on a plate of the brand’s color, with a margin, in light, dark and on paper', () => {
      const { size, corner, middle, logo, logoPlate } = shown({ logo: pngLogo(white) })
      expect([size, corner, middle]).toEqual([[288, 128], green, white])
      expect([logo.width, logo.height, logoPlate]).toEqual([144, 64, undefined])
      expect(faintness(logo, card)).toEqual({ share: 0, tooMuch: false })
    })

    test('stands on ink if it can’t be told from that color either', () =>
      expect(shown({ logo: pngLogo(white), color: '#ffd400' }).corner).toEqual(ink))

    test('stands on one even if the picture is as large as may be', () => {
      const { size, corner, logo } = shown({ logo: pngLogo(white, { width: 2000, height: 400 }) })
      expect([size, corner]).toEqual([[2400, 800], green])
      expect([logo.width, logo.height]).toEqual([192, 64])
    })

    test('has few colors still', () => expect(shown({ logo: pngLogo(white) }).logo.bytes.length).toBeLessThan(1000))

    test('isn’t one of yellow, one with a dark line, or one with its own ground', () => {
      expect(shown({ logo: pngLogo(yellow) }).size).toEqual([240, 80])
      expect(shown({ logo: pngLogo(white, { border: navy }) }).size).toEqual([240, 80])
      expect(shown({ logo: pngLogo(white, { border: [12, 22, 52, 130] }) }).size).toEqual([240, 80])
    })
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
