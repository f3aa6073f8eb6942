import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reaches, storesAsked, wholeReach } from '../src/basics/reach.ts'
import { openDatabase } from '../src/database/database.ts'
import { type ApiRequest, createAdmission, rejectionsAMinute } from '../src/http/admission.ts'
import { HttpError } from '../src/http/errors.ts'
import type { Operation } from '../src/http/operation.ts'
import { issueKey } from '../src/merchants/api-keys.ts'
import { issueAdminToken } from '../src/people/admin-tokens.ts'
import { openSession } from '../src/people/sessions.ts'
import { makePlace } from './support/service.ts'

type Asked = Partial<Pick<Operation, 'security' | 'scope' | 'keyScope' | 'role' | 'stores'>>

const now = Date.UTC(2026, 10, 28, 12)
const [rootToken, metricsToken] = ['root-token-of-the-operator', 'token-of-the-monitoring']

let place: Awaited<ReturnType<typeof makePlace>>
let opened: Awaited<ReturnType<typeof openDatabase>>
/** What `Authorization` says for a till, by what its key is for. */
const tills = { all: '', create: '', some: '', closed: '' }
/** Secrets of a manager's session, one who sees a store only, and one of a merchant that is closed. */
const sessions = { manager: '', some: '', closed: '' }
const tokens = { read: '' }

beforeAll(async () => {
  place = await makePlace('SQLite', { hasTables: true })
  opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  const { db } = opened
  for (const [id, active] of [
    ['demo', 1],
    ['closed', 0],
  ] as const)
    await db.insertInto('merchants').values({ id, name: 'Pebble & Pine', active, settings: '{}', version: 1 }).execute()
  const till = async (merchantId: string, rights: Parameters<typeof issueKey>[4]) => {
    const { key, secret } = await issueKey(db, merchantId, 'Till 3', now, rights)
    return basic(`${key.id}:${secret}`)
  }
  tills.all = await till('demo', { scopes: ['create', 'read', 'resend', 'statistics'], stores: null })
  tills.create = await till('demo', { scopes: ['create'], stores: null })
  tills.some = await till('demo', { scopes: ['create', 'read', 'resend', 'statistics'], stores: ['12'] })
  tills.closed = await till('closed', { scopes: ['create', 'read', 'resend', 'statistics'], stores: null })
  tokens.read = `Bearer ${(await issueAdminToken(db, 'reports', ['read'], now)).secret}`
  for (const [name, merchantId, stores] of [
    ['manager', 'demo', null],
    ['some', 'demo', '["12"]'],
    ['closed', 'closed', null],
  ] as const) {
    const person = {
      id: `p-${name}`,
      merchant_id: merchantId,
      name,
      password: '',
      role: 'manager',
      stores,
      created_at: now,
    }
    await db
      .insertInto('people')
      .values(person as never)
      .execute()
    sessions[name] = await openSession(db, { merchantId, personId: person.id }, now)
  }
})
afterAll(async () => {
  await opened.close()
  await place.remove()
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const cookie = (name: keyof typeof sessions) => ({ cookie: `counterfoil=${sessions[name]}` })

/** What was counted and told. */
let seen: string[]
let left: Record<'requests' | 'rejections', number>
beforeEach(() => {
  seen = []
  left = { requests: 9, rejections: rejectionsAMinute }
})

/** Asks, from another machine unless said otherwise; the status of the refusal, or 200, and with what code. */
async function ask(
  asked: Asked,
  headers: ApiRequest['headers'] = {},
  more: Partial<ApiRequest> = {},
  metricsForAll = false,
) {
  const limit = (name: keyof typeof left) => async () => {
    seen.push(name)
    left[name] -= 1
    return left[name] >= 0
      ? ({ isAllowed: true } as const)
      : ({ isAllowed: false, isExceeded: true, ttlInSeconds: 7 } as const)
  }
  const admit = createAdmission<ApiRequest>({
    ...{ db: opened.db, now: () => now, adminToken: rootToken, secure: false },
    metricsFor: { all: metricsForAll, token: metricsToken },
    keyRefused: (_, why) => seen.push(why),
    ...{ rejections: limit('rejections'), requests: limit('requests') },
  } as Parameters<typeof createAdmission<ApiRequest>>[0])
  const request = {
    raw: { socket: { remoteAddress: '203.0.113.9' }, headers },
    ...{ headers, method: 'GET', url: '/', params: {}, query: {}, body: undefined, ip: '203.0.113.9' },
    ...{ authenticated: null, actor: null, signedIn: null },
    ...more,
  } as ApiRequest
  const operation = { security: 'merchant', admit: (id: string) => seen.push(`admitted ${id}`), ...asked }
  try {
    await admit(operation as unknown as Operation, request)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { status: error.status, code: error.code, request }
  }
  return { status: 200, code: undefined, request }
}

describe('a till', () => {
  const reading = { security: 'merchant', keyScope: 'read', stores: 'some' } as const
  const asks = (authorization: string | undefined, asked: Asked = reading, merchantId = 'demo') =>
    ask(asked, authorization === undefined ? {} : { authorization }, { params: { merchantId } })

  test('is admitted with its merchant and reach, and counts', async () => {
    const { request } = await asks(tills.some)
    expect(request.authenticated).toMatchObject({
      ...{ merchant: { id: 'demo' }, key: { scopes: expect.arrayContaining(['read']) } },
      reach: { merchantId: 'demo', stores: ['12'] },
    })
    expect(seen).toEqual(['requests', 'admitted demo'])
  })

  test.each<[what: string, authorization: () => string, status: number]>([
    ['in lowercase, after more spaces', () => tills.all.replace('Basic ', 'basic   '), 200],
    ['after something else', () => `x ${tills.all}`, 401],
    ['before something else', () => `${tills.all} x`, 401],
    ['without a space', () => tills.all.replace(' ', ''), 401],
    ['as a bearer', () => tills.all.replace('Basic', 'Bearer'), 401],
    ['without a secret', () => basic('0123456789abcdef'), 401],
    ['without an id', () => basic(`:${'x'.repeat(43)}`), 401],
    ['with a NUL', () => basic('0123456789\0abcde:x'), 401],
    ['that are too long', () => `Basic ${'A'.repeat(1001)}`, 401],
    ['of nobody', () => basic(`0123456789abcdef:${'x'.repeat(43)}`), 401],
  ])('with credentials %s', async (_, authorization, status) => {
    expect((await asks(authorization())).status).toBe(status)
    expect(seen.includes('rejections')).toBe(status !== 200)
  })

  test('is refused without credentials, by another merchant, and by one that is closed', async () => {
    expect((await asks(undefined)).status).toBe(401)
    expect(seen).toEqual(['rejections'])
    expect((await asks(tills.all, reading, 'alder')).status).toBe(403)
    expect((await asks(tills.closed, reading, 'closed')).status).toBe(403)
    expect(seen).toEqual(['rejections', 'merchant', 'rejections', 'merchant', 'rejections'])
    // What has no merchant in its path is the key's own.
    expect((await asks(tills.all, { ...reading, security: 'key' } as Asked, 'alder')).status).toBe(200)
  })

  test.each<[what: string, key: 'create' | 'some', asked: Asked, code: string]>([
    ['a scope that its key lacks', 'create', reading, 'insufficient_scope'],
    ['all scopes, where an operation says none', 'create', { stores: 'some' }, 'insufficient_scope'],
    ['all stores', 'some', { keyScope: 'read' }, 'some_stores'],
  ])('is refused for %s', async (_, key, asked, code) => {
    expect(await asks(tills[key], asked)).toMatchObject({ status: 403, code })
    expect(seen).toEqual(['requests', 'scope'])
    expect((await asks(tills.all, asked)).status).toBe(200)
  })

  test('is asked to wait when it asked too often, and told when', async () => {
    left.requests = 1
    expect((await asks(tills.all)).status).toBe(200)
    expect((await asks(tills.all)).status).toBe(429)
    expect(seen).toEqual(['requests', 'admitted demo', 'requests', 'limit'])
    left.rejections = 0
    expect((await asks(basic('0123456789abcdef:x'))).status).toBe(429)
  })
})

describe('an operator', () => {
  test.each<
    [what: string, authorization: () => string | undefined, asked: Asked, status: number, actor: string | null]
  >([
    ['with the root token', () => `Bearer ${rootToken}`, { scope: 'privacy' }, 200, 'ADMIN_TOKEN'],
    ['with a part of it', () => `Bearer ${rootToken.slice(0, -1)}`, {}, 401, null],
    ['with a named token', () => tokens.read, {}, 200, 'reports'],
    ['with one that isn’t for this', () => tokens.read, { scope: 'settings' }, 403, null],
    ['with more after it', () => `${tokens.read} x`, {}, 401, null],
    ['with a token that is too long', () => `Bearer ${'x'.repeat(501)}`, {}, 401, null],
    ['without one', () => undefined, {}, 401, null],
    ['with a till’s key', () => tills.all, {}, 401, null],
  ])('%s', async (_, authorization, asked, status, actor) => {
    const sent = authorization()
    const answer = await ask({ security: 'admin', ...asked }, sent === undefined ? {} : { authorization: sent })
    expect([answer.status, answer.request.actor]).toEqual([status, actor])
    expect(seen).toEqual(status === 200 ? [] : ['rejections'])
  })
})

describe('someone signed in', () => {
  const browser = { 'sec-fetch-site': 'same-origin' }
  test.each<[what: string, headers: () => ApiRequest['headers'], asked: Asked, status: number]>([
    ['as a manager', () => cookie('manager'), { role: 'manager' }, 200],
    ['as a manager, where nothing is said', () => cookie('manager'), {}, 200],
    ['as less than is needed', () => cookie('manager'), { role: 'admin' }, 403],
    ['who sees a store, where all are meant', () => cookie('some'), {}, 403],
    ['who sees a store, where some may be', () => cookie('some'), { stores: 'some' }, 200],
    ['at a merchant that is closed', () => cookie('closed'), {}, 401],
    ['whose page is another site’s', () => ({ ...cookie('manager'), 'sec-fetch-site': 'cross-site' }), {}, 403],
    ['whose client sends credentials', () => ({ ...cookie('manager'), authorization: tills.all }), {}, 401],
    ['no longer', () => ({ cookie: `counterfoil=${'x'.repeat(43)}` }), {}, 401],
    ['never', () => ({}), {}, 401],
  ])('%s', async (_, headers, asked, status) => {
    const answer = await ask({ security: 'session', ...asked }, { ...browser, ...headers() })
    expect([answer.status, answer.request.signedIn?.merchant.id]).toEqual([status, status === 200 ? 'demo' : undefined])
    expect(seen).toEqual(status === 200 ? ['requests', 'admitted demo'] : [])
  })
})

describe('what is for this machine', () => {
  const here = {
    raw: { socket: { remoteAddress: '127.0.0.1' }, headers: { host: 'localhost:8080' } },
  } as Partial<ApiRequest>
  test('isn’t there for another', async () => {
    expect((await ask({ security: 'loopback' })).status).toBe(404)
    expect((await ask({ security: 'loopback' }, {}, here)).status).toBe(200)
  })

  test.each<
    [
      what: string,
      headers: ApiRequest['headers'],
      from: Partial<ApiRequest>,
      all: boolean,
      status: number,
      counted: number,
    ]
  >([
    ['for this machine', {}, here, false, 200, 0],
    ['for all, where that is set', {}, {}, true, 200, 0],
    ['for who has the token', { authorization: `Bearer ${metricsToken}` }, {}, false, 200, 0],
    ['for nobody with another', { authorization: `Bearer ${metricsToken}x` }, {}, false, 404, 1],
    ['for nobody else', {}, {}, false, 404, 0],
  ])('metrics are %s', async (_, headers, from, all, status, counted) => {
    expect((await ask({ security: 'metrics' }, headers, from, all)).status).toBe(status)
    expect(seen).toEqual(Array(counted).fill('rejections'))
  })

  test('what needs no credentials is for all', async () => {
    for (const security of ['none', 'signed'] as const) expect((await ask({ security })).status).toBe(200)
    expect(seen).toEqual([])
  })
})

test.each<[reach: readonly string[] | null, storeId: string | undefined, asked: readonly string[] | null]>([
  [null, undefined, null],
  [null, '12', ['12']],
  [['12', '13'], undefined, ['12', '13']],
  [['12', '13'], '13', ['13']],
  [['12', '13'], '7', []],
  [[], '12', []],
])('who sees the stores %j and asks for %s is told of %j', (stores, storeId, asked) => {
  expect(storesAsked({ stores }, storeId)).toEqual(asked)
  if (storeId !== undefined) expect(reaches({ stores }, storeId)).toBe(asked?.length === 1)
  expect(wholeReach('demo')).toEqual({ merchantId: 'demo', stores: null })
})
