import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pngFile } from '../../../src/barcode/drawing/png.ts'
import { lintBrand } from '../../../tools/lint/brand.ts'
import { pngLogo } from '../../support/logos.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'my-brand-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('brand colors', () => {
  test('an unreadable color is reported with the shade shown instead', () => {
    const [finding, ...others] = brandOf({ variant: 'modern', color: '#f4c20d' })
    expect(others).toEqual([])
    expect(finding).toMatchObject({ rule: 'low-contrast', severity: 'warning', file: 'brand.json', line: 3, column: 3 })
    expect(finding!.message).toMatch(/contrast of 1\.6 : 1, so good news and links use #[0-9a-f]{6} instead$/)
    expect(finding!.frame).toContain('>    3 |   "color": "#f4c20d"')
  })

  test('an unreadable custom dark shade is an error: nothing is shown instead', () => {
    expect(brandOf({ color: '#1f5c4d', colorDark: '#1f5c4d' })).toMatchObject([
      { rule: 'low-contrast', severity: 'error', line: 3, message: expect.stringContaining('on the dark page') },
    ])
  })

  test('readable colors pass', () => {
    expect(brandOf({ color: '#7a1f3d', colorDark: '#f0a8bd' })).toEqual([])
    expect(brandOf({})).toEqual([])
    expect(lintBrand(folder).findings).toEqual([])
  })

  test('finds the field after a comment that mentions it', () => {
    expect(brandOf({ '//': 'write "color": "#1f5c4d"', color: '#f4c20d' })).toMatchObject([{ line: 3, column: 3 }])
  })

  test('an unusable value is the only finding', () => {
    expect(brandOf({ color: 'teal' })).toMatchObject([{ rule: 'brand-file', line: 2 }])
  })
})

describe('the font of mail', () => {
  test('with serifs is reported if paper has none', () => {
    expect(brandOf({ color: '#7a1f3d', font: "Georgia,'Times New Roman',serif" })).toMatchObject([
      { rule: 'mail-font-only', severity: 'warning', line: 3, message: expect.stringContaining('Georgia') },
    ])
  })

  test('passes without serifs, with fonts for paper, and in classic, which has its own', () => {
    expect(brandOf({ font: 'Verdana,Geneva,sans-serif' })).toEqual([])
    expect(brandOf({ font: 'Georgia,serif', variant: 'classic' })).toEqual([])
  })
})

describe('the logo', () => {
  test('of more than 10 KB is listed as an attachment', () => {
    expect(brandOf({ logo: logo(240, 12_000), logoWidth: 120 })).toMatchObject([
      {
        rule: 'heavy-logo',
        line: 2,
        message: expect.stringContaining('12 KB'),
        advice: expect.stringContaining('240 px'),
      },
    ])
  })

  test('with fewer than two pixels per displayed pixel is blurry', () => {
    expect(brandOf({ logo: logo(180, 900), logoWidth: 120 })).toMatchObject([
      { rule: 'small-logo', message: expect.stringContaining('180 px wide and shown at 120 px') },
    ])
    expect(brandOf({ logo: logo(180, 900) })).toMatchObject([{ rule: 'small-logo' }])
  })

  test('that is small enough and wide enough passes', () => {
    expect(brandOf({ logo: logo(240, 900), logoWidth: 120 })).toEqual([])
  })
})

describe('a logo in the dark', () => {
  const dark = () => writeFileSync(join(folder, 'dark.png'), pngLogo([12, 22, 52, 255]))
  const light = () => writeFileSync(join(folder, 'light.png'), pngLogo([255, 255, 255, 255]))

  test('that would vanish is reported with what is shown instead', () => {
    dark()
    expect(brandOf({ logo: 'dark.png', logoWidth: 120 })).toMatchObject([
      {
        rule: 'logo-on-dark',
        line: 2,
        message:
          "100 % of the logo's pixels have a contrast below 3 : 1 on the dark page, #211f18, so it stands on a white plate there",
        advice: 'save a light version and write "logoDark": "logo-dark.png"',
      },
    ])
  })

  test('is checked in its own version, too', () => {
    dark()
    light()
    expect(brandOf({ logo: 'dark.png', logoDark: 'light.png', logoWidth: 120 })).toEqual([])
    expect(brandOf({ logo: 'dark.png', logoDark: 'dark.png', logoWidth: 120 })).toMatchObject([
      { rule: 'logo-on-dark', line: 3, advice: expect.stringContaining('leave logoDark out') },
    ])
  })

  test('is checked in light mode, too', () => {
    light()
    expect(brandOf({ logo: 'light.png', logoWidth: 120 })).toMatchObject([
      { rule: 'logo-on-light', line: 2, message: expect.stringMatching(/so it stands on a colored plate$/) },
    ])
  })
})

function brandOf(brand: object) {
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand, null, 2))
  return lintBrand(folder).findings
}

/** A picture of that width and about that weight, beside `brand.json`. */
function logo(width: number, bytes: number): string {
  const header = { width, height: 60, depth: 8, colors: 'rgb' } as const
  writeFileSync(join(folder, 'logo.png'), pngFile(header, new Uint8Array(bytes)))
  return 'logo.png'
}
