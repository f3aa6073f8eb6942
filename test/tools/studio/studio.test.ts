import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { readPages } from '../../../tools/goldens/pictures/pdf-pages.ts'
import { readFixtures } from '../../../tools/lint/fixtures.ts'
import type {
  PaperPlaces,
  PrintedPages,
  Rendering,
  RenderRequest,
  StudioState,
  Trace,
} from '../../../tools/studio/server/api.ts'
import { openStudio, type Studio } from '../../../tools/studio/server/studio.ts'
import { engineFor, fixtureNamed } from '../../support/fixtures.ts'
import { isSampled } from '../../support/scope.ts'

const footer = '<div>{{footer.automatic}}</div>'
let folder: string
let studio: Studio
let packages: Studio

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-studio-'))
  mkdirSync(join(folder, 'sections'))
  writeFileSync(join(folder, 'brand.json'), '{ "color": "#7a1f3d", "variant": "classic" }')
  writeFileSync(join(folder, 'sections/footer.html.hbs'), footer)
  studio = await openStudio({ templates: folder, port: 0 })
  packages = await openStudio({ port: 0 })
})

afterAll(async () => {
  await Promise.all([studio.close(), packages.close()])
  rmSync(folder, { recursive: true })
})

function post(path: string, body: object, headers: Record<string, string> = {}, to = studio): Promise<Response> {
  const origin = new URL(to.url).origin
  return fetch(new URL(path, to.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
    body: JSON.stringify(body),
  })
}

async function ask<Answer>(path: string, body: object, to = studio): Promise<Answer> {
  return (await (await post(path, body, {}, to)).json()) as Answer
}

/** Tests look for what is in a rendering; where there is none, nothing is found. */
function render(asked: RenderRequest, to = studio): Promise<Rendering> {
  return ask('/api/render', asked, to)
}

describe('access control', () => {
  /** `fetch` does not let one choose the host. */
  function statusFor(host: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      request(new URL('/api/state', studio.url), { headers: { host } }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })
  }

  test('answers localhost names, but no other name for this machine', async () => {
    const { port } = new URL(studio.url)
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
    expect(await statusFor(`localhost:${port}`)).toBe(200)
    expect(await statusFor(`receipts.example.com:${port}`)).toBe(403)
    expect(await statusFor('127.0.0.1')).toBe(403)
  })

  test.each([
    ['another site', 403, { Origin: 'https://shop.example.com' }],
    ['a page without a name', 403, { Origin: 'null' }],
    ['a form', 415, { 'Content-Type': 'text/plain' }],
  ])('rejects %s', async (_, status, headers) => {
    const answer = await post('/api/render', { fixture: 'minimal' }, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('serves only files of the page', async () => {
    for (const path of [
      '/%2e%2e/studio.ts',
      '/..%2fstudio.ts',
      '/calls/api.ts',
      '/tsconfig.json',
      '/page/index.html',
      '/calls/',
      '/calls/..%2findex.html',
    ])
      expect((await fetch(new URL(path, studio.url))).status, path).toBe(404)
    const page = await fetch(studio.url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(await page.text()).toContain('<title>Counterfoil studio</title>')
    expect((await fetch(new URL('/studio.css', studio.url))).status).toBe(200)
  })

  test('rejects a request that isn’t a JSON object, or is too long', async () => {
    const headers = { 'Content-Type': 'application/json', Origin: new URL(studio.url).origin }
    const send = (body: string) => fetch(new URL('/api/render', studio.url), { method: 'POST', headers, body })
    expect((await send('[]')).status).toBe(400)
    expect((await send('{')).status).toBe(400)
    expect((await send(`{"receipt":"${'x'.repeat(5 * 1024 * 1024)}"}`)).status).toBe(413)
  })
})

describe('answers', () => {
  const shown = readFixtures().filter((_, at) => isSampled(at))
  test.each(shown.map(({ name, acceptLanguage }) => [name, acceptLanguage] as const))(
    'contain %s as the engine renders it',
    async (fixture, locale) => {
      const { receipt, offers, options } = fixtureNamed(fixture)
      const engine = await engineFor({ options } as ReturnType<typeof fixtureNamed>)
      const mail = engine.email(receipt, { acceptLanguage: locale, offers })
      const rendering = await render({ fixture, locale }, packages)
      expect(rendering).toMatchObject({
        kind: 'rendering',
        variant: 'modern',
        subject: mail.subject,
        text: mail.text,
        sizes: { html: Buffer.byteLength(mail.html), pictures: mail.attachments.length },
      })
      expect(rendering.textPlaces.length).toBeGreaterThan(5)
      expect(rendering.html).toContain('<span data-view="heading.store">')
    },
  )

  test('contain the time per stage, and audit warnings', async () => {
    const receipt = { ...(fixtureNamed('fashion-sale.en-CA').receipt as object), grandAmount: 120 }
    const { timings, warnings, decision } = await render({ receipt: JSON.stringify(receipt), locale: 'fr-CA' })
    expect(timings.map(({ stage }) => stage)).toEqual(['Read', 'Audit', 'Locale', 'View', 'Mail'])
    expect(warnings.map(({ path }) => path)).toContain('grandAmount')
    expect(decision).toMatchObject({ chosen: 'fr-CA', source: 'header' })
  })

  test('contain a receipt’s errors by field', async () => {
    const { requestId: _, ...receipt } = fixtureNamed('minimal').receipt as Record<string, unknown>
    expect(await render({ receipt: JSON.stringify({ ...receipt, grandAmount: 'much' }) })).toEqual({
      kind: 'refusal',
      errors: { grandAmount: [expect.stringContaining('number')] },
    })
    expect(await render({ receipt: '{' })).toMatchObject({ kind: 'refusal', errors: { receipt: [expect.any(String)] } })
  })

  test('contain which sections have something to show', async () => {
    const { filled } = await render({ fixture: 'fashion-sale.en-CA' })
    expect(filled).toEqual(expect.arrayContaining(['items', 'totals', 'tear', 'barcode', 'facts']))
    // The top says how the whole amount was paid.
    for (const name of ['tenders', 'signature', 'payment-link', 'raw']) expect(filled).not.toContain(name)
    const part = await render({ fixture: 'hotel.en-GB' })
    expect(part.filled).toContain('tenders')
    const gift = await render({ fixture: 'fashion-sale.en-CA', variant: 'gift' })
    expect(gift.filled).toContain('items')
    expect(gift.filled).not.toContain('totals')
  })

  test('contain where fields appear', async () => {
    const { fields, reasons } = await ask<Trace>('/api/trace', { fixture: 'fashion-sale.en-CA', locale: 'en-CA' })
    expect(fields.grandAmount).toEqual(expect.arrayContaining(['heading.amount', 'totals.total.amount']))
    expect(fields['items[0].name']).toEqual(['preheader', 'items.groups[0].items[0].name'])
    expect(fields.requestId).toEqual([])
    expect(reasons.requestId).toMatch(/identifies the request/)
  })

  test('contain a paper’s pages as images, and their PDF', async () => {
    const asked = { fixture: 'cafe.ar', locale: 'ar', paper: 'roll80' }
    const { kind, pages, pdf, bytes, missing } = await ask<PrintedPages>('/api/pages', asked, packages)
    expect([kind, missing]).toEqual(['pages', ''])
    expect(pages).toHaveLength(1)
    // 80 mm at 144 dots an inch.
    expect(Math.abs(pages![0]!.width - 453.5)).toBeLessThan(2)
    expect(Buffer.from(pages![0]!.png, 'base64').subarray(1, 4).toString()).toBe('PNG')
    const file = Buffer.from(await (await post('/api/pdf', asked, {}, packages)).arrayBuffer())
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    expect(file.equals(Buffer.from(pdf, 'base64'))).toBe(true)
    expect(file).toHaveLength(bytes)
  })

  test('contain what a till prints, which has no places', async () => {
    const asked = { fixture: 'fashion-sale.en-CA', locale: 'en-CA', paper: 'slip58' }
    const { pages } = await ask<PrintedPages>('/api/pages', asked, packages)
    expect(pages).toHaveLength(1)
    // 58 mm at 144 dots an inch.
    expect(Math.abs(pages![0]!.width - 328.8)).toBeLessThan(2)
    const file = new Uint8Array(await (await post('/api/pdf', asked, {}, packages)).arrayBuffer())
    const [text] = await readPages(file, async page => page.text())
    expect(text).toMatch(/^Alder & Finch\n214 Queen St W,\nToronto ON M5V 1Z4\n/)
    expect(await ask<PaperPlaces>('/api/places', asked, packages)).toEqual({ kind: 'places', places: [] })
  })

  test('name the scripts that no font has', async () => {
    const receipt = JSON.stringify({ ...(fixtureNamed('minimal').receipt as object), header: 'საქართველო ខ្មែរ' })
    const { missing } = await ask<PrintedPages>('/api/pages', { receipt, paper: 'roll58' }, packages)
    expect(missing).toBe('Georgian and Khmer')
  })

  test('contain the position of each text on paper', async () => {
    const { kind, places } = await ask<PaperPlaces>('/api/places', { fixture: 'hotel.en-GB', paper: 'a4' }, packages)
    expect(kind).toBe('places')
    const [total] = places.filter(({ path }) => path === 'totals.total.amount')
    expect([total!.page, total!.left > 0.5, total!.left + total!.width < 1]).toEqual([0, true, true])
  })

  test('contain the mail as a file', async () => {
    const answer = await post('/api/eml', { fixture: 'fashion-sale.en-CA', locale: 'en-CA' })
    expect(answer.headers.get('content-type')).toBe('message/rfc822')
    const file = await answer.text()
    expect(file).toContain('To: <mira.okafor@example.com>\r\n')
    expect(file).toContain('Subject: Receipt from Alder & Finch: $118.65\r\n')
  })

  test('refuse an unknown paper or fixture', async () => {
    expect((await post('/api/pdf', { fixture: 'minimal', paper: 'a3' })).status).toBe(422)
    expect(await render({ fixture: '../package' })).toEqual({
      kind: 'fault',
      message: 'fixture: there is no "../package"',
    })
  })
})

describe('a template folder', () => {
  test('is named, and sets the default variant', async () => {
    const state = (await (await fetch(new URL('/api/state', studio.url))).json()) as StudioState
    expect(state.folder).toBe(folder.split('/').at(-1))
    expect(await render({ fixture: 'minimal' })).toMatchObject({ variant: 'classic' })
  })

  test('is read again on save, first with a mistake, then without it', async () => {
    const events = await fetch(new URL('/api/events', studio.url))
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    const nextChange = async () => {
      for (let told = ''; !told.includes('event: changed'); ) told += (await reader.read()).value
    }
    const path = join(folder, 'sections/footer.html.hbs')
    const before = await render({ fixture: 'minimal' })

    writeFileSync(path, '<div>{{footer.automatic}}</div>\n<div>{{{footer.thanks}}}</div>\n')
    await nextChange()
    expect(await render({ fixture: 'minimal' })).toMatchObject({
      kind: 'fault',
      place: { file: 'sections/footer.html.hbs', line: 2 },
      frame: expect.stringContaining('>    2 | <div>{{{footer.thanks}}}</div>'),
    })

    writeFileSync(path, '<p>{{footer.automatic}}</p>')
    await nextChange()
    const after = await render({ fixture: 'minimal' })
    expect(after.kind).toBe('rendering')
    expect(after.html).not.toBe(before.html)
    expect(after.text).toBe(before.text)
    await reader.cancel()
  })

  test('opens even if it can’t be used, with its problem', async () => {
    const broken = join(folder, 'new-brand')
    mkdirSync(broken)
    writeFileSync(join(broken, 'brand.json'), '{ "colour": "#1f5c4d" }')
    const early = await openStudio({ templates: broken, port: 0 })
    const state = (await (await fetch(new URL('/api/state', early.url))).json()) as StudioState
    expect(state.locales).toContain('fr-CA')
    expect(await render({ fixture: 'minimal' }, early)).toEqual({
      kind: 'fault',
      message: 'new-brand/brand.json: there is no "colour"; did you mean "color"?',
    })
    await early.close()
  })

  test('is reported if missing', async () => {
    await expect(openStudio({ templates: join(folder, 'nowhere'), port: 0 })).rejects.toThrow(OptionError)
  })
})

describe('the port', () => {
  test('is another one for a second studio', async () => {
    const [one, other] = [await openStudio(), await openStudio()]
    expect(other.url).not.toBe(one.url)
    await Promise.all([one.close(), other.close()])
  })

  test('is an error if requested and taken', async () => {
    const port = Number(new URL(studio.url).port)
    await expect(openStudio({ port })).rejects.toThrow(`--port ${port}: EADDRINUSE`)
  })
})
