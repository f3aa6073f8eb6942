import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import spectralCore from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describingOperations } from '../src/http/description/docs-page.ts'
import { describe } from '../src/http/description/openapi.ts'
import { demoCredentials, receipt, startService, type TestService } from './support/service.ts'

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

test('apiRequest says what of it is masked', async () => {
  const { components } = await description()
  const { apiRequest } = components.schemas.ReceiptDataResponse.properties
  for (const name of ['accountNumber', 'deposit', 'giftCard', 'last4Digits', 'authNumber', 'cardData'])
    expect(apiRequest.description).toContain(`\`${name}`.replace('`authNumber', '`giftCard.authNumber'))
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
  expect(text).not.toMatch(/<script|src=|https?:\/\/(?!127\.0\.0\.1|shop\.example\.com\/webhooks\b)/)
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

test('every property is described', async () => {
  const plain: string[] = []
  const look = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties = {} } = part as { properties?: Record<string, { description?: string; $ref?: string }> }
    for (const [name, { description: text, $ref }] of Object.entries(properties))
      if (!text && !$ref) plain.push(`${path}.${name}`)
    for (const [name, inner] of Object.entries(part)) look(inner, `${path}/${name}`)
  }
  const { components, paths } = await description()
  look(components.schemas, '')
  look(paths, 'paths')
  expect(plain).toEqual([])
})

test('every operation with JSON has an example that its schema accepts', async () => {
  const { components, paths } = await description()
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', components })
  const local = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'))
  const missing: string[] = []
  const wrong: string[] = []
  type Content = Record<string, { schema: object; example?: unknown }>
  for (const [path, methods] of Object.entries<Record<string, unknown>>(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { requestBody, responses } = operation as {
        requestBody?: { content: Content }
        responses: Record<string, { content?: Content }>
      }
      const [, answer] = Object.entries(responses).find(([status]) => status < '300') ?? []
      for (const [what, content] of [
        ['body', requestBody?.content],
        ['answer', answer?.content],
      ] as const) {
        const json = content?.['application/json']
        if (!json || path === '/openapi.json') continue
        const place = `${method} ${path} ${what}`
        if (json.example === undefined) missing.push(place)
        else if (!ajv.validate(local(json.schema), json.example)) wrong.push(`${place}: ${ajv.errorsText()}`)
      }
    }
  expect([missing, wrong]).toEqual([[], []])
})

test('the reference page has each operation as a command that works when pasted', async () => {
  const { text } = await shop.ask('/docs', { credentials: null })
  const commands = [...text.matchAll(/<pre>(curl [\s\S]*?)<\/pre>/g)].map(([, command]) => unescapeHtml(command!))
  const create = commands.find(command => command.includes(' -X POST') && command.includes('/receipts" '))!
  const other = create.replace('7b8f0c1e', '00000000')
  const { stdout } = await promisify(execFile)('sh', ['-c', `merchantId=demo KEY=${demoCredentials}\n${other}`])
  expect(JSON.parse(stdout)).toMatchObject({ customerEmailAddress: 'ada@example.com', receiptId: expect.any(String) })
})

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
