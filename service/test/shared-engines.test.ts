import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { drawBarcodePng, toBarcode } from '../../src/stages.ts'
import { openDatabase } from '../src/database/database.ts'
import { createEngines } from '../src/merchants/engines.ts'
import type { MerchantSettings } from '../src/merchants/merchant-settings.ts'
import { type Merchant, saveMerchant } from '../src/merchants/merchants.ts'
import { receipt } from './support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-engines-'))
const { db, close } = await openDatabase({ folder })
const told: string[] = []
const context = { db, now: Date.now, templatesDir: folder }
const engines = createEngines({
  ...context,
  onMissingField: (id, { field }) => void told.push(`${id}: ${field}`),
  onMissingGlyphs: (id, scripts) => void told.push(`${id}: ${scripts}`),
})
afterAll(async () => {
  await engines.close()
  await close()
  rmSync(folder, { recursive: true })
})

const save = (id: string, settings: MerchantSettings) => saveMerchant(context, id, { name: id, settings })
const sold = JSON.stringify(receipt({ receiptType: 'PaperOnly' }))
const picture = drawBarcodePng(toBarcode('QRCode', 'alder')).png

/** The engines of merchants: two who share one have its `close`. */
const enginesOf = async (merchants: readonly Merchant[]) =>
  new Set(await Promise.all(merchants.map(merchant => engines.use(merchant, engine => engine.close))))

function writeFolder(name: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), content)
  }
}

test('merchants who differ in brand, links and paper share an engine, and each receipt is its merchant’s own', async () => {
  const shops = ['#8a1c3b', '#123456', '#0b6e4f'].map((color, at) => ({
    ...{ id: `shop-${at}`, color, page: `https://shop-${at}.example.com/sales` },
    paper: (['a4', 'letter', 'roll80'] as const)[at],
  }))
  const merchants = await Promise.all(
    shops.map(({ id, color, page, paper }) => save(id, { brand: { color }, links: { page }, paper })),
  )
  const pages = await Promise.all(merchants.map(merchant => engines.use(merchant, engine => engine.html(sold))))
  for (const [at, { color, page }] of shops.entries())
    expect(pages.map(html => [html.includes(color), html.includes(page)])).toEqual(
      shops.map((_, other) => [other === at, other === at]),
    )
  expect((await enginesOf(merchants)).size).toBe(1)
  expect((await enginesOf([...merchants, await save('compact', { variant: 'compact' })])).size).toBe(2)
})

test('a field or a letter that is missing is told with the merchant whose receipt lacks it', async () => {
  writeFolder('franchise', { 'sections/footer.html.hbs': '<p>{{heading.copy}}</p>' })
  told.length = 0
  const [north, south] = await Promise.all([
    save('north', { templates: 'franchise', brand: { color: '#8a1c3b' } }),
    save('south', { templates: 'franchise', brand: { color: '#123456' } }),
  ])
  await engines.use(south, engine => engine.html(sold))
  await engines.use(north, engine => engine.html(sold))
  expect((await enginesOf([north, south])).size).toBe(1)
  expect(told).toEqual(['south: heading.copy', 'north: heading.copy'])
  told.length = 0
  const georgian = sold.replace('"PaperOnly"', '"PaperOnly","header":"ქართული"')
  await Promise.all([north, south].map(merchant => engines.use(merchant, engine => engine.pdf(georgian))))
  expect(told.sort()).toEqual(['north: Geor', 'south: Geor'])
})

test('a brand.json that works only with a merchant’s brand works in an engine of its own', async () => {
  writeFolder('night', { 'brand.json': '{ "logoDark": "night.png" }', 'night.png': picture })
  const merchant = await save('night', {
    templates: 'night',
    brand: { logo: Buffer.from(picture).toString('base64') },
  })
  const view = await engines.use(merchant, engine => engine.view(sold))
  expect(view.heading.logoDark).toBeDefined()
})

test('a brand that can’t work is told whenever the merchant’s engine is asked for', async () => {
  const merchant = await save('faded', { brand: { color: 'green' } })
  for (let time = 0; time < 2; time++)
    await expect(engines.use(merchant, engine => engine.locale(sold))).rejects.toThrow('brand.color: must be #rrggbb')
})
