import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { merchantCommand } from '../src/commands/merchant-commands.ts'
import { inDatabase } from './support/database.ts'
import {
  type Ask,
  adminToken,
  databases,
  fixture,
  longTest,
  makePlace,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'

const greenPixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

describe.each(databases)('the administration, on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
  })
  afterAll(() => shop.stop())

  const admin = (path: string, ask: Ask = {}) =>
    shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${adminToken}` }, ...ask })
  const put = (id: string, body: unknown) => admin(`/merchants/${id}`, { method: 'PUT', body })

  test('creates, finds and changes a merchant', async () => {
    const settings = { locales: { default: 'fr-CA', currency: 'CAD' }, brand: { color: '#123456' }, retentionDays: 30 }
    expect((await put('alder', { name: 'Alder & Finch', settings })).json).toEqual({
      id: 'alder',
      name: 'Alder & Finch',
      active: true,
      settings,
      version: 1,
    })
    expect((await put('alder', { name: 'Alder', active: false })).json).toMatchObject({ active: false, version: 2 })
    expect((await admin('/merchants/alder')).json.settings).toEqual({})
    expect((await admin('/merchants')).json.map(({ id }: { id: string }) => id)).toEqual(['alder', 'demo'])
    expect((await admin('/merchants/nobody')).status).toBe(404)
  })

  test.each([
    ['a language nobody has words for', { locales: { default: 'tlh' } }, 'settings', 'neither a group nor a language'],
    ['a colour that is none', { brand: { color: 'red' } }, 'settings', '#rrggbb'],
    [
      'a link with a password',
      { brand: { link: { text: 'Help', url: 'https://a:b@example.com/' } } },
      'settings.brand.link.url',
      'http or https',
    ],
    ['a logo that is none', { brand: { logo: 'QUJDREVGR0g=' } }, 'settings', 'brand.logo'],
    ['templates outside of the folder', { templates: '../etc' }, 'settings.templates', 'TEMPLATES_DIR'],
    ['templates that are not there', { templates: 'nowhere' }, 'settings', 'nowhere'],
    ['a sender with a line break', { sender: { name: 'A\r\nBcc: b@example.com' } }, 'settings.sender.name', 'one line'],
    ['no days at all', { retentionDays: 0 }, 'settings.retentionDays', '1'],
  ])('rejects %s with its place', async (_, settings, path, words) => {
    const { status, json } = await put('wrong', { name: 'Wrong', settings })
    expect(status).toBe(422)
    expect(json.errors[path][0].message).toContain(words)
    expect((await admin('/merchants/wrong')).status).toBe(404)
  })

  test('shows a key once, lists it without its secret, and revokes it', async () => {
    await put('keys', { name: 'Keys' })
    const { status, json } = await admin('/merchants/keys/keys', {
      method: 'POST',
      body: { label: 'Till 1', scopes: ['read'] },
    })
    expect(status).toBe(201)
    const query = '/ws/rest/v1/merchants/keys/receipts?fromDate=2026-01-01&toDate=2026-01-02'
    const ask = async () => (await shop.ask(query, { credentials: json.credentials })).status
    expect(await ask()).toBe(200)
    const listed = await admin('/merchants/keys/keys')
    expect(listed.json).toMatchObject([{ id: json.id, label: 'Till 1' }])
    expect(listed.text).not.toContain(json.secret)
    expect((await admin(`/merchants/keys/keys/${json.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await ask()).toBe(401)
    expect((await admin(`/merchants/keys/keys/${json.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await admin('/merchants/keys/keys')).json[0].revokedAt).toBeDefined()
  })

  test('adds, lists and removes offers, and rejects one that can’t be shown', async () => {
    const offer = {
      offerContentType: 'text/html',
      content: '<b>Tea</b>',
      stores: ['1'],
      startsAt: '2026-01-01T00:00:00Z',
    }
    const added = await admin('/merchants/demo/offers', { method: 'POST', body: offer })
    expect([added.status, added.json]).toEqual([
      201,
      { id: added.json.id, ...offer, startsAt: '2026-01-01T00:00:00.000Z' },
    ])
    const wrong = { offerContentType: 'image/png', content: 'QUJDREVGR0g=' }
    const refused = await admin('/merchants/demo/offers', { method: 'POST', body: wrong })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['content']])
    expect((await admin('/merchants/demo/offers')).json).toHaveLength(1)
    expect((await admin(`/merchants/demo/offers/${added.json.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await admin('/merchants/demo/offers')).json).toEqual([])
  })

  longTest(database)('a text has a picture above it, in mails, on pages and in the response', async () => {
    const offers = '/merchants/demo/offers'
    const offer = { content: 'Tea at half price', picture: greenPixel, imageWidth: 120, stores: ['1'] }
    const added = await admin(offers, { method: 'POST', body: offer })
    expect(added.json).toEqual({ id: added.json.id, offerContentType: 'text/plain', ...offer })
    expect((await admin(offers)).json).toEqual([added.json])
    const parts = [
      { offerContentType: 'image/png', content: greenPixel, imageWidth: 120 },
      { offerContentType: 'text/plain', content: offer.content },
    ]
    const created = () => shop.ask(shop.receipts(), { method: 'POST', body: receipt() })
    await expect.poll(async () => (await created()).json.offers).toEqual(parts)
    const { receiptId } = (await created()).json
    const page = (await shop.ask(shop.receipts(`/${receiptId}/html`))).text
    expect(page).toMatch(/<img[^>]+width="120".+Tea at half price/s)
    const [pdf, plain] = [await shop.ask(shop.receipts(`/${receiptId}/pdf`)), offer.content]
    expect(pdf.bytes.length).toBeGreaterThan(1000)
    for (const [body, field] of [
      [{ offerContentType: 'image/png', content: greenPixel, picture: greenPixel }, 'picture'],
      [{ content: plain, picture: 'R0lGODdhAQABAA==' }, 'picture'],
      [{ content: plain, picture: 'iVBORw0KGgo=' }, 'picture'],
      [{ content: plain, picture: `iVBOR${'A'.repeat(360_000)}` }, 'picture'],
    ] as const) {
      const refused = await admin(offers, { method: 'POST', body })
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, [field]])
    }
    await admin(`${offers}/${added.json.id}`, { method: 'DELETE' })
    // Receipts sent with it keep it, picture and text.
    expect((await shop.ask(shop.receipts(`/${receiptId}/html`))).text).toBe(page)
  })

  test('takes a width for pictures only, and never returns one for a text', async () => {
    const text = { content: 'Tea at half price on Tuesdays', imageWidth: 300 }
    const picture = { offerContentType: 'image/png', content: greenPixel, imageWidth: 300 }
    const offers = '/merchants/demo/offers'
    for (const body of [text, { ...text, offerContentType: 'text/html' }]) {
      const refused = await admin(offers, { method: 'POST', body })
      expect([refused.status, refused.json.errors]).toEqual([
        422,
        { imageWidth: [{ code: null, message: 'must be left out, except for an image' }] },
      ])
    }
    const added = await admin(offers, { method: 'POST', body: picture })
    expect(added.json).toMatchObject(picture)
    // As an older version saved it.
    const { id } = (await admin(offers, { method: 'POST', body: { content: text.content } })).json
    await inDatabase(shop, db => db.updateTable('offers').set({ image_width: 300 }).where('id', '=', id).execute())
    const read = async () => (await shop.ask(shop.receipts(), { method: 'POST', body: receipt() })).json.offers
    await expect.poll(read).toEqual([picture, { offerContentType: 'text/plain', content: text.content }])
    expect((await admin(offers)).json[1]).not.toHaveProperty('imageWidth')
    for (const offer of [added.json.id, id]) await admin(`${offers}/${offer}`, { method: 'DELETE' })
  })

  test('applies a merchant’s settings to new receipts', async () => {
    const create = () => shop.create(fixture('fashion-sale.en-CA/receipt').replace(/"requestId":[^,]*,/, ''))
    const page = async (id: string) => (await shop.ask(shop.receipts(`/${id}/html`))).text
    const before = await create()
    expect(await page(before)).not.toContain('#ab12cd')
    await put('demo', { name: 'Demo Shop', settings: { brand: { color: '#ab12cd', footer: 'Legal name Inc.' } } })
    const after = await create()
    expect(await page(after)).toContain('#ab12cd')
    expect(await page(after)).toContain('Legal name Inc.')
    expect(await page(before)).not.toContain('#ab12cd')
  })
})

test('has no administration without a token', async () => {
  await using shop = await startService({ withoutWorker: true, settings: { ADMIN_TOKEN: '' } })
  expect((await shop.ask('/admin/merchants')).status).toBe(404)
})

test('merchant commands reach a running service within a second', async () => {
  await using shop = await startService({ withoutWorker: true })
  const run = async (...args: string[]) => {
    let output = ''
    let remarks = ''
    const code = await merchantCommand(
      args,
      { DATA_DIR: shop.config.dataDir },
      { stdout: { write: text => (output += text) }, stderr: { write: text => (remarks += text) } },
    )
    return { code, output, remarks }
  }
  const settings = join(shop.config.dataDir, 'settings.json')
  writeFileSync(settings, JSON.stringify({ locales: { default: 'de' } }))
  expect(await run('save', 'alder', '--name', 'Alder', '--settings', settings)).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('show', 'alder')).output)).toMatchObject({ settings: { locales: { default: 'de' } } })
  const credentials = (await run('key', 'alder', '--label', 'Till')).output.trim()
  // Times are for people, as in the API.
  const [key] = JSON.parse((await run('keys', 'alder')).output)
  expect(key).toEqual({
    id: key.id,
    label: 'Till',
    scopes: ['create'],
    createdAt: expect.stringMatching(/^20\d\d-.*T.*Z$/),
  })
  const offer = join(shop.config.dataDir, 'offer.json')
  writeFileSync(offer, JSON.stringify({ content: '10 % off', startsAt: '2026-11-01T00:00:00Z' }))
  expect(JSON.parse((await run('offer', 'alder', '--file', offer)).output)).toMatchObject({
    content: '10 % off',
    startsAt: '2026-11-01T00:00:00.000Z',
  })
  const path = '/ws/rest/v1/merchants/alder/receipts'
  const post = () => shop.ask(path, { method: 'POST', body: receipt(), credentials })
  expect((await post()).status).toBe(200)
  expect(await run('revoke', 'alder', credentials.split(':')[0] ?? '')).toMatchObject({ code: 0 })
  await new Promise(resolve => setTimeout(resolve, 1100))
  expect((await post()).status).toBe(401)
  expect(await run('show', 'nobody')).toMatchObject({
    code: 1,
    remarks: expect.stringContaining('There is no merchant'),
  })
  await expect(run('list', '--loud')).rejects.toThrow(/^Unknown option '--loud'/)
  expect(await run('save', 'bad name', '--name', 'X')).toMatchObject({
    code: 1,
    remarks: expect.stringMatching(/^Database: .*\nValidation error\n {2}merchantId: must be 1 to 64 letters/),
  })
  expect(JSON.parse((await run('list')).output).map(({ id }: { id: string }) => id)).toEqual(['alder', 'demo'])
})

test('only `merchant save` creates a database', async () => {
  const place = await makePlace('SQLite')
  const { DATA_DIR: folder = '' } = place.settings
  let output = ''
  let remarks = ''
  const write = {
    stdout: { write: (text: string) => (output += text) },
    stderr: { write: (text: string) => (remarks += text) },
  }
  await expect(merchantCommand(['list'], place.settings, write)).rejects.toThrow(
    `There is no service database at ${folder}/receipts.db`,
  )
  expect(existsSync(folder)).toBe(false)
  expect(await merchantCommand(['save', 'alder', '--name', 'Alder'], place.settings, write)).toBe(0)
  expect(remarks).toContain(`Database: ${folder}/receipts.db (not created yet)`)
  output = ''
  await merchantCommand(['list'], place.settings, write)
  expect(JSON.parse(output)).toEqual([{ id: 'alder', name: 'Alder', active: true }])
  await place.remove()
})

test('`merchant save` keeps what isn’t named: name, settings, and whether a merchant is active', async () => {
  const place = await makePlace('SQLite')
  const { DATA_DIR: folder = '' } = place.settings
  const settings = join(folder, 'settings.json')
  async function save(...options: string[]) {
    let output = ''
    const stdout = { write: (text: string) => (output += text) }
    const stderr = { write: () => true }
    expect(await merchantCommand(['save', 'alder', ...options], place.settings, { stdout, stderr })).toBe(0)
    return JSON.parse(output)
  }
  expect(await save('--name', 'Alder')).toMatchObject({ name: 'Alder', active: true })
  expect(await save('--inactive')).toMatchObject({ name: 'Alder', active: false })
  writeFileSync(settings, JSON.stringify({ locales: { currency: 'EUR' } }))
  expect(await save('--settings', settings)).toMatchObject({ name: 'Alder', active: false })
  expect(await save('--name', 'Alder & Finch')).toMatchObject({
    active: false,
    settings: { locales: { currency: 'EUR' } },
  })
  expect(await save('--active')).toMatchObject({
    name: 'Alder & Finch',
    active: true,
    settings: { locales: { currency: 'EUR' } },
  })
  await place.remove()
})

test.runIf(databases.includes('PostgreSQL'))(
  'read-only merchant commands create no tables and need no mail server',
  async () => {
    const place = await makePlace('PostgreSQL')
    let output = ''
    let remarks = ''
    const write = {
      stdout: { write: (text: string) => (output += text) },
      stderr: { write: (text: string) => (remarks += text) },
    }
    const url = place.settings.DATABASE_URL ?? ''
    const settings = { ...place.settings, DATABASE_URL: url.replace('test@', 'test:a-secret@') }
    await expect(merchantCommand(['list'], settings, write)).rejects.toThrow('There is no service database')
    expect(remarks).toContain(`Database: postgres://${new URL(url).host}${new URL(url).pathname}`)
    expect(remarks).not.toContain('a-secret')
    expect(await merchantCommand(['save', 'alder', '--name', 'Alder'], settings, write)).toBe(0)
    output = ''
    expect(await merchantCommand(['list'], settings, write)).toBe(0)
    expect(JSON.parse(output)).toHaveLength(1)
    await place.remove()
  },
)

test('logs administrators’ changes with merchant and key, without the secret', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  await using shop = await startService({ withoutWorker: true, log })
  const admin = (path: string, ask: Ask = {}) =>
    shop.ask(`/admin/merchants/${path}`, {
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
      ...ask,
    })
  await admin('audit', { method: 'PUT', body: { name: 'Marker Name' } })
  await admin('audit', { method: 'PUT', body: { name: 'Marker Name', active: false } })
  const { json: key } = await admin('audit/keys', { method: 'POST', body: { label: 'Marker label' } })
  await admin(`audit/keys/${key.id}`, { method: 'DELETE' })
  await admin('audit/keys/unknown', { method: 'DELETE' })
  const { json: offer } = await admin('audit/offers', { method: 'POST', body: { content: 'Marker tea' } })
  await admin(`audit/offers/${offer.id}`, { method: 'DELETE' })
  const entries = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg.startsWith('An administrator'))
  expect(entries.map(({ msg, merchantId, keyId, offerId }) => [msg, merchantId, keyId ?? offerId])).toEqual([
    ['An administrator saved a merchant, active', 'audit', undefined],
    ['An administrator saved a merchant, inactive', 'audit', undefined],
    ['An administrator created a key', 'audit', key.id],
    ['An administrator revoked a key', 'audit', key.id],
    ['An administrator added an offer', 'audit', offer.id],
    ['An administrator removed an offer', 'audit', offer.id],
  ])
  expect(lines.join('')).not.toContain(key.secret)
  expect(lines.join('')).not.toContain('Marker')
})

describe('a merchant that can’t be', () => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true })
  })
  afterAll(() => shop.stop())

  test.each([
    [{ name: '' }, 'name', 'must have at least 1 character'],
    [{ name: 7 }, 'name', 'must be a string'],
    [{}, 'name', 'may not be null'],
    [{ name: 'A', settings: { retentionDays: 0 } }, 'settings.retentionDays', 'must be at least 1'],
    [{ name: 'A', settings: { retentionDays: 1.5 } }, 'settings.retentionDays', 'must be a whole number'],
    [{ name: 'A', settings: { paper: 'a5' } }, 'settings.paper', 'must be one of a4, letter, roll80, roll58'],
    [{ name: 'A', settings: { colour: 1 } }, 'settings', 'may not have `colour`'],
    [
      { name: 'A', settings: { sender: { address: 'nobody' } } },
      'settings.sender.address',
      'must be an e-mail address, such as name@example.com',
    ],
  ])('rejects %j in the interface’s words', async (body, path, message) => {
    const { status, json } = await shop.ask('/admin/merchants/words', {
      method: 'PUT',
      body,
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
    expect([status, json.errors]).toEqual([422, { [path]: [{ code: null, message }] }])
  })
})
