import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBeside } from '../../scripts/gallery/beside.ts'
import { type Camera, openCamera } from '../../scripts/gallery/camera.ts'
import { heightsPage } from '../../scripts/gallery/heights.ts'
import { galleryPage } from '../../scripts/gallery/page.ts'
import { readBackPage } from '../../scripts/gallery/read-back.ts'
import { writeSheets } from '../../scripts/gallery/sheets.ts'
import { type Shown, showFixture } from '../../scripts/gallery/show-fixture.ts'
import { readMessageTables } from '../../src/locale/words/message-tables.ts'
import { packageRoot } from '../../src/package-root.ts'
import type { Printer } from '../../src/pdf/print.ts'
import { looks } from '../../src/view/variant.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { elementsOf } from '../support/html.ts'
import { isExhaustive, thorough } from '../support/scope.ts'

const out = mkdtempSync(join(tmpdir(), 'counterfoil-gallery-test-'))
let printer: Printer
let camera: Camera
const shown: Shown[] = []
// Taking pictures of two receipts costs ten seconds of CPU; what takes them is tested with goldens and prints.
if (isExhaustive) {
  beforeAll(async () => {
    printer = sharedPrinter()
    camera = await openCamera()
    for (const name of ['gift-receipt', 'fashion-return.fr-CA']) {
      const fixture = readFixtures().find(each => each.name === name)!
      shown.push(await showFixture(fixture, { out, printer, camera }))
    }
  })
  afterAll(() => camera[Symbol.asyncDispose]())
}
afterAll(() => rmSync(out, { recursive: true }))

thorough('a program that took pictures ends by itself', async () => {
  const program = `import { openCamera } from './scripts/gallery/camera.ts'
    await using camera = await openCamera()
    await camera.shoot('<p>Thank you.</p>', { width: 320 })`
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    ...{ cwd: packageRoot, timeout: 30_000 },
  })
  await expect(ended).resolves.toBeDefined()
})

thorough('the gallery has every receipt in every variant', () => {
  expect(shown.map(({ variants }) => variants.map(({ variant }) => variant))).toEqual([
    ['modern', 'classic', 'compact', 'gift'],
    ['modern', 'classic', 'compact'],
  ])
})

thorough('the gallery’s page asks only for files that exist within it', () => {
  const elements = elementsOf(galleryPage(shown))
  const files = elements.flatMap(({ attributes: { src, href } }) => src ?? href ?? []).filter(isReceipt)
  expect(files).toHaveLength(7 * 4)
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' })
  expect(files.filter(file => !written.includes(file))).toEqual([])
  expect(galleryPage(shown)).not.toMatch(/https?:|@import|url\(/)
})

thorough('the page beside others shows three looks and two rebuilds of one sale, by day and night', async () => {
  const heights = await writeBeside({ out, camera })
  expect([...heights.keys()]).toEqual(['a card receipt', 'a list receipt'])
  const page = readFileSync(join(out, 'beside.html'), 'utf8')
  const files = elementsOf(page).flatMap(({ attributes: { src } }) => src ?? [])
  expect(files).toHaveLength(10)
  expect(new Set(files.map(file => readFileSync(join(out, file)).toString('base64'))).size).toBe(10)
  expect(page).toMatch(/modern: \d{3} px/)
})

thorough(
  'the page of lengths has a row for each fixture, with three widths, sheets and a roll for each look',
  async () => {
    const fixtures = readFixtures().filter(({ name }) => name === 'gift-receipt')
    const page = await heightsPage(fixtures, new Map([['a card receipt', 856]]), { printer, camera })
    const cells = elementsOf(page).flatMap(({ tag, text }) => (tag === 'td' ? Number(text) : []))
    expect(cells).toHaveLength(3 * 5)
    const [phone, common, desktop, sheets, roll] = cells
    expect(Math.min(phone!, common!, desktop!)).toBeGreaterThan(400)
    expect(sheets).toBe(1)
    expect(roll).toBeGreaterThan(80)
    expect(page).toContain('<li>a card receipt: 856 px</li>')
  },
)

test('the gallery begins with the showcase, and a sentence that says what it is', () => {
  const { title, trade, acceptLanguage, paper } = readFixtures().find(({ name }) => name === 'gift-receipt')!
  const variants = looks.map(variant => ({ variant, subject: 'Receipt from Moss & Co', bytes: 20_000 }))
  const first = { title, trade, acceptLanguage, paper, shop: 'Moss & Co', variants }
  const edge = { ...first, name: 'a-edge', trade: 'Edge cases' }
  const second = { ...first, name: 'fashion-return.fr-CA', acceptLanguage: 'fr-CA' }
  const page = galleryPage([edge, second, { ...first, name: 'fashion-sale.en-CA' }], { hasSheets: true })
  const names = elementsOf(page).flatMap(({ tag, attributes }) => (tag === 'article' ? [attributes['data-name']] : []))
  expect(names).toEqual(['fashion-sale.en-CA', second.name, 'a-edge'])
  expect(page).toContain('<p class="intro">3 made-up sales in 2 languages.')
  expect(page).toContain('href="sheets.html"')
})

thorough(
  'the contact sheets have each receipt on everything, as an earlier checkout draws it and as it is now',
  async () => {
    const fixtures = readFixtures().filter(({ name }) => name === 'gift-receipt')
    await writeSheets(fixtures, { out, camera, printer, before: '.', shown: looks })
    const page = readFileSync(join(out, 'sheets.html'), 'utf8')
    const files = elementsOf(page).flatMap(({ tag, attributes: { src } }) => (tag === 'img' && src ? [src] : []))
    expect(files).toHaveLength(looks.length * 2 * 5)
    for (const file of files) expect(readFileSync(join(out, file)).length, file).toBeGreaterThan(1_000)
  },
)

test('an earlier checkout has to be one', async () => {
  await expect(writeSheets([], { out, camera, printer, before: out })).rejects.toThrow('is no checkout')
})

thorough('pictures aren’t empty, and dark ones differ', () => {
  const picture = (file: string) => readFileSync(join(out, 'gift-receipt', file))
  for (const file of ['modern.webp', 'modern-dark.webp', 'modern-paper.webp'])
    expect(picture(file).length, file).toBeGreaterThan(4_000)
  expect(picture('modern.webp').equals(picture('modern-dark.webp'))).toBe(false)
})

/** The link to the page beside others isn't a receipt's. */
function isReceipt(file: string): boolean {
  return file !== 'beside.html' && file !== 'heights.html'
}

test('a native reads a language back beside English: five receipts, and each message with its sense', async () => {
  const page = elementsOf(await readBackPage('pt-PT'))
  const mails = page.flatMap(({ attributes: { srcdoc } }) => srcdoc ?? [])
  expect(mails).toHaveLength(10)
  expect(mails.map(mail => /<html[^>]* lang="([^"]*)"/.exec(mail)?.[1])).toEqual(
    Array.from({ length: 5 }, () => ['pt-PT', 'en-US']).flat(),
  )
  const rows = page.filter(({ attributes }) => attributes['data-key'])
  const messages = readMessageTables().tableOf('pt-PT')
  const cells = rows.map(
    ({ attributes, inside }) => [attributes['data-key'], inside.filter(({ tag }) => tag === 'td')] as const,
  )
  expect(new Map(cells.map(([key, [word]]) => [key, word?.text]))).toEqual(messages)
  // Each has its English and what it means, beside its key.
  expect(cells.filter(([key, [, english, sense]]) => !english?.text || sense?.text.trim() === key)).toEqual([])
  await expect(readBackPage('xx')).rejects.toThrow(/^--locale: there are no words in xx; there are en-US, ar, /)
})
