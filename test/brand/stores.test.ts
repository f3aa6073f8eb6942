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
