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
import type { BrandShown, FileList, FileText } from '../../../tools/studio/server/api.ts'
import { openStudio, type Studio } from '../../../tools/studio/server/studio.ts'
import { pngLogo } from '../../support/logos.ts'

/** What the studio writes, and what it refuses to. */
const home = mkdtempSync(join(tmpdir(), 'counterfoil-studio-folder-'))
const folder = join(home, 'my-brand')
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
    expect(await get<BrandShown>('/api/brand')).toMatchObject({
      settings: { color: '#1f5c4d', density: 'dense' },
      usualDark: readBrand({ color: '#1f5c4d' }).brand.colorDark,
    })
  })

  test.each([
    [{ color: 'teal' }, 422, 'brand.color: must be #rrggbb'],
    [{ corner: 99 }, 422, 'brand.corner'],
    [{ variant: 'baroque' }, 422, 'variant must be one of'],
    [{ sections: ['two words'] }, 422, 'sections must be a list'],
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

  test('rejects what isn’t an image', async () => {
    const picture = Buffer.from('<svg onload="alert(1)">').toString('base64')
    expect(await post('/api/logo', { field: 'logo', picture })).toMatchObject({ status: 422 })
    expect(readdirSync(folder)).toEqual([])
  })
})
