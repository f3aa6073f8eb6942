import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merchantCommand } from '../../src/commands/merchant-commands.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { savePerson } from '../../src/people/people.ts'
import { basic, receipt, startService, type TestService } from '../support/service.ts'
import { person, previewOf, type Visitor, visit } from './open-console.ts'

/** One green pixel. */
const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')

// Administration.test.ts saves settings on both databases.
describe('settings in the console', () => {
  let shop: TestService
  let admin: Visitor
  let later = 0
  const now = () => Date.now() + later
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true, now })
    admin = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  test('a key is shown once, works, says when it was used, and no longer works once revoked', async () => {
    const { status, json } = await admin.ask('/keys', { body: { label: 'Till 7', scopes: ['read'] } })
    expect(status).toBe(201)
    const list = async () => (await admin.ask('/keys')).json.find(({ id }: { id: string }) => id === json.id)
    expect(await list()).toEqual({ id: json.id, label: 'Till 7', createdAt: json.createdAt, scopes: ['read'] })
    const till = () =>
      fetch(`${shop.url}${shop.receipts('?fromDate=2026-01-01&toDate=2026-01-02')}`, {
        headers: { authorization: basic(json.credentials) },
      })
    expect((await till()).status).toBe(200)
    await expect.poll(async () => (await list()).lastUsedAt).toMatch(/^\d{4}-/)
    expect((await admin.ask(`/keys/${json.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await till()).status).toBe(401)
    expect((await admin.ask(`/keys/${json.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('an offer of text has no width', async () => {
    const { status, json } = await admin.ask('/offers', { body: { content: 'Tea at half price', imageWidth: 300 } })
    expect([status, Object.keys(json.errors)]).toEqual([422, ['imageWidth']])
  })

  test('a key’s next one works beside it, until the first is revoked or its day is over', async () => {
    const make = async (label: string) =>
      (await admin.ask('/keys', { body: { label, scopes: ['create', 'read', 'resend', 'statistics'] } })).json
    const next = (id: string, body: object = {}) => admin.ask(`/keys/${id}/next`, { body })
    const works = async ({ credentials }: { credentials: string }) => {
      const path = shop.receipts('?fromDate=2026-01-01&toDate=2026-01-02')
      return (await fetch(`${shop.url}${path}`, { headers: { authorization: basic(credentials) } })).status === 200
    }
    const known = async (id: string) => (await admin.ask('/keys')).json.find((key: { id: string }) => key.id === id)

    const first = await make('Till 8')
    const second = (await next(first.id)).json
    expect(second).toMatchObject({ label: 'Till 8', credentials: expect.stringMatching(/^[0-9a-f]{16}:[\w-]{43}$/) })
    expect([await works(first), await works(second)]).toEqual([true, true])
    expect(await known(first.id)).toMatchObject({ replacedBy: second.id })
    await admin.ask(`/keys/${first.id}`, { method: 'DELETE' })
    expect([await works(first), await works(second)]).toEqual([false, true])
    expect((await next(first.id)).status).toBe(404)

    const endsAt = new Date(now() + 3_600_000).toISOString()
    const third = (await next(second.id, { endsAt })).json
    expect(await known(second.id)).toMatchObject({ endsAt, replacedBy: third.id })
    const desk = await visit(shop.url, second.id, second.credentials.split(':')[1])
    expect((await desk.ask('/session')).status).toBe(200)
    later = 3_600_000
    expect([await works(second), await works(third)]).toEqual([false, true])
    expect((await desk.ask('/session')).status).toBe(401)
    expect((await next(second.id)).status).toBe(404)
    later = 0
    for (const wrong of [{ endsAt: '2020-01-01T00:00:00Z' }, { endsAt: 'tomorrow' }, { ends: endsAt }])
      expect((await next(third.id, wrong)).status).toBe(422)
    expect(await known(third.id)).not.toHaveProperty('endsAt')
  })

  test('a person gets a password, changes it, and stays signed in only where they did', async () => {
    const { json } = await admin.ask('/people', { body: { name: 'Grace', role: 'desk' } })
    expect(json).toMatchObject({ name: 'grace', role: 'desk' })
    const [first, second] = [
      await visit(shop.url, 'grace', json.password),
      await visit(shop.url, 'grace', json.password),
    ]
    const change = (current: string, next: string) => first.ask('/password', { method: 'PUT', body: { current, next } })
    const problem = async (current: string, next: string) => (await change(current, next)).json.errors
    expect(Object.keys(await problem('wrong', 'a sentence that is long enough'))).toEqual(['current'])
    expect(Object.keys(await problem(json.password, 'too short'))).toEqual(['next'])
    expect(Object.keys(await problem(json.password, 'aaaaaaaaaaaaaaaaaaaa'))).toEqual(['next'])
    expect((await change(json.password, 'käse, wein und brot bitte')).status).toBe(204)
    expect([(await first.ask('/session')).status, (await second.ask('/session')).status]).toEqual([200, 401])
    // Composed otherwise, it is the same password.
    await visit(shop.url, 'grace', 'käse, wein und brot bitte'.normalize('NFD'))
    await expect(visit(shop.url, 'grace', json.password)).rejects.toThrow('401')
  })

  test('a name belongs to one merchant', async () => {
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
    await savePerson(shop.service.db, { merchantId: 'alder', name: 'mira', role: 'admin' }, Date.now())
    const { status, json } = await admin.ask('/people', { body: { name: 'mira', role: 'admin' } })
    expect([status, Object.keys(json.errors)]).toEqual([422, ['name']])
  })

  test.each([
    ['a colon in a name', '/people', { name: 'ada:x', role: 'view' }],
    ['an unknown role', '/people', { name: 'ada', role: 'owner' }],
    ['a key without a name', '/keys', { label: ' ' }],
    ['a color that is none', '/settings', { name: 'Shop', settings: { brand: { color: 'red' } } }],
  ])('rejects %s', async (_, path, body) => {
    const method = path === '/settings' ? 'PUT' : 'POST'
    expect((await admin.ask(path, { method, body })).status).toBe(422)
  })

  test('what an operator set stays: template folder, sender’s address, card data', async () => {
    await saveMerchant(shop.service, 'demo', {
      name: 'Demo Shop',
      settings: { cardData: 'minimal', sender: { name: 'Demo', address: 'receipts@demo.example.com' } },
    })
    const { json } = await admin.ask('/settings', {
      method: 'PUT',
      body: {
        name: 'Demo',
        settings: {
          cardData: 'original',
          sender: { name: 'New', address: 'ceo@bank.example.com' },
          templates: 'alder',
          retentionDays: 90,
        },
      },
    })
    expect(json.settings).toEqual({
      cardData: 'minimal',
      sender: { name: 'New', address: 'receipts@demo.example.com' },
      retentionDays: 90,
    })
  })

  test('a preview shows settings that aren’t saved, in a page that runs nothing', async () => {
    await shop.create(receipt())
    const look = (brand: object) => admin.ask('/preview', previewOf({ brand }))
    const { status, text, headers } = await look({ footer: ['Not saved yet'] })
    expect([status, text.includes('Not saved yet')]).toEqual([200, true])
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect((await admin.ask('/settings')).json.settings.brand).toBe(undefined)
    expect((await look({ logo, logoStandsAlone: true })).text).toContain(
      `data:image/png;base64,${logo.replace(/=+$/, '')}`,
    )
    for (const picture of [svg, 'R0lGODlh', 'x'.repeat(400_001)])
      expect((await look({ logo: picture })).status).toBe(422)
    expect((await admin.ask('/preview', { ...previewOf({}), body: 'settings=%7B' })).status).toBe(422)
    expect((await admin.ask('/preview', { body: { settings: '{}' } })).status).toBe(415)
    expect((await admin.ask('/people', previewOf({}))).status).toBe(415)
  })

  test('a shop without receipts sees its look on a sample', async () => {
    await saveMerchant(shop.service, 'new', { name: 'New Shop' })
    const { ask } = await person(shop, 'admin', 'new')
    const { status, text } = await ask('/preview', previewOf({ brand: { footer: ['Not saved yet'] } }))
    expect([status, text.includes('Not saved yet'), text.includes('Forbes Avenue Pharmacy')]).toEqual([200, true, true])
  })

  test('a logo is saved, is on the next receipt, and goes again; an SVG is refused', async () => {
    const save = (brand: object) =>
      admin.ask('/settings', { method: 'PUT', body: { name: 'Demo', settings: { brand } } })
    const html = async () => {
      const id = await shop.create(receipt())
      return (await admin.ask(`/receipts/${id}/html`)).text
    }
    expect((await save({ logo, logoWidth: 40 })).json.settings.brand).toEqual({ logo, logoWidth: 40 })
    expect(await html()).toContain(`data:image/png;base64,${logo.replace(/=+$/, '')}`)
    const { status, json } = await save({ logo: svg })
    expect([status, JSON.stringify(json.errors)]).toEqual([422, expect.stringContaining('PNG, JPEG')])
    expect((await save({})).json.settings.brand).toEqual({})
    expect(await html()).not.toContain('data:image/png')
  })

  test('the command makes, lists and removes who may sign in', async () => {
    const { PUBLIC_URL: _, ...environment } = { ...process.env, ...settingsOf(shop) } as Record<string, string>
    const run = async (...args: string[]) => {
      let out = ''
      let err = ''
      const output = {
        stdout: { write: (text: string) => (out += text) },
        stderr: { write: (text: string) => (err += text) },
      }
      return { code: await merchantCommand(args, environment, output), out: out.trim(), err }
    }
    const made = await run('user', 'demo', 'Noor@example.com', '--role', 'view')
    expect(made.out).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    await visit(shop.url, 'noor@example.com', made.out)
    expect(JSON.parse((await run('users', 'demo')).out).map(({ name }: { name: string }) => name)).toContain(
      'noor@example.com',
    )
    expect((await run('user', 'alder', 'noor@example.com', '--role', 'view')).err).toContain('can’t be used')
    expect((await run('remove-user', 'demo', 'noor@example.com')).code).toBe(0)
    await expect(visit(shop.url, 'noor@example.com', made.out)).rejects.toThrow('401')
  })
})

function settingsOf({ config }: TestService): Record<string, string> {
  const { dataDir, databaseUrl } = config
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
}
