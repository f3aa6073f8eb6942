import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receipt, startService, type TestService } from './support/service.ts'

let shop: TestService
beforeAll(async () => {
  shop = await startService({ withoutWorker: true })
})
afterAll(() => shop.stop())

const description = async () => (await shop.ask('/openapi.json', { credentials: null })).json

test('the description is OpenAPI 3.1 without a complaint of Spectral', async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [spectralRulesets.oas as never], rules: {} })
  const found = await spectral.run(await description())
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

test('every operation of the interface is described, with every status it may answer', async () => {
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

test('the body of a receipt is described by the schema that it is checked with', async () => {
  const { components } = await description()
  expect(components.schemas.ReceiptData.required).toEqual(
    expect.arrayContaining(['workstation', 'receiptType', 'transactionType', 'transactionNumber', 'grandAmount']),
  )
  expect(components.schemas.Customer.properties.emailAddress).toBeDefined()
})

test('the reference page stands alone: no script, nothing fetched', async () => {
  const { status, text, headers } = await shop.ask('/docs', { credentials: null })
  expect(status).toBe(200)
  expect(text).toContain('Create and e-mail a receipt')
  expect(text).toContain('schema-ReceiptData')
  expect(text).not.toMatch(/<script|src=|https?:\/\/(?!127\.0\.0\.1)/)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})

test('behind a proxy every address is the public one', async () => {
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
