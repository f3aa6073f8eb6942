import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readBrand } from '../../src/brand/brand.ts'
import { readBrandFile } from '../../src/brand/template-folder.ts'
import { OptionError } from '../../src/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-brand-'))
afterAll(() => rmSync(folder, { recursive: true }))

function brandFile(content: unknown): ReturnType<typeof readBrandFile> {
  writeFileSync(join(folder, 'brand.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return readBrandFile(folder)
}

describe('what a brand decides', () => {
  test('a yellow brand keeps its button, and savings get a readable shade', () => {
    const { brand } = readBrand({ color: '#ffcc00' })
    expect([brand.color, brand.onColor]).toEqual(['#ffcc00', '#1d1b16'])
    expect(brand.colorText).not.toBe('#ffcc00')
  })

  test('the corner rounds the card, and by two thirds what is on it', () => {
    const { corner, cornerInner } = readBrand({ corner: 6 }).brand
    expect([corner, cornerInner]).toEqual(['6px', '4px'])
  })

  test('dense means less space between lines', () => {
    const px = (text: string) => Number.parseInt(text, 10)
    const usual = readBrand().brand.space
    const dense = readBrand({ density: 'dense' }).brand.space
    for (const name of ['edge', 'section', 'line', 'sum'] as const)
      expect(px(dense[name]), name).toBeLessThan(px(usual[name]))
  })

  test.each([
    [{ corner: 25 }, 'brand.corner'],
    [{ corner: 1.5 }, 'brand.corner'],
    [{ density: 'airy' as never }, 'brand.density'],
    [{ color: 'teal' }, 'brand.color'],
    [{ font: 'x"' }, 'brand.font'],
  ])('%j is refused by name', (options, name) => {
    expect(() => readBrand(options)).toThrow(new RegExp(`^${name}: `))
  })
})

describe('brand.json', () => {
  test('holds brand options and the variant, and comments', () => {
    expect(brandFile({ '//': 'ours', color: '#7a1f3d', variant: 'classic', logo: 'logo.png' })).toEqual({
      brand: { color: '#7a1f3d', logo: join(folder, 'logo.png') },
      variant: 'classic',
    })
  })

  test('is not needed', () => {
    expect(readBrandFile(join(folder, 'nowhere'))).toEqual({ brand: {} })
  })

  test.each([
    ['{ "color": ', 'is not valid JSON'],
    [[], 'must be an object'],
    [{ colour: '#7a1f3d' }, 'did you mean "color"?'],
    [{ variant: 'moderne' }, 'variant must be one of modern, classic, compact'],
  ])('%j is refused, with the name of the file', (content, message) => {
    expect(() => brandFile(content)).toThrow(OptionError)
    expect(() => brandFile(content)).toThrow(message)
    expect(() => brandFile(content)).toThrow('brand.json')
  })
})
