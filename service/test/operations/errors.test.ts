import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey, putKey, revokeKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { failReading } from '../support/database.ts'

import {
  type Ask,
  adminToken,
  basic,
  databases,
  demoCredentials,
  fullRights,
  receipt,
  startService,
  type TestService,
} from '../support/service.ts'

let shop: TestService
let receiptId: string

beforeAll(async () => {
  shop = await startService({ withoutWorker: true, settings: { RATE_LIMIT: '1000' } })
  await saveMerchant(shop.service, 'closed', { name: 'Closed Shop', active: false })
  await putKey(
    shop.service.db,
    { merchantId: 'closed', id: 'closed', secret: 'a-closed-secret', label: '' },
    Date.now(),
  )
  receiptId = await shop.create(receipt({ requestId: 'first' }))
})
afterAll(() => shop.stop())

/** Status and body of an error, without what differs each time. */
async function errorOf(path: string, ask: Ask = {}) {
  const { status, json } = await shop.ask(path, ask)
  const { referenceId, ...body } = json
  expect(referenceId).toMatch(/^[0-9a-f-]{36}$/)
  return { status, ...body }
}

/** Sends bytes as they are, all of them before anything is read, as simple clients do. */
async function raw(port: number, head: string, body: Uint8Array = new Uint8Array()) {
  const socket = connect(port, '127.0.0.1')
  socket.write(head)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, error => (error ? reject(error) : resolve()))
  })
  let answer = ''
  for await (const chunk of socket) {
    answer += chunk
    const [head_ = '', sent = ''] = answer.split('\r\n\r\n')
    if (sent.length >= Number(/content-length: (\d+)/i.exec(head_)?.[1] ?? 1e9)) break
  }
  const [statusLine = '', text = ''] = answer.split('\r\n\r\n')
  return { status: Number(statusLine.split(' ')[1]), body: text }
}

function send(port: number, body: Uint8Array, headers: Record<string, string>) {
  const all = {
    host: `127.0.0.1:${port}`,
    authorization: basic(demoCredentials),
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return raw(port, `POST ${shop.receipts()} HTTP/1.1\r\n${lines.join('')}\r\n`, body)
}

const post = (body: unknown): Ask => ({ method: 'POST', body })
const query = (text: string) => shop.receipts(`?${text}`)
const nobody = { message: 'Unauthorized Access', code: null, errors: {} }
const rejected = { status: 401, message: 'Authentication Failed', code: 'auth_failure', errors: {} }
const invalid = (errors: Record<string, string[]>, code: string | null = null) => ({
  status: 422,
  message: 'Validation error',
  code: null,
  errors: Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [path, messages.map(message => ({ code, message }))]),
  ),
})

test.each([
  ['no credentials', null],
  ['a wrong secret', 'demo:a-wrong-secret'],
  ['an unknown key', 'nobody:a-demo-secret'],
  ['a key without a secret', 'demo'],
])('%s is 401 auth_failure', async (_, credentials) => {
  expect(await errorOf(shop.receipts(), { ...post({}), credentials })).toEqual(rejected)
  expect(await errorOf('/email-validation', { credentials })).toEqual(rejected)
})

test.each(databases)('a NUL in credentials or filters is rejected, on %s', async database => {
  await using own = await startService({ database, withoutWorker: true })
  const statusOf = async (path: string, credentials?: string) =>
    (await own.ask(path, credentials === undefined ? {} : { credentials })).status
  for (const credentials of ['a\0b:x', 'demo:x\0', '\0:']) expect(await statusOf(own.receipts(), credentials)).toBe(401)
  for (const filter of ['storeId', 'storeName', 'transactionNumber', 'receiptNumber']) {
    const { status, json } = await own.ask(own.receipts(`?fromDate=2026-01-01&toDate=2026-01-01&${filter}=a%00b`))
    expect([status, json.errors]).toEqual([
      422,
      { [filter]: [{ code: null, message: 'must not contain a NUL character' }] },
    ])
  }
  expect(await statusOf('/ws/rest/v1/merchants/de%00mo/receipts')).toBe(403)
  expect(await statusOf(own.receipts('/%00'))).toBe(404)
  expect(await statusOf('/email-validation?emailAddress=a%00b@example.com')).toBe(422)
  const id = await own.create(
    receipt({
      requestId: 'a\0b',
      workstation: { id: '1', store: { id: '\0' + '1', name: 'Corner\0 Shop', address: {} } },
    }),
  )
  expect(await statusOf(own.receipts(`/${id}`))).toBe(200)
})

test('a 401 says how to authenticate', async () => {
  const { headers } = await shop.ask(shop.receipts(), { credentials: null })
  expect(headers.get('www-authenticate')).toBe('Basic realm="receipts", charset="UTF-8"')
})

test('an unknown, inactive or another’s merchant is 403', async () => {
  const paths = ['nobody', 'closed'].map(id => `/ws/rest/v1/merchants/${id}/receipts`)
  for (const path of paths) expect(await errorOf(path)).toEqual({ status: 403, ...nobody })
  const own = { credentials: 'closed:a-closed-secret' }
  expect(await errorOf(paths[1] ?? '', own)).toEqual({ status: 403, ...nobody })
  expect(await errorOf('/email-validation?emailAddress=a@example.com', own)).toEqual({ status: 403, ...nobody })
})

test('a receipt that does not exist is 404 on every operation', async () => {
  const missing = { status: 404, message: 'Not Found', code: null, errors: {} }
  for (const id of ['0'.repeat(32), 'no-id', '%00'])
    for (const rest of ['', '/pdf', '/html', '/deliveries'])
      expect(await errorOf(shop.receipts(`/${id}${rest}`))).toEqual(missing)
  const again = post({ customerEmailAddress: 'a@example.com' })
  expect(await errorOf(shop.receipts(`/${'0'.repeat(32)}/email`), again)).toEqual(missing)
  for (const path of ['/no/such/path', '/ws/%zz', shop.receipts(`/${'a'.repeat(300)}`)])
    expect(await errorOf(path)).toEqual(missing)
})

test('a merchant or receipt with an endless name is refused as any other', async () => {
  const endless = 'x'.repeat(8000)
  expect(await errorOf(`/ws/rest/v1/merchants/${endless}/receipts`, post(receipt()))).toEqual({
    status: 403,
    ...nobody,
  })
  expect((await shop.ask(shop.receipts(`/${endless}`))).status).toBe(404)
  const own = { credentials: null, headers: { authorization: `Bearer ${adminToken}` } }
  const body = { name: 'Endless' }
  expect(await errorOf(`/admin/merchants/${endless}`, { method: 'PUT', ...own, body })).toEqual(
    invalid({ merchantId: ['must be 1 to 64 letters, digits, dots, hyphens or underscores'] }),
  )
})

test('a used requestId is 409 with its receipt’s location', async () => {
  const repeated = post(receipt({ requestId: 'first' }))
  expect(await errorOf(shop.receipts(), repeated)).toEqual({
    status: 409,
    message: 'A receipt with this requestId was already accepted',
    code: null,
    errors: {},
  })
  const { headers } = await shop.ask(shop.receipts(), repeated)
  expect(headers.get('location')).toBe(`${shop.url}${shop.receipts(`/${receiptId}`)}`)
})

test('missing, too long and misdated fields are 422 in the interface’s words', async () => {
  const item = { price: 1 }
  const store = { id: '1', name: '', address: {} }
  const body = receipt({
    items: [item],
    workstation: { id: '1', store },
    receiptDateTime: 'today',
    revision: { dateTime: '1/2/2026' },
  })
  expect(await errorOf(shop.receipts(), post(body))).toEqual(
    invalid({
      'items[0].name': ['may not be null'],
      'workstation.store.name': ['size must be between 1 and 100'],
      receiptDateTime: ['must use ISO 8061 date format.'],
      'revision.dateTime': ['must use ISO 8061 date format.'],
    }),
  )
})

test('a digital receipt without an address is 422', async () => {
  const { customer, ...rest } = receipt()
  expect(await errorOf(shop.receipts(), post(rest))).toEqual(invalid({ 'customer.emailAddress': ['may not be null'] }))
})

test('a query without its dates is 422 with code required', async () => {
  expect(await errorOf(shop.receipts())).toEqual(
    invalid({ fromDate: ['From Date is required'], toDate: ['To Date is required'] }, 'required'),
  )
  expect(await errorOf(query('fromDate=&toDate=2026-01-01'))).toEqual(
    invalid({ fromDate: ['From Date is required'] }, 'required'),
  )
})

test.each([
  [
    'fromDate=today&toDate=2026-02-30',
    { fromDate: ['must use ISO 8061 date format.'], toDate: ['must use ISO 8061 date format.'] },
  ],
  ['fromDate=2026-01-01&toDate=2026-01-01&pageSize=0', { pageSize: ['must be between 1 and 1000'] }],
  ['fromDate=2026-01-01&toDate=2026-01-01&pageSize=1001', { pageSize: ['must be between 1 and 1000'] }],
  ['fromDate=2026-01-01&toDate=2026-01-01&pageNumber=x', { pageNumber: ['must be a whole number'] }],
  ['fromDate=2026-01-01&toDate=2026-01-01&cursor=x', { cursor: ['must be as the link header gave it'] }],
  ['fromDate=2026-01-01&fromDate=2026-01-01&toDate=2026-01-01', { fromDate: ['must be sent once'] }],
  ['fromDate=2026-01-01&toDate=2026-01-01&storeId=1&storeId=2', { storeId: ['must be sent once'] }],
])('the query %s is 422', async (text, errors) => {
  expect(await errorOf(query(text))).toEqual(invalid(errors))
})

test.each([
  ['nothing', {}],
  ['null', { customerEmailAddress: null }],
  ['a blank', { customerEmailAddress: ' ' }],
])('resending to %s is 422', async (_, body) => {
  expect(await errorOf(shop.receipts(`/${receiptId}/email`), post(body))).toEqual(
    invalid({ customerEmailAddress: ['Email Address is required'] }, 'required'),
  )
})

test('resending to an invalid address is 422', async () => {
  const to = [
    'nobody',
    'a@b',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"a b"@example.com',
  ]
  for (const customerEmailAddress of to)
    expect(await errorOf(shop.receipts(`/${receiptId}/email`), post({ customerEmailAddress }))).toEqual(
      invalid({ customerEmailAddress: ['must be an e-mail address, such as name@example.com'] }),
    )
})

test('an email validation without addresses is 422 with code required', async () => {
  const missing = invalid({ emailAddress: ['Email Address is required'] }, 'required')
  expect(await errorOf('/email-validation')).toEqual(missing)
  expect(await errorOf('/email-validation?emailAddress=')).toEqual(missing)
})

test('a PDF on unknown paper is 422', async () => {
  expect(await errorOf(shop.receipts(`/${receiptId}/pdf?paper=a5`))).toEqual(
    invalid({ paper: ['must be one of a4, letter, roll80, roll58'] }),
  )
})

test('a body that isn’t JSON is 422 with the position of the error', async () => {
  expect(await errorOf(shop.receipts(), post('{'))).toEqual(
    invalid({ receipt: ['must be JSON; it breaks at character 2'] }),
  )
  expect(await errorOf(shop.receipts(), post('[]'))).toEqual(
    invalid({ receipt: ['must be an object, not a list: give its receipts one by one'] }),
  )
  expect(await errorOf(shop.receipts(`/${receiptId}/email`), post('{'))).toEqual(invalid({ body: ['must be JSON'] }))
})

test('a body of another type is 415, a missing one 422', async () => {
  const sent = (type: string): Ask => ({ ...post(JSON.stringify(receipt())), headers: { 'content-type': type } })
  const unsupported = (hint: string) => ({
    status: 415,
    message: 'Unsupported Media Type',
    code: null,
    errors: { 'Content-Type': [{ code: null, message: hint }] },
  })
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp'])
    expect(await errorOf(shop.receipts(), sent(type))).toEqual(unsupported('must be application/json'))
  expect(await errorOf(shop.receipts(), sent('application/json; charset=klingon'))).toEqual(
    unsupported('must name a known charset, such as utf-8'),
  )
  expect((await errorOf(shop.receipts(), post(''))).status).toBe(422)
})

test.each(['text/json', 'application/vnd.api+json', 'Application/JSON', 'application/problem+json; charset=utf-8'])(
  'a body of type %s is JSON',
  async type => {
    const { status } = await shop.ask(shop.receipts(), { ...post(receipt()), headers: { 'content-type': type } })
    expect(status).toBe(200)
  },
)

describe('a compressed body', () => {
  const port = () => Number(new URL(shop.url).port)
  const whole = gzipSync(JSON.stringify(receipt()))

  test.each(['gzip', 'x-gzip', 'GZIP'])('is read if it is %s', async encoding => {
    const { status } = await send(port(), whole, { 'content-encoding': encoding })
    expect(status).toBe(200)
  })

  test('is 413 if it is too large unpacked, however small it is sent', async () => {
    const bomb = gzipSync(JSON.stringify(receipt({ header: ' '.repeat(50_000_000) })))
    expect(bomb.length).toBeLessThan(100_000)
    expect((await send(port(), bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  test('is 422 if it is cut off, or no gzip', async () => {
    for (const bytes of [whole.subarray(0, 40), Buffer.from(JSON.stringify(receipt()))]) {
      const { status, body } = await send(port(), bytes, { 'content-encoding': 'gzip' })
      expect(status).toBe(422)
      expect(JSON.parse(body).errors.body[0].message).toBe('must be gzip, as Content-Encoding says')
    }
  })

  test('is 415 if it is compressed in another way', async () => {
    const { status, body } = await send(port(), whole, { 'content-encoding': 'br' })
    expect(status).toBe(415)
    expect(JSON.parse(body).errors).toEqual({
      'Content-Encoding': [{ code: null, message: 'must be gzip, or left out' }],
    })
  })
})

test('a path may end in a slash', async () => {
  expect((await shop.ask(shop.receipts('/'), post(receipt()))).status).toBe(200)
  expect((await shop.ask(shop.receipts(`/${receiptId}/`))).status).toBe(200)
})

test('a request without Host is a 400 ErrorResponse', async () => {
  const { status, body } = await raw(
    Number(new URL(shop.url).port),
    'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  )
  expect(status).toBe(400)
  const { referenceId, ...error } = JSON.parse(body)
  expect(error).toEqual({
    message: 'Bad Request',
    code: null,
    errors: { Host: [{ code: null, message: 'must be sent' }] },
  })
})

test('a 20 MB body is read to the end, so that its 413 arrives', async () => {
  const { status, body } = await send(Number(new URL(shop.url).port), Buffer.alloc(20_000_000, ' '), {})
  expect([status, JSON.parse(body).message]).toEqual([413, 'Payload Too Large'])
})

test('a body beyond 1 MiB is 413', async () => {
  const large = JSON.stringify(receipt({ rawPosReceipt: 'x'.repeat(1024 * 1024) }))
  expect(await errorOf(shop.receipts(), post(large))).toEqual({
    status: 413,
    message: 'Payload Too Large',
    code: null,
    errors: {},
  })
})

test('an unsupported method is 405 with the allowed ones', async () => {
  const refused = { status: 405, message: 'Method Not Allowed', code: null, errors: {} }
  for (const [method, path, allow] of [
    ['DELETE', shop.receipts(), 'POST, GET, HEAD'],
    ['PUT', shop.receipts(`/${receiptId}`), 'GET, HEAD'],
    ['GET', shop.receipts(`/${receiptId}/email`), 'POST'],
    ['POST', '/email-validation', 'GET, HEAD'],
    ['DELETE', `${shop.receipts(`/${receiptId}/email`)}/?a=b`, 'POST'],
    ['OPTIONS', '/openapi.json', 'GET, HEAD'],
  ] as const) {
    expect(await errorOf(path, { method })).toEqual(refused)
    expect((await shop.ask(path, { method })).headers.get('allow')).toBe(allow)
  }
  const { text } = await shop.ask('/metrics')
  expect(text).toMatch(
    /request_\w*_count\{method="PUT",route="\/ws\/rest\/v1\/merchants\/:merchantId\/receipts\/:receiptId",status="405"\} 2/,
  )
  expect(text).toMatch(/method="OPTIONS",route="\/openapi\.json",status="405"/)
})

test('input that isn’t HTTP is an ErrorResponse', async () => {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write('This is no request\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    message: 'Bad Request',
    code: null,
    errors: {},
  })
})

test('an unexpected failure is 500 without its cause', async () => {
  await using broken = await startService({ withoutWorker: true })
  failReading(broken.service.db, 'receipts', new Error('secret of the database'))
  const { status, json, text, headers } = await broken.ask(broken.receipts(`/${receiptId}`))
  expect([status, json.message, json.code, json.errors]).toEqual([500, 'Internal Server Error', '500', {}])
  expect(text).not.toContain('secret of the database')
  expect(headers.get('retry-after')).toBe('10')
})

test('a wrong administrator’s token is 401', async () => {
  const headers = { authorization: 'Bearer wrong' }
  expect(await errorOf('/admin/merchants', { headers })).toEqual(rejected)
  expect((await shop.ask('/admin/merchants', { headers: { authorization: `Bearer ${adminToken}` } })).status).toBe(200)
})

test('a key with too many requests is 429 with a delay', async () => {
  await using busy = await startService({ withoutWorker: true, settings: { RATE_LIMIT: '3' } })
  const ask = () => busy.ask(busy.receipts(`/${'0'.repeat(32)}`))
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 404])
  const { status, json, headers } = await ask()
  expect([status, json.message]).toEqual([429, 'Too Many Requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('what is refused is counted by key and reason, and never by an id that nobody has', async () => {
  await using busy = await startService({ withoutWorker: true, settings: { RATE_LIMIT: '1' } })
  await saveMerchant(busy.service, 'other', { name: 'Other' })
  const { key, secret } = await issueKey(busy.service.db, 'demo', 'Old till', Date.now(), fullRights)
  await revokeKey(busy.service.db, 'demo', key.id, Date.now())
  const elsewhere = await issueKey(busy.service.db, 'other', 'Their till', Date.now(), fullRights)
  const ask = (credentials?: string) => busy.ask(busy.receipts(), { ...(credentials && { credentials }) })
  for (const credentials of ['nobody:secret', 'demo:wrong', `${key.id}:${secret}`, `${key.id}:wrong`])
    expect((await ask(credentials)).status).toBe(401)
  expect((await ask(`${elsewhere.key.id}:${elsewhere.secret}`)).status).toBe(403)
  await ask()
  expect((await ask()).status).toBe(429)
  const scraped = await (await fetch(`${busy.url}/metrics`)).text()
  expect(scraped.match(/^counterfoil_key_refusals_total\{.*/gm)?.sort()).toEqual(
    [
      'counterfoil_key_refusals_total{key="",reason="unknown"} 1',
      'counterfoil_key_refusals_total{key="demo",reason="limit"} 1',
      'counterfoil_key_refusals_total{key="demo",reason="wrong_secret"} 1',
      `counterfoil_key_refusals_total{key="${elsewhere.key.id}",reason="merchant"} 1`,
      `counterfoil_key_refusals_total{key="${key.id}",reason="revoked"} 1`,
      `counterfoil_key_refusals_total{key="${key.id}",reason="wrong_secret"} 1`,
    ].sort(),
  )
})

test('an address with a hundred rejected logins is 429, but not for a good key', async () => {
  await using guarded = await startService({ withoutWorker: true })
  const statuses = await Promise.all(
    Array.from(
      { length: 105 },
      async () => (await guarded.ask(guarded.receipts(), { credentials: 'demo:wrong' })).status,
    ),
  )
  expect(statuses.filter(status => status === 401)).toHaveLength(100)
  expect(statuses.filter(status => status === 429)).toHaveLength(5)
  expect((await guarded.ask(guarded.receipts(`/${'0'.repeat(32)}`))).status).toBe(404)
})
