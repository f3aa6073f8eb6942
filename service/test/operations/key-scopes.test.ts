import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiKey, issueKey, replaceKey } from '../../src/merchants/api-keys.ts'
import { type KeyScope, keyScopes } from '../../src/merchants/key-scopes.ts'
import { adminToken, fullRights, receipt, startService, type TestService } from '../support/service.ts'

const receiptPath = '/ws/rest/v1/merchants/{merchantId}/receipts'
const range = '?fromDate=2026-01-01&toDate=2026-12-31'

/** Every operation that a key is for: the scope that it needs, what is asked, and the status for a key that has it. */
const operations: Readonly<Record<string, [scope: KeyScope, rest: string, status: number, body?: object]>> = {
  [`post ${receiptPath}`]: ['create', '', 200],
  [`get ${receiptPath}`]: ['read', range, 200],
  [`get ${receiptPath}/{receiptId}`]: ['read', '', 200],
  [`get ${receiptPath}/{receiptId}/html`]: ['read', '', 200],
  [`get ${receiptPath}/{receiptId}/pdf`]: ['read', '', 200],
  [`get ${receiptPath}/{receiptId}/structured`]: ['read', '?format=ekabs', 200],
  [`get ${receiptPath}/{receiptId}/deliveries`]: ['read', '', 200],
  [`post ${receiptPath}/{receiptId}/email`]: ['resend', '', 202, { customerEmailAddress: 'ada@example.com' }],
  'get /ws/rest/v1/merchants/{merchantId}/statistics': ['statistics', range, 200],
  'get /ws/rest/v1/merchants/{merchantId}/till-settings': ['create', '', 200],
  'get /email-validation': ['create', '?emailAddress=ada@example.com', 200],
}

const saleIn = (storeId: string, number = 'T-1') =>
  receipt({
    transactionNumber: number,
    receiptDateTime: '2026-11-27T12:00:00Z',
    workstation: { id: '3', store: { id: storeId, name: `Store ${storeId}`, address: {} } },
  })

describe('what keys are for', () => {
  let shop: TestService
  let receiptId: string
  const keys: Record<string, string> = {}
  const make = async (rights?: Pick<ApiKey, 'scopes' | 'stores'>) => {
    const { key, secret } = await issueKey(shop.service.db, 'demo', '', Date.now(), rights)
    return `${key.id}:${secret}`
  }
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true })
    receiptId = await shop.create(saleIn('12', 'R-1882'))
    for (const scope of keyScopes) keys[scope] = await make({ scopes: [scope], stores: null })
    keys.elsewhere = await make({ ...fullRights, stores: ['7'] })
    keys.there = await make({ ...fullRights, stores: ['12', '13'] })
    keys.new = await make()
  })
  afterAll(() => shop.stop())

  const call = (credentials: string | undefined, at: string) => {
    const [method = '', path = ''] = at.split(' ')
    const [, rest = '', , body] = operations[at] ?? []
    const filled = path.replace('{merchantId}', 'demo').replace('{receiptId}', receiptId)
    const sent = body ?? (method === 'post' ? saleIn('12', crypto.randomUUID()) : undefined)
    return shop.ask(`${filled}${rest}`, { method: method.toUpperCase(), credentials: credentials ?? null, body: sent })
  }

  test('the list here is of every operation that takes a key, and the description says what each needs', async () => {
    const { paths } = (await shop.ask('/openapi.json')).json as { paths: Record<string, Record<string, Described>> }
    const taking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.some(each => 'apiKey' in each))
        .map(([method, described]) => [`${method} ${path}`, described] as const),
    )
    expect(taking.map(([at]) => at).sort()).toEqual(Object.keys(operations).sort())
    for (const [at, { responses }] of taking)
      expect(responses['403']?.description).toContain(`lacks the scope \`${operations[at]?.[0]}\``)
  })

  test.each(Object.keys(operations))('%s is for keys with its scope', async at => {
    const [needed, , status] = operations[at]!
    for (const scope of keyScopes) {
      const reply = await call(keys[scope], at)
      if (scope === needed) expect([scope, reply.status]).toEqual([scope, status])
      else {
        expect([scope, reply.status]).toEqual([scope, 403])
        expect(reply.headers.get('counterfoil-mode')).toBe('live')
        expect(reply.json).toMatchObject({
          message: 'Unauthorized Access',
          code: 'insufficient_scope',
          errors: { Authorization: [{ message: `must be a key with the scope ${needed}; the merchant makes one` }] },
        })
      }
    }
    expect((await call(keys.new, at)).status).toBe(needed === 'create' ? status : 403)
  })

  test.each(Object.keys(operations))('%s reaches no other store', async at => {
    const elsewhere = await call(keys.elsewhere, at)
    if (at.includes('{receiptId}')) expect(elsewhere.status).toBe(404)
    expect(elsewhere.text).not.toContain('R-1882')
    expect((await call(keys.there, at)).status).toBe(operations[at]?.[2])
    if (at === `get ${receiptPath}`) expect(elsewhere.json).toEqual([])
    if (/statistics/.test(at)) expect(elsewhere.json.totals.receipts).toBe(0)
  })

  test('a receipt of a store that the key isn’t for is refused, and its requestId stays free', async () => {
    const sale = { ...saleIn('12'), requestId: crypto.randomUUID() }
    const items = Array.from({ length: 300 }, (_, at) => ({
      name: `Rye loaf ${at} with leaven of our own mill`,
      total: 4.2,
    }))
    const large = { ...sale, items }
    for (const body of [sale, large]) {
      const refused = await shop.ask(shop.receipts(), { method: 'POST', credentials: keys.elsewhere ?? '', body })
      expect(refused.status).toBe(403)
      expect(refused.json).toMatchObject({ code: 'other_store', errors: { 'workstation.store.id': [{}] } })
    }
    expect(
      (await shop.ask(shop.receipts(), { method: 'POST', credentials: keys.there ?? '', body: sale })).status,
    ).toBe(200)
  })

  test('a key that may not read is told whether a 409 is about its own sale', async () => {
    const sale = { ...saleIn('12'), requestId: crypto.randomUUID() }
    const send = async (body: object) => {
      const reply = await shop.ask(shop.receipts(), { method: 'POST', credentials: keys.new ?? '', body })
      return [reply.status, reply.headers.get('counterfoil-same-sale')]
    }
    expect(await send(sale)).toEqual([200, null])
    expect(await send({ ...sale, header: 'sent again' })).toEqual([409, 'yes'])
    expect(await send({ ...sale, transactionNumber: 'T-2' })).toEqual([409, 'no'])
    expect(await send({ ...sale, workstation: { ...(saleIn('13').workstation as object) } })).toEqual([409, 'no'])
  })

  test('a refusal for its scope counts as the key’s request, and is in the metrics', async () => {
    const metrics = await shop.ask('/metrics', { credentials: null })
    expect(metrics.text).toMatch(/key_refusals_total\{[^}]*reason="scope"[^}]*\} [1-9]/)
  })

  test('over /admin, a new key only creates unless more is asked for, and its next one is for the same', async () => {
    const headers = { authorization: `Bearer ${adminToken}` }
    const admin = (body: object) =>
      shop.ask('/admin/merchants/demo/keys', { method: 'POST', credentials: null, headers, body })
    expect((await admin({ label: 'Till 7' })).json).toMatchObject({ scopes: ['create'] })
    expect((await admin({ label: 'Till 7' })).json).not.toHaveProperty('stores')
    const limited = await admin({ scopes: ['read', 'create', 'read'], stores: [' 12 ', '12'] })
    expect(limited.json).toMatchObject({ scopes: ['create', 'read'], stores: ['12'] })
    for (const wrong of [{ scopes: [] }, { scopes: ['all'] }, { stores: [] }, { stores: [''] }])
      expect((await admin(wrong)).status).toBe(422)
    const next = await replaceKey(
      shop.service.db,
      { merchantId: 'demo', id: limited.json.id, endsAt: null },
      Date.now(),
    )
    expect(next?.key).toMatchObject({ scopes: ['create', 'read'], stores: ['12'] })
  })

  test('keys of before there were scopes keep all', async () => {
    const [id = ''] = keys.new!.split(':')
    await shop.service.db.updateTable('api_keys').set({ scopes: null, stores: null }).where('id', '=', id).execute()
    const reopened = await shop.ask('/admin/merchants/demo/keys', {
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
    expect(reopened.json.find((key: { id: string }) => key.id === id).scopes).toEqual(keyScopes)
  })

  test('a key opens the console as far as it is for it', async () => {
    const enter = (credentials: string) => {
      const [name, secret] = credentials.split(':')
      return fetch(`${shop.url}/console/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, secret }),
      })
    }
    const refused = await enter(keys.create!)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'insufficient_scope'])
    expect((await enter(keys.statistics!)).status).toBe(204)
    expect((await enter(keys.there!)).status).toBe(204)
  })
})

interface Described {
  security?: object[]
  responses: Record<string, { description: string }>
}
