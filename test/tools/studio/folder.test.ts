import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readBrand } from '../../../src/brand/brand.ts'
import { createEngine } from '../../../src/engine.ts'
import type { BrandState, FileList, FileText } from '../../../tools/studio/server/api.ts'
import { openStudio, type Studio } from '../../../tools/studio/server/studio.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { pngLogo } from '../../support/logos.ts'

/** What the studio writes, and what it refuses to. */
const home = mkdtempSync(join(tmpdir(), 'counterfoil-studio-folder-'))
const folder = join(home, 'my-brand')
const monospaced = join(
  import.meta.dirname,
  '../../../node_modules/@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
)
let studio: Studio

beforeAll(async () => {
  mkdirSync(folder)
  studio = await openStudio({ templates: folder, port: 0 })
})
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
})
afterAll(async () => {
  await studio.close()
  rmSync(home, { recursive: true })
})

async function get<Answer>(path: string, from = studio): Promise<Answer> {
  return (await (await fetch(new URL(path, from.url))).json()) as Answer
}

async function post(path: string, body: object, to = studio): Promise<{ status: number; message: string }> {
  const { origin } = new URL(to.url)
  const headers = { 'Content-Type': 'application/json', Origin: origin }
  const answer = await fetch(new URL(path, to.url), { method: 'POST', headers, body: JSON.stringify(body) })
  const { message = '' } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}

describe('files', () => {
  test('are the package’s and the folder’s', async () => {
    mkdirSync(join(folder, 'sections'))
    writeFileSync(join(folder, 'sections/promise.html.hbs'), '<p></p>')
    const { files } = await get<FileList>('/api/files')
    expect(files).toContainEqual({ path: 'sections/promise.html.hbs', own: true, shipped: false })
    expect(files).toContainEqual({ path: 'sections/hero.html.hbs', own: false, shipped: true })
    expect(files[0]!.path).not.toContain('/')
  })

  test('are written, replaced and removed', async () => {
    const path = 'sections/hero.html.hbs'
    expect(await post('/api/file', { path, text: '<h1>{{heading.kind}}</h1>' })).toEqual({ status: 200, message: '' })
    expect(readFileSync(join(folder, path), 'utf8')).toBe('<h1>{{heading.kind}}</h1>')
    await post('/api/file', { path, text: '<h1></h1>' })
    const { own, shipped } = await get<FileText>(`/api/file?path=${path}`)
    expect(own).toBe('<h1></h1>')
    expect(shipped).toContain('heading.amount')
    await post('/api/file', { path, text: null })
    expect(await get<FileText>(`/api/file?path=${path}`)).toMatchObject({ own: null })
    expect(readdirSync(join(folder, 'sections'))).toEqual([])
  })

  test.each([
    '../outside.html.hbs',
    'sections/../../outside.html.hbs',
    '/etc/hosts',
    'sections/.hidden.html.hbs',
    'sections/sub/part.html.hbs',
    'package.json',
    'locales/../brand.json',
    'sections/hero.html.hbs\u0000.png',
    'C:\\brand.json',
    '',
  ])('are never written to %j', async path => {
    expect(await post('/api/file', { path, text: 'x' })).toMatchObject({ status: 403 })
    expect(await post('/api/file', { path, text: null })).toMatchObject({ status: 403 })
    expect((await fetch(new URL(`/api/file?path=${encodeURIComponent(path)}`, studio.url))).status).toBe(403)
    expect(readdirSync(home)).toEqual(['my-brand'])
    expect(readdirSync(folder)).toEqual([])
  })

  test('are never written through a link out of the folder', async () => {
    const secret = join(home, 'secret.txt')
    mkdirSync(join(home, 'elsewhere'))
    writeFileSync(secret, 'secret')
    symlinkSync(join(home, 'elsewhere'), join(folder, 'sections'))
    symlinkSync(secret, join(folder, 'brand.css'))
    expect(await post('/api/file', { path: 'sections/hero.html.hbs', text: 'x' })).toMatchObject({ status: 403 })
    expect(await post('/api/file', { path: 'brand.css', text: 'x' })).toMatchObject({ status: 403 })
    expect((await fetch(new URL('/api/file?path=brand.css', studio.url))).status).toBe(403)
    expect(readFileSync(secret, 'utf8')).toBe('secret')
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([])
    rmSync(join(home, 'elsewhere'), { recursive: true })
    rmSync(secret)
  })

  test('are never written through a link in the place of what is to come, nor read through one', async () => {
    const secret = join(home, 'secret.json')
    writeFileSync(secret, '{"color":"#123456"}')
    for (const name of ['.brand.json.coming', '.brand.css.coming']) symlinkSync(secret, join(folder, name))
    expect(await post('/api/file', { path: 'brand.css', text: '.muted{}' })).toMatchObject({ status: 200 })
    expect(await post('/api/brand', { changes: { color: '#1f5c4d' } })).toMatchObject({ status: 200 })
    rmSync(join(folder, 'brand.json'))
    symlinkSync(secret, join(folder, 'brand.json'))
    expect(JSON.stringify(await get('/api/brand'))).not.toContain('#123456')
    expect(await post('/api/brand', { changes: { color: '#1f5c4d' } })).toMatchObject({ status: 422 })
    expect(readFileSync(secret, 'utf8')).toBe('{"color":"#123456"}')
    rmSync(secret)
  })

  test.each(['locales/fr.json', 'brand.json', 'brand.css'])('a pipe called %s stops nothing', async path => {
    mkdirSync(join(folder, 'locales'))
    execFileSync('mkfifo', [join(folder, path)])
    const asked = ['/api/state', '/api/files', '/api/brand', '/api/lint', `/api/file?path=${path}`]
    for (const each of asked) expect((await fetch(new URL(each, studio.url))).status).toBeLessThan(500)
    expect(await post('/api/file', { path, text: '{}' })).toMatchObject({ status: 403 })
    expect(await post('/api/undo', {})).toMatchObject({ status: expect.any(Number) })
    expect(await post('/api/render', { fixture: 'cafe.ar' })).toMatchObject({ status: 200 })
  })

  test('links to the folder itself stop nothing', async () => {
    for (const name of ['a', 'b']) symlinkSync(folder, join(folder, name))
    const again = await openStudio({ templates: folder, port: 0 })
    expect((await fetch(new URL('/api/lint', again.url))).status).toBe(422)
    await again.close()
  })

  test('are rejected without text, or with too much', async () => {
    expect(await post('/api/file', { path: 'brand.css' })).toMatchObject({ status: 400 })
    expect(await post('/api/file', { path: 'brand.css', text: 'x'.repeat(500_001) })).toMatchObject({ status: 413 })
    expect(existsSync(join(folder, 'brand.css'))).toBe(false)
  })

  test('of the package can be read, not written', async () => {
    const packages = await openStudio({ port: 0 })
    expect(await get<FileText>('/api/file?path=email.css', packages)).toMatchObject({ own: null })
    expect(await post('/api/file', { path: 'email.css', text: '' }, packages)).toMatchObject({
      status: 422,
      message: expect.stringContaining('counterfoil template new'),
    })
    await packages.close()
  })
})

describe('the brand', () => {
  const brand = () => readFileSync(join(folder, 'brand.json'), 'utf8')

  test('changes field by field, keeping comments and other fields', async () => {
    writeFileSync(join(folder, 'brand.json'), '{ "//": "ours", "color": "#7a1f3d", "footer": ["Ltd"], "corner": 4 }')
    expect(await post('/api/brand', { changes: { color: '#1f5c4d', corner: null, density: 'dense' } })).toMatchObject({
      status: 200,
    })
    expect(brand()).toBe(
      '{\n  "//": "ours",\n  "color": "#1f5c4d",\n  "footer": [\n    "Ltd"\n  ],\n  "density": "dense"\n}\n',
    )
    expect(await get<BrandState>('/api/brand')).toMatchObject({
      settings: { color: '#1f5c4d', density: 'dense' },
      usualDark: readBrand({ color: '#1f5c4d' }).brand.colorDark,
    })
  })

  test.each([
    [{ color: 'teal' }, 422, 'brand.color: must be #rrggbb'],
    [{ corner: 99 }, 422, 'brand.corner'],
    [{ variant: 'baroque' }, 422, 'variant must be one of'],
    [{ sections: ['items'] }, 403, 'sections: is not set here'],
    [{ font: 'Georgia;color:red' }, 422, 'brand.font'],
    [{ link: { text: 'Help', url: 'help' } }, 422, 'brand.link.url'],
    [{ paperFonts: { regular: '/etc/passwd' } }, 403, 'paperFonts: is not set here'],
    [{ logo: '/etc/passwd' }, 403, 'logo: is not set here'],
    [{ __proto__x: 1 }, 403, 'is not set here'],
    ['color', 400, 'must be an object'],
  ])('rejects %j without writing anything', async (changes, status, message) => {
    expect(await post('/api/brand', { changes } as object)).toEqual({
      status,
      message: expect.stringContaining(message),
    })
    expect(existsSync(join(folder, 'brand.json'))).toBe(false)
  })

  test('does not overwrite a file with a mistake', async () => {
    writeFileSync(join(folder, 'brand.json'), '{ "color": ')
    expect(await post('/api/brand', { changes: { color: '#1f5c4d' } })).toMatchObject({ status: 422 })
    expect(brand()).toBe('{ "color": ')
  })

  test('stores a logo beside it, and removes it by name only', async () => {
    const picture = Buffer.from(pngLogo([200, 60, 40, 255])).toString('base64')
    expect(await post('/api/logo', { field: 'logo', picture })).toMatchObject({ status: 200 })
    expect(await post('/api/logo', { field: 'logoDark', picture })).toMatchObject({ status: 200 })
    expect(JSON.parse(brand())).toEqual({ logo: 'logo.png', logoDark: 'logo-dark.png' })
    expect(readFileSync(join(folder, 'logo.png')).toString('base64')).toBe(picture)
    await post('/api/brand', { changes: { logoDark: null } })
    expect(JSON.parse(brand())).toEqual({ logo: 'logo.png' })
  })

  test('takes font, logo width, footer and link', async () => {
    const changes = {
      ...{ font: 'Verdana,sans-serif', logoWidth: 120, footer: ['Maple & Main Ltd', 'HST 12345 6789 RT0001'] },
      link: { text: 'Help', url: 'https://example.com/help' },
    }
    expect(await post('/api/brand', { changes })).toMatchObject({ status: 200 })
    expect(JSON.parse(brand())).toEqual(changes)
    await post('/api/brand', { changes: { footer: null, link: null } })
    expect(JSON.parse(brand())).toEqual({ font: 'Verdana,sans-serif', logoWidth: 120 })
  })

  test('stores fonts for paper beside it, and takes them out', async () => {
    const font = readFileSync(monospaced).toString('base64')
    expect(await post('/api/font', { weight: 'regular', font })).toMatchObject({ status: 200 })
    expect(await post('/api/font', { weight: 'bold', font })).toMatchObject({ status: 200 })
    expect(JSON.parse(brand())).toEqual({ paperFonts: { regular: 'paper.ttf', bold: 'paper-bold.ttf' } })
    expect(readFileSync(join(folder, 'paper.ttf')).toString('base64')).toBe(font)
    await post('/api/font', { weight: 'bold', font: null })
    expect(JSON.parse(brand())).toEqual({ paperFonts: { regular: 'paper.ttf' } })
    await post('/api/font', { weight: 'regular', font: null })
    expect(JSON.parse(brand())).toEqual({})
  })

  test('rejects what isn’t a font', async () => {
    const font = Buffer.from('not a font').toString('base64')
    expect(await post('/api/font', { weight: 'regular', font })).toMatchObject({ status: 422 })
    expect(await post('/api/font', { weight: 'regular' })).toMatchObject({ status: 400 })
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    [{ font: 'Georgia,serif' }, true],
    [{ font: 'Georgia,serif', variant: 'classic' }, false],
    [{ font: 'Verdana,sans-serif' }, false],
    [{}, false],
  ])('says whether mail and paper differ: %j', async (changes, differ) => {
    await post('/api/brand', { changes })
    expect(await get<BrandState>('/api/brand')).toMatchObject({ fontsDiffer: differ })
  })

  test('rejects what isn’t an image', async () => {
    const picture = Buffer.from('<svg onload="alert(1)">').toString('base64')
    expect(await post('/api/logo', { field: 'logo', picture })).toMatchObject({ status: 422 })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the order of the sections', () => {
  const sections = () => JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')).sections
  const order = async () => (await get<BrandState>('/api/brand')).order

  test('is written as the difference only, and gone when it is the usual one', async () => {
    const usual = await order()
    expect(usual).toContain('tenders')
    const moved = usual.filter(name => name !== 'items').toSpliced(usual.indexOf('totals'), 0, 'items')
    expect(await post('/api/order', { order: moved })).toMatchObject({ status: 200 })
    expect(sections().length).toBeLessThan(6)
    expect(await order()).toEqual(moved)
    await post('/api/order', { order: usual })
    expect(JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8'))).toEqual({})
    await post('/api/order', { order: usual.map(name => (name === 'terms' ? '-terms' : name)) })
    expect(sections()).toEqual(['-terms'])
    await post('/api/order', { order: null })
    expect(sections()).toBeUndefined()
  })

  test('shortens a list that names all, once it is changed', async () => {
    const usual = await order()
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ sections: usual }))
    await post('/api/order', { order: usual.map(name => (name === 'raw' ? '-raw' : name)) })
    expect(sections()).toEqual(['-raw'])
  })

  test('is refused with a name that there isn’t', async () => {
    const usual = await order()
    expect(await post('/api/order', { order: [...usual, 'promise'] })).toMatchObject({
      status: 422,
      message: expect.stringContaining('there is no section "promise"'),
    })
    expect(await post('/api/order', { order: 'items' })).toMatchObject({ status: 400 })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a text between sections', () => {
  const words = { en: 'Repairs  for\nlife.', de: 'Ein Leben lang repariert.', fr: '' }
  const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

  test('is written for mail, paper and plain text in each language, and undone', async () => {
    mkdirSync(join(folder, 'locales'))
    writeFileSync(join(folder, 'locales/en.json'), '{ "footer": { "thanks": "Bye." } }')
    expect(await post('/api/text', { below: 'totals', words })).toMatchObject({ status: 200 })
    expect(readJson('locales/en.json')).toEqual({ footer: { thanks: 'Bye.' }, own: { text1: 'Repairs for life.' } })
    expect(readJson('locales/de.json')).toEqual({ own: { text1: 'Ein Leben lang repariert.' } })
    expect(existsSync(join(folder, 'locales/fr.json'))).toBe(false)
    const { order, texts } = await get<BrandState>('/api/brand')
    expect(order[order.indexOf('totals') + 1]).toBe('text1')
    expect(texts).toEqual([{ name: 'text1', words: { de: words.de, en: 'Repairs for life.' } }])
    await using engine = await createEngine({ templates: folder, strict: true })
    const { receipt } = fixtureNamed('fashion-sale.en-CA')
    for (const said of [engine.html(receipt), engine.text(receipt)]) {
      const [total, text, details] = ['Subtotal', 'Repairs for life.', 'Receipt details'].map(part =>
        said.lastIndexOf(part),
      )
      expect([total! < text!, text! < details!]).toEqual([true, true])
    }
    expect(engine.text(receipt, { acceptLanguage: 'de' })).toContain('Ein Leben lang repariert.')
    await post('/api/undo', {})
    expect(readJson('locales/en.json')).toEqual({ footer: { thanks: 'Bye.' } })
    expect(existsSync(join(folder, 'brand.json'))).toBe(false)
    expect(existsSync(join(folder, 'locales/de.json'))).toBe(false)
    expect(readdirSync(join(folder, 'sections'))).toEqual([])
  })

  test('can be changed, and removed with its words', async () => {
    await post('/api/text', { words: { en: 'Repairs for life.' } })
    await post('/api/text', { below: 'items', words: { en: 'Made by hand.', ja: '手作りです。' } })
    expect((await get<BrandState>('/api/brand')).order[0]).toBe('text1')
    await post('/api/text', { name: 'text2', words: { en: 'Sewn by hand.', ja: '' } })
    expect((await get<BrandState>('/api/brand')).texts).toContainEqual({
      name: 'text2',
      words: { en: 'Sewn by hand.' },
    })
    expect(existsSync(join(folder, 'locales/ja.json'))).toBe(false)
    await post('/api/text', { name: 'text1', words: null })
    await post('/api/text', { name: 'text2', words: null })
    expect(readJson('brand.json')).toEqual({})
    expect(existsSync(join(folder, 'locales/en.json'))).toBe(false)
    expect(readdirSync(join(folder, 'sections'))).toEqual([])
  })

  test.each([
    [{ words: { en: ' ' } }, 400, 'write it in at least one language'],
    [{ words: { '../x': 'Hello.' } }, 400, '../x: is not a language'],
    [{ words: { en: 'x'.repeat(2001) } }, 413, 'at most 2000'],
    [{ words: { en: 7 } }, 400, 'en must be text'],
    [{ name: 'hero', words: { en: 'Hello.' } }, 404, 'hero: is not a text'],
    [{ name: 'hero', words: null }, 404, 'hero: is not a text'],
  ])('is refused: %j', async (given, status, message) => {
    expect(await post('/api/text', given)).toEqual({ status, message: expect.stringContaining(message) })
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps its hands off a file of words with a mistake', async () => {
    mkdirSync(join(folder, 'locales'))
    writeFileSync(join(folder, 'locales/en.json'), '{ "own": ')
    expect(await post('/api/text', { words: { en: 'Repairs for life.' } })).toMatchObject({
      status: 422,
      message: expect.stringContaining('locales/en.json'),
    })
    expect(readdirSync(folder)).toEqual(['locales'])
  })
})

describe('undo', () => {
  const color = () => JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')).color
  const set = (changes: object) => post('/api/brand', { changes })

  test('goes back change by change, and forward again', async () => {
    writeFileSync(join(folder, 'brand.json'), '{ "color": "#7a1f3d" }')
    await set({ density: 'dense' })
    await set({ color: '#0b4f8a' })
    await set({ color: '#1f5c4d' })
    expect(await get<BrandState>('/api/brand')).toMatchObject({ canUndo: true, canRedo: false })
    // What a color picker sends while it is dragged is one change.
    await post('/api/undo', {})
    expect(color()).toBe('#7a1f3d')
    await post('/api/redo', {})
    expect(color()).toBe('#1f5c4d')
    await post('/api/undo', {})
    await post('/api/undo', {})
    expect(readFileSync(join(folder, 'brand.json'), 'utf8')).toBe('{ "color": "#7a1f3d" }')
  })

  test('never overwrites what another editor has saved since', async () => {
    await set({ corner: 4 })
    writeFileSync(join(folder, 'brand.json'), '{ "corner": 9 }')
    expect(await post('/api/undo', {})).toMatchObject({ status: 409, message: expect.stringContaining('brand.json') })
    expect(readFileSync(join(folder, 'brand.json'), 'utf8')).toBe('{ "corner": 9 }')
  })
})
