import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describe } from '../src/api/description/openapi.ts'
import { describingOperations } from '../src/api/operations/description.ts'
import { receipt, startService, type TestService } from './support/service.ts'

let shop: TestService
beforeAll(async () => {
  shop = await startService({ withoutWorker: true })
})
afterAll(() => shop.stop())

const description = async () => (await shop.ask('/openapi.json', { credentials: null })).json

test('the OpenAPI 3.1 passes Spectral', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [spectralRulesets.oas as never], rules: {} })
  const found = await spectral.run(await description())
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

test('every operation is described, with every status it may return', async () => {
  const { openapi, paths } = await description()
  expect(openapi).toBe('3.1.0')
  const base = '/ws/rest/v1/merchants/{merchantId}/receipts'
  const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses)
  expect(statuses(base, 'post')).toEqual(expect.arrayContaining(['200', '401', '403', '409', '422', '500']))
  expect(statuses(base, 'get')).toEqual(expect.arrayContaining(['200', '422', '500']))
  expect(statuses(`${base}/{receiptId}`, 'get')).toEqual(expect.arrayContaining(['200', '404', '500']))
  expect(statuses(`${base}/{receiptId}/email`, 'post')).toEqual(expect.arrayContaining(['202', '404', '422', '500']))
  expect(statuses('/email-validation', 'get')).toEqual(expect.arrayContaining(['200', '403', '422', '500']))
})

test('parameters have the types that generated clients need', async () => {
  const { paths } = await description()
  const { parameters } = paths['/ws/rest/v1/merchants/{merchantId}/receipts'].get
  const schemaOf = (name: string) => parameters.find((parameter: { name: string }) => parameter.name === name).schema
  expect(schemaOf('pageSize')).toEqual({ type: 'integer', minimum: 1, maximum: 1000 })
  expect(schemaOf('pageNumber')).toEqual({ type: 'integer', minimum: 1, maximum: 1_000_000 })
  expect(schemaOf('fromDate')).toMatchObject({ type: 'string', format: 'date-time' })
  expect(schemaOf('toDate')).toMatchObject({ type: 'string', format: 'date-time' })
  const required = parameters.filter(({ required }: { required: boolean }) => required)
  expect(required.map(({ name }: { name: string }) => name)).toEqual(['merchantId', 'fromDate', 'toDate'])
})

test('a body has its limit and an example, and the example is accepted', async () => {
  const { paths } = await description()
  const { requestBody } = paths['/ws/rest/v1/merchants/{merchantId}/receipts'].post
  expect(requestBody.description).toContain('1 MiB (1,048,576 bytes)')
  const { status } = await shop.ask(shop.receipts(), {
    method: 'POST',
    body: requestBody.content['application/json'].example,
  })
  expect(status).toBe(200)
})

test('a temporary rejection says when to retry', async () => {
  const { paths } = await description()
  const base = '/ws/rest/v1/merchants/{merchantId}/receipts'
  for (const [path, method] of [
    [base, 'post'],
    [`${base}/{receiptId}/pdf`, 'get'],
    [`${base}/{receiptId}/html`, 'get'],
  ]) {
    const { 503: busy } = paths[path as string][method as string].responses
    expect(busy.headers['Retry-After']).toBeDefined()
    expect(busy.description).toContain('nothing was done')
  }
})

test('does not give this machine’s address as the contact', async () => {
  expect((await description()).info.contact).toEqual({ name: 'The operator of this service' })
})

test('generates the OpenAPI and its page once', async () => {
  let made = 0
  const operations = describingOperations(() => {
    made += 1
    return describe([], '1.0.0', 'https://receipts.example.com')
  })
  for (let turn = 0; turn < 3; turn++)
    for (const { handle } of operations) expect((await handle({} as never)).status).toBe(200)
  expect(made).toBe(1)
})

test('describes a receipt by the schema that validates it', async () => {
  const { components } = await description()
  expect(components.schemas.ReceiptData.required).toEqual(
    expect.arrayContaining(['workstation', 'receiptType', 'transactionType', 'transactionNumber', 'grandAmount']),
  )
  expect(components.schemas.Customer.properties.emailAddress).toBeDefined()
})

test('the reference page is self-contained: no scripts, nothing fetched', async () => {
  const { status, text, headers } = await shop.ask('/docs', { credentials: null })
  expect(status).toBe(200)
  expect(text).toContain('Create and email a receipt')
  expect(text).toContain('schema-ReceiptData')
  expect(text).not.toMatch(/<script|src=|https?:\/\/(?!127\.0\.0\.1)/)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})

test('behind a proxy all URLs use the public address', async () => {
  await using behind = await startService({
    withoutWorker: true,
    settings: { PUBLIC_URL: 'https://receipts.example.com/' },
  })
  await behind.create(receipt({ requestId: 'a' }))
  const { headers } = await behind.ask(behind.receipts(), { method: 'POST', body: receipt({ requestId: 'a' }) })
  expect(headers.get('location')).toMatch(
    /^https:\/\/receipts\.example\.com\/ws\/rest\/v1\/merchants\/demo\/receipts\//,
  )
  await behind.create(receipt())
  const page = await behind.ask(behind.receipts('?fromDate=2020-01-01&toDate=2100-01-01&pageSize=1'))
  expect(page.headers.get('link')).toMatch(/^<https:\/\/receipts\.example\.com\/ws/)
  expect((await behind.ask('/openapi.json')).json.servers).toEqual([{ url: 'https://receipts.example.com' }])
})
