import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merchantCommand } from '../../src/cli/merchant.ts'
import { basic, databases, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor, visit } from './open-console.ts'

describe.each(databases)('settings in the console, on %s', database => {
  let shop: TestService
  let admin: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    admin = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  test('a key is shown once, works, says when it was used, and no longer works once revoked', async () => {
    const { status, json } = await admin.ask('/keys', { body: { label: 'Till 7' } })
    expect(status).toBe(201)
    const list = async () => (await admin.ask('/keys')).json.find(({ id }: { id: string }) => id === json.id)
    expect(await list()).toEqual({ id: json.id, label: 'Till 7', createdAt: json.createdAt })
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
    await shop.service.merchants.save('alder', { name: 'Alder & Finch' })
    await shop.service.people.save('alder', 'mira', 'admin')
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
    await shop.service.merchants.save('demo', {
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
    const settings = Buffer.from(JSON.stringify({ brand: { footer: ['Not saved yet'] } })).toString('base64url')
    const { status, text, headers } = await admin.ask(`/preview?settings=${settings}`)
    expect([status, text.includes('Not saved yet')]).toEqual([200, true])
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect((await admin.ask('/settings')).json.settings.brand).toBe(undefined)
    expect((await admin.ask('/preview?settings=%%%')).status).toBeGreaterThanOrEqual(400)
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
    expect((await run('user', 'alder', 'noor@example.com', '--role', 'view')).err).toContain("another merchant's")
    expect((await run('remove-user', 'demo', 'noor@example.com')).code).toBe(0)
    await expect(visit(shop.url, 'noor@example.com', made.out)).rejects.toThrow('401')
  })
})

function settingsOf({ config }: TestService): Record<string, string> {
  const { dataDir, databaseUrl } = config
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
}
