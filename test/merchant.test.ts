import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readTemplateFolder } from '../src/brand/template-folder.ts'
import { createEngine } from '../src/engine.ts'
import { LocaleError, OptionError, TemplateError } from '../src/errors.ts'
import { aReceipt } from './support/receipts.ts'

const temporary = mkdtempSync(join(tmpdir(), 'counterfoil-merchant-'))
afterAll(() => rmSync(temporary, { recursive: true }))

/** A template folder of these files. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(temporary, 'brand-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const sold = aReceipt({
  items: [{ name: 'Walnut bowl', price: 12, total: 12 }],
  additionalInfo2: 'Oil it twice a year.',
})

describe('a template folder', () => {
  test('brings brand, words, styles and templates at once', async () => {
    const templates = folderOf({
      'brand.json': '{ "color": "#123456", "footer": "Pebble & Pine Ltd" }',
      'brand.css': '.sum { font-style: italic; } @media print { .title { letter-spacing: 1pt } }',
      'locales/en.json': '{ "totals": { "grand": "Sum" }, "own": { "care": "Oil it twice a year" } }',
      'sections/slot1.html.hbs': '<p>{{own.care}}</p>',
    })
    const engine = await createEngine({ templates })
    const { html, text } = engine.email(sold)
    for (const said of ['#123456', 'Pebble &amp; Pine Ltd', 'font-style:italic', '<p>Oil it twice a year</p>', '>Sum'])
      expect(html).toContain(said)
    expect(text).toMatch(/^Sum +\$12\.00$|^Sum USD +\$12\.00$/m)
  })

  test('yields to the engine’s options', async () => {
    const templates = folderOf({
      'brand.json': '{ "color": "#123456", "corner": 0 }',
      'locales/en.json': '{ "totals": { "grand": "Sum" } }',
    })
    const messages = folderOf({ 'en.json': '{ "totals": { "grand": "To settle" } }' })
    const engine = await createEngine({ templates, brand: { color: '#654321' }, locales: { messages } })
    const { html } = engine.email(sold)
    expect(html).toContain('#654321')
    expect(html).not.toContain('#123456')
    expect(html).toContain('border-radius:0px')
    expect(html).toContain('>To settle')
  })

  test('may name its variant; a receipt may ask for another', async () => {
    const engine = await createEngine({ templates: folderOf({ 'brand.json': '{ "variant": "compact" }' }) })
    const [modern, compact] = [await createEngine(), await createEngine({ variant: 'compact' })]
    expect(engine.html(sold)).toBe(compact.html(sold))
    expect(engine.html(sold, { variant: 'modern' })).toBe(modern.html(sold))
    expect(compact.html(sold)).not.toBe(modern.html(sold))
  })

  test.each([
    [{ 'brand.json': '{ "corner": 99 }' }, OptionError, 'brand.corner'],
    [{ 'locales/en.json': '{ "totals": { "grnd": "Sum" } }' }, LocaleError, 'totals.grnd'],
    [{ 'sections/hero.html.hbs': '{{#if heading}}' }, TemplateError, 'sections/hero.html.hbs'],
  ])('%j is refused when the engine is made', async (files, type, message) => {
    const making = createEngine({ templates: folderOf(files as Record<string, string>) })
    await expect(making).rejects.toThrow(type)
    await expect(making).rejects.toThrow(message)
  })
})

describe('variants', () => {
  test('an unknown one is refused, for the engine and for a receipt', async () => {
    await expect(createEngine({ variant: 'fancy' as never })).rejects.toThrow('variant: must be one of')
    const engine = await createEngine()
    expect(() => engine.html(sold, { variant: 'fancy' as never })).toThrow('variant: must be one of')
  })

  test('gift uses the template folder’s look, whether requested for a receipt or the engine', async () => {
    const templates = folderOf({ 'brand.json': '{ "variant": "classic" }' })
    const [folder, gifts] = [await createEngine({ templates }), await createEngine({ templates, variant: 'gift' })]
    const classic = (await createEngine({ variant: 'classic' })).html(sold, { variant: 'gift' })
    expect(folder.html(sold, { variant: 'gift' })).toBe(classic)
    expect(gifts.html(sold)).toBe(classic)
  })

  test('gift uses the engine’s look', async () => {
    const engine = await createEngine({ variant: 'classic' })
    const gift = engine.html(sold, { variant: 'gift' })
    expect(gift).toContain('Walnut bowl')
    expect(gift).not.toContain('12.00')
    const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1]
    expect(styleOf(gift)).toBe(styleOf(engine.html(sold)))
  })
})

describe('a template folder that was read', () => {
  const files = {
    'brand.json': '{ "color": "#123456", "variant": "compact", "logo": "mark.png" }',
    'brand.css': '.sum { font-style: italic; }',
    'locales/en.json': '{ "totals": { "grand": "Sum" }, "own": { "care": "Oil it twice a year" } }',
    'locales/notes.json': '{ "totals": "no words" }',
    'sections/slot1.html.hbs': '<p>{{own.care}}</p>',
    'README.md': 'Not for receipts.',
  }
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  test('makes the same receipts in every look after the folder is deleted', async () => {
    const path = folderOf(files)
    writeFileSync(join(path, 'mark.png'), Buffer.from(pixel, 'base64'))
    const asked = [{}, { variant: 'classic' }, { variant: 'gift' }] as const
    const fromDisk = await createEngine({ templates: path })
    const expected = asked.map(options => fromDisk.html(sold, options))
    const templates = readTemplateFolder(path)
    expect([...templates.files.keys()].sort()).toEqual([
      'brand.css',
      'brand.json',
      'locales/en.json',
      'sections/slot1.html.hbs',
    ])
    rmSync(path, { recursive: true })
    const engine = await createEngine({ templates })
    expect(asked.map(options => engine.html(sold, options))).toEqual(expected)
    expect(expected[0]).toContain('Oil it twice a year')
    expect(expected[0]).toContain(pixel.slice(0, -2))
  })

  test('isn’t read again for a look requested later', async () => {
    const path = folderOf(files)
    writeFileSync(join(path, 'mark.png'), Buffer.from(pixel, 'base64'))
    const engine = await createEngine({ templates: path })
    rmSync(path, { recursive: true })
    expect(engine.html(sold, { variant: 'classic' })).toContain('Oil it twice a year')
  })

  test.each([
    [{ 'brand.json': '{ "colour": "#123456" }' }, 'brand.json: there is no "colour"; did you mean "color"?'],
    [{ 'brand.json': '{ "logo": "mark.png" }' }, 'brand.logo: the file cannot be read'],
    [{ 'locales/english.json': '{}' }, 'locales/english.json: name the file by its language tag'],
    [{ 'locales/en.json': '{ "totals": { "grant": "Sum" } }' }, 'locales/en.json: there is no message "totals.grant"'],
    [{ 'sections/footer.html.hbs': '{{#if footer}}' }, 'sections/footer.html.hbs:1:'],
  ])('%j is refused with its place', async (contents, words) => {
    const templates = { files: new Map<string, string>(Object.entries(contents)) }
    await expect(createEngine({ templates })).rejects.toThrow(words)
  })
})
