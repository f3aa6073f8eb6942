import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merchantCommand } from '../src/cli/merchant.ts'
import {
  type Ask,
  adminToken,
  databases,
  fixture,
  makePlace,
  receipt,
  startService,
  type TestService,
} from './support/service.ts'

describe.each(databases)('the administration, on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
  })
  afterAll(() => shop.stop())

  const admin = (path: string, ask: Ask = {}) =>
    shop.ask(`/admin${path}`, { credentials: null, headers: { authorization: `Bearer ${adminToken}` }, ...ask })
  const put = (id: string, body: unknown) => admin(`/merchants/${id}`, { method: 'PUT', body })

  test('a merchant is made, found and changed', async () => {
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
  ])('%s is refused and said where', async (_, settings, path, words) => {
    const { status, json } = await put('wrong', { name: 'Wrong', settings })
    expect(status).toBe(422)
    expect(json.errors[path][0].message).toContain(words)
    expect((await admin('/merchants/wrong')).status).toBe(404)
  })

  test('a key is shown once, works, is listed without its secret, and stops working when revoked', async () => {
    await put('keys', { name: 'Keys' })
    const { status, json } = await admin('/merchants/keys/keys', { method: 'POST', body: { label: 'Till 1' } })
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

  test('an offer is added, listed and removed; one that no receipt can show is refused', async () => {
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

  test('the merchant’s settings shape its documents from the next receipt on', async () => {
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

test('without an administrator’s token there is no administration', async () => {
  await using shop = await startService({ withoutWorker: true, settings: { ADMIN_TOKEN: '' } })
  expect((await shop.ask('/admin/merchants')).status).toBe(404)
})

test('the merchant command works beside the running service, which notices within a second', async () => {
  await using shop = await startService({ withoutWorker: true })
  const run = async (...args: string[]) => {
    let output = ''
    const code = await merchantCommand(args, { DATA_DIR: shop.config.dataDir }, { write: text => (output += text) })
    return { code, output }
  }
  const settings = join(shop.config.dataDir, 'settings.json')
  writeFileSync(settings, JSON.stringify({ locales: { default: 'de' } }))
  expect(await run('save', 'alder', '--name', 'Alder', '--settings', settings)).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('show', 'alder')).output)).toMatchObject({ settings: { locales: { default: 'de' } } })
  const credentials = (await run('key', 'alder', '--label', 'Till')).output.trim()
  const path = '/ws/rest/v1/merchants/alder/receipts'
  const post = () => shop.ask(path, { method: 'POST', body: receipt(), credentials })
  expect((await post()).status).toBe(200)
  expect(await run('revoke', 'alder', credentials.split(':')[0] ?? '')).toMatchObject({ code: 0 })
  await new Promise(resolve => setTimeout(resolve, 1100))
  expect((await post()).status).toBe(401)
  expect(await run('show', 'nobody')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no merchant'),
  })
  expect(await run('dance')).toMatchObject({ code: 1, output: expect.stringContaining('merchant list') })
  expect(await run('save', 'bad name', '--name', 'X')).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 to 64'),
  })
  expect(JSON.parse((await run('list')).output).map(({ id }: { id: string }) => id)).toEqual(['alder', 'demo'])
})

test('the merchant command makes the database where there is none', async () => {
  const place = await makePlace('SQLite')
  let output = ''
  const write = (text: string) => (output += text)
  expect(await merchantCommand(['save', 'alder', '--name', 'Alder'], place.settings, { write })).toBe(0)
  output = ''
  await merchantCommand(['list'], place.settings, { write })
  expect(JSON.parse(output)).toEqual([{ id: 'alder', name: 'Alder', active: true }])
  await place.remove()
})
