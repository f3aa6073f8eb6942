import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { LocaleError, OptionError } from '../../src/errors.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { pngLogo } from '../support/logos.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-stores-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { receipt } = fixtureNamed('fashion-sale.en-CA')
const navy = [12, 22, 52, 255] as const

describe('one engine for many stores', () => {
  test('a call’s brand is that of an engine with it: mail, page, text, and over the engine’s own', async () => {
    const shared = await createEngine({ brand: { corner: 4, footer: 'Returns within 30 days' } })
    const brand = { color: '#8a2b2b', logo: pngLogo(navy), footer: 'Est. 1974' }
    const own = await createEngine({ brand: { corner: 4, ...brand } })
    expect(shared.email(receipt, { brand })).toEqual(own.email(receipt))
    expect(shared.html(receipt, { brand, variant: 'compact' })).toBe(own.html(receipt, { variant: 'compact' }))
    expect(shared.text(receipt, { brand })).toContain('Est. 1974')
    expect(shared.text(receipt)).toContain('Returns within 30 days')
  })

  test('stores by turns keep their own colors', async () => {
    const engine = await createEngine()
    const colors = ['#8a2b2b', '#1d4e89', '#8a2b2b', '#2f6b2f']
    for (const color of colors) expect(engine.html(receipt, { brand: { color } })).toContain(color)
    expect(engine.html(receipt)).not.toContain('#2f6b2f')
  })

  test('equal brands are read once, and a logo of other bytes is another', async () => {
    const file = join(folder, 'logo.png')
    const engine = await createEngine()
    const logoIn = (logo: string | Uint8Array) =>
      engine.email(receipt, { brand: { logo } }).attachments.find(({ filename }) => filename.startsWith('logo-'))!
        .filename
    writeFileSync(file, pngLogo(navy))
    const first = logoIn(file)
    writeFileSync(file, pngLogo([160, 20, 20, 255]))
    expect(logoIn(file)).toBe(first)
    expect(logoIn(pngLogo(navy))).toBe(first)
    expect(logoIn(Buffer.from(pngLogo([160, 20, 20, 255])))).not.toBe(first)
  })

  test('a call’s words are over the engine’s', async () => {
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ footer: { thanks: 'See you on the quay.' } }))
    const engine = await createEngine()
    expect(engine.text(receipt, { messages: folder })).toContain('See you on the quay.')
    expect(engine.text(receipt)).not.toContain('See you on the quay.')
  })

  test('what is wrong is named as it is for an engine', async () => {
    const engine = await createEngine()
    expect(() => engine.email(receipt, { brand: { color: 'navy' } })).toThrow(OptionError)
    expect(() => engine.email(receipt, { brand: { color: 'navy' } })).toThrow('brand.color: must be #rrggbb')
    expect(() => engine.email(receipt, { brand: { colour: '#000000' } as never })).toThrow('did you mean "color"?')
    expect(() => engine.email(receipt, { brand: 'acme' as never })).toThrow('brand: must be an object')
    expect(() => engine.email(receipt, { messages: join(folder, 'none') })).toThrow(LocaleError)
  })
})

describe('what is kept is a copy', () => {
  const brandOf = (legal: string, paint: readonly [number, number, number, number] = navy) => ({
    color: '#8a2b2b',
    footer: [legal],
    link: { text: 'Help', url: `https://${legal.toLowerCase()}.example/help` },
    logo: pngLogo(paint),
  })

  test('of a call’s brand: filled anew for another store, it changes no store before it', async () => {
    const engine = await createEngine()
    const brand = brandOf('Alder')
    const first = engine.email(receipt, { brand })
    brand.footer[0] = 'Birch'
    brand.link.url = 'https://birch.example/help'
    brand.logo.fill(0, 40)
    expect(engine.email(receipt, { brand: brandOf('Alder') })).toEqual(first)
    const birch = brandOf('Birch', [160, 20, 20, 255])
    expect(engine.email(receipt, { brand: birch })).toEqual((await createEngine({ brand: birch })).email(receipt))
  })

  test('of an engine’s options, though they are changed later', async () => {
    const options = {
      brand: brandOf('Alder'),
      links: { page: 'https://alder.example/{transactionNumber}' },
      pictures: { catalog: 'https://alder.example/{sku}.jpg' },
      giftText: ['header' as const],
      locales: { groups: { here: { locale: 'fr-CA' } }, default: 'here' },
      templates: {
        files: new Map([['sections/footer.html.hbs', '<p>{{#each footer.lines}}{{this}}{{/each}} of Alder</p>']]),
      },
      pdf: { paper: { width: 76 } },
    }
    const engine = await createEngine(options)
    const asked = { brand: { color: '#2f6b2f' } }
    const said = () => [
      engine.email(receipt, asked),
      engine.html(receipt, { variant: 'compact' }),
      engine.html(receipt, { variant: 'gift' }),
      engine.view(receipt),
    ]
    const before = structuredClone(said())
    Object.assign(options.brand, { ...brandOf('Birch'), color: '#123456' })
    Object.assign(options.links, { page: 'javascript:alert(1)' })
    Object.assign(options.pictures, { catalog: 'javascript:alert(1)' })
    Object.assign(options.locales.groups.here, { locale: 'xx' })
    options.giftText.length = 0
    options.templates.files.set('sections/footer.html.hbs', '<p>of Birch</p>')
    Object.assign(options.pdf.paper, { width: -1 })
    expect(structuredClone(said())).toEqual(before)
  })

  test('of a look that is opened later, and of a brand of which a view was changed', async () => {
    const files = new Map([['sections/footer.html.hbs', '<p>of Alder</p>']])
    const engine = await createEngine({ templates: { files } })
    files.set('sections/footer.html.hbs', '<p>of Birch</p>')
    expect(engine.html(receipt, { variant: 'classic' })).toContain('of Alder')
    const brand = brandOf('Alder')
    const before = structuredClone(engine.view(receipt, { brand }))
    const view = engine.view(receipt, { brand })
    for (const image of Object.values(view.images)) if (image.kind === 'picture') image.bytes.fill(0)
    Object.assign(view.footer.link!, { url: 'https://birch.example' })
    Object.assign(view.footer.lines, ['Birch'])
    Object.assign(engine.email(receipt, { brand }).attachments[0]!.content.fill(0))
    expect(structuredClone(engine.view(receipt, { brand }))).toEqual(before)
  })

  test('and what JSON can’t say passes for no other brand', async () => {
    const engine = await createEngine()
    for (const logoWidth of [120, Number.NaN, Infinity, 120n, null, () => 120])
      if (logoWidth === 120) engine.email(receipt, { brand: { ...brandOf('Alder'), logoWidth } })
      else
        expect(() => engine.email(receipt, { brand: { ...brandOf('Alder'), logoWidth } as never })).toThrow(OptionError)
  })
})
