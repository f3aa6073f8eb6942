import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { anyText as anyPlainText } from '../../test/support/any-receipt.ts'
import { basic, demoCredentials } from '../test/support/tills.ts'

/** A request, or bytes that are none. */
export type MadeRequest =
  | {
      method: string
      /** Path and query, as it goes over the wire. */
      target: string
      headers: Record<string, string | string[]>
      body: Buffer | undefined
    }
  | { bytes: Buffer }

interface Known {
  /** The OpenAPI document. */
  document: Document
  /** Ids of receipts that are there. */
  receiptIds: readonly string[]
  adminToken: string
}

/** What is read of an OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema> }
}

interface DescribedOperation {
  parameters?: { name: string; in: 'path' | 'query' | 'header' }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security?: Record<string, unknown>[]
}

/** A schema of the OpenAPI document. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Requests to any operation but PDFs, which have a fuzz of their own: most is right, and something is wrong. One in twenty is none. */
export function anyRequest(known: Known): { operations: number; requests: fc.Arbitrary<MadeRequest> } {
  const operations = Object.entries(known.document.paths)
    .filter(([path]) => !path.endsWith('/pdf'))
    .flatMap(([path, methods]) => Object.entries(methods).map(each => requestTo(path, ...each, known)))
  const requests = fc.oneof(often(19, fc.oneof(...operations)), fc.record({ bytes: rawBytes }))
  return { operations: operations.length, requests }
}

function requestTo(
  path: string,
  verb: string,
  { parameters = [], requestBody, security: [scheme = {}] = [] }: DescribedOperation,
  known: Known,
): fc.Arbitrary<MadeRequest> {
  const method = verb.toUpperCase()
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const isAdmin = 'admin' in scheme
  const of = (place: string) => parameters.filter(one => one.in === place).map(({ name }) => name)
  const authorization = isAdmin ? `Bearer ${known.adminToken}` : 'apiKey' in scheme ? basic(demoCredentials) : undefined
  return fc.record({
    method: mostly(97, fc.constant(method), fc.constantFrom(...methods)),
    target: joined('', pathOf(path, isAdmin, known), queryOf(of('query'))),
    headers: headersOf(of('header'), authorization, schema !== undefined),
    body: schema ? bodyOf(schema, known.document) : sometimes(method === 'GET' ? 0 : 3, fc.constant(Buffer.from('{}'))),
  })
}

const methods = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'TRACE']

/** What an administrator changes isn't the merchant of the other requests, which it could end. */
function pathOf(path: string, isAdmin: boolean, { receiptIds }: Known): fc.Arbitrary<string> {
  const merchant = isAdmin ? 'fuzz' : 'demo'
  const parts = path.split(/(\{\w+\})/).map(part => {
    if (!part.startsWith('{')) return fc.constant(part)
    const usual = part === '{merchantId}' ? [merchant] : part === '{receiptId}' ? receiptIds : ['0123456789abcdef']
    const strange = encodedText.map(text => (text === 'demo' ? merchant : text))
    return mostly(85, fc.constantFrom(...usual), strange)
  })
  return joined('', ...parts)
}

function joined(separator: string, ...texts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...texts).map(all => all.join(separator))
}

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const pairs = names.map(name => {
    const usual = /date|since|until/i.test(name)
      ? ['2020-01-01', '2030-12-31T23:59:59Z', '2026-11-22T10:00:00%2B02:00']
      : ['1', '20', 'demo', 'a4', 'gift']
    const pair = mostly(60, fc.constantFrom(...usual), encodedText).map(value => `${name}=${value}`)
    return sometimes(60, mostly(95, pair, joined('&', pair, pair)))
  })
  return fc.tuple(sometimes(5, joined('=', encodedText, encodedText)), ...pairs).map(each => {
    const query = each.filter(pair => pair !== undefined)
    return query.length > 0 ? `?${query.join('&')}` : ''
  })
}

function headersOf(
  names: readonly string[],
  authorization: string | undefined,
  hasBody: boolean,
): fc.Arbitrary<Record<string, string | string[]>> {
  const headers = fc.record({
    ...Object.fromEntries(names.map(name => [name, sometimes(50, headerText)])),
    authorization: mostly(99, fc.constant(authorization), fc.constantFrom('', 'Basic', 'Basic !!!', 'Bearer x')),
    'content-type': hasBody ? mostly(90, fc.constant('application/json'), fc.constantFrom(...types)) : fc.constant(''),
    ...Object.fromEntries(Object.entries(spoiledHeaders).map(([name, values]) => [name, sometimes(4, values)])),
  })
  return headers.map(
    all => Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Record<string, string | string[]>,
  )
}

/** A value with its weight. */
const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

/** The value so often in a hundred times, otherwise another. */
const mostly = <Value, Other>(percent: number, usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Other>) =>
  fc.oneof<fc.WeightedArbitrary<Value | Other>[]>(often(percent, usual), often(100 - percent, other))

const sometimes = <Value>(percent: number, arbitrary: fc.Arbitrary<Value>) =>
  mostly(percent, arbitrary, fc.constant(undefined))

/** A text as it may stand in a path, query or header, or in a body. */
const anyText = fc.oneof(
  often(6, fc.constantFrom('demo', '1', 'USD', '2026-11-22', 'ada@example.com', 'https://example.com/a', 'modern')),
  often(6, fc.constantFrom('', '%zz', '../../etc/passwd', "' or 1=1 --", '__proto__', '\ud800', 'a\r\nX-Evil: 1')),
  often(8, anyPlainText()),
  fc.tuple(fc.constantFrom('x', '漢', '%', '9', '\u0000'), fc.nat(5000)).map(([text, times]) => text.repeat(times)),
)

const strange = fc.oneof(fc.constantFrom(null, '', 'x'.repeat(3000), '\u0000', '\ud800'), fc.jsonValue())

/** Percent-encoded, or nearly: only what can't be in a request's first line at all is always encoded. */
const encodedText = fc
  .tuple(anyText, fc.nat(4))
  .map(([text, chance]) =>
    chance > 0 ? encodeURIComponent(text.toWellFormed()) : text.replace(/[^!-~]|[?#]/gu, '%C3').slice(0, 3000),
  )

const types = [
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json; charset=',
  'text/plain',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
]

/** Only bytes that may be in a header. */
const headerText = anyText.map(text => text.replace(/[^\t -~\u0080-\u00ff]/g, ''))

const spoiledHeaders: Record<string, fc.Arbitrary<string | string[]>> = {
  'accept-language': fc.constantFrom('*', 'de-DE,en;q=0.5', 'x'.repeat(2000), ';;;', 'en;q=2', '\u00ff'),
  'accept-encoding': fc.constantFrom('gzip', 'br', '*;q=0', 'x'),
  'if-none-match': headerText,
  range: fc.constant('bytes=0-9'),
  traceparent: headerText,
  'x-forwarded-for': fc.constant(['1.2.3.4', '5.6.7.8']),
  expect: fc.constant('100-continue'),
}

const sample = readFileSync(new URL('../../fixtures/everything/receipt.json', import.meta.url))

function bodyOf(schema: Schema, { components }: Document): fc.Arbitrary<Buffer | undefined> {
  const made = anyValue(schema, components.schemas).map(value => Buffer.from(JSON.stringify(value) ?? ''))
  const whole = schema.$ref?.endsWith('/ReceiptData') ? mostly(80, made, fc.constant(sample)) : made
  const spoiled = fc.tuple(whole, fc.nat(), fc.constantFrom(...spoilings)).map(([text, at, spoil]) => spoil(text, at))
  return mostly(98, mostly(90, whole, spoiled), fc.constant(undefined))
}

/** A value of a schema, mostly; sometimes of another type, too long, or missing. */
function anyValue(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  return mostly(94, rightValue(schema, schemas), strange)
}

function rightValue(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return rightValue(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const { properties, required = [], items = {}, oneOf, anyOf = oneOf } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      sometimes(required.includes(name) ? 98 : 30, anyValue(field, schemas)),
    ])
    const strangers = fc.dictionary(anyText, strange, { maxKeys: 1 })
    return fc
      .tuple(fc.record(Object.fromEntries(fields)), sometimes(5, strangers))
      .map(both => Object.assign({}, ...both))
  }
  if (anyOf) return fc.oneof(...anyOf.map(form => anyValue(form, schemas)))
  const [type] = [schema.type].flat()
  if (type === 'array') return fc.array(anyValue(items, schemas), { maxLength: 2 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.oneof(fc.constantFrom(0, 1, 20), fc.maxSafeInteger())
  if (type === 'number') return fc.oneof(fc.constantFrom(0, 1, 9.5, 20, 0.1 + 0.2, 1e15), fc.double())
  if (type === 'object') return fc.dictionary(anyText, anyText, { maxKeys: 2 })
  return anyText
}

const spoilings: readonly ((text: Buffer, at: number) => Buffer)[] = [
  (text, at) => text.subarray(0, at % (text.length + 1)),
  text => Buffer.concat([text, text]),
  text => gzipSync(text),
  () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  () => Buffer.alloc(1_100_000, ' '),
  () => Buffer.from([0xff, 0xfe, 0x00]),
  () => Buffer.alloc(0),
  text => Buffer.from(`\ufeff${text}`),
  () => Buffer.from('{"a":1,"a":2,"__proto__":{"x":1}}'),
]

/** Lines of requests, headers and beginnings of bodies, most of which contradict HTTP or each other. */
const lines = [
  'GET / HTTP/1.1',
  'GET /',
  'GET / HTTP/9.9',
  'BREW /pot HTTP/1.1',
  'get /healthz HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'GET http://evil.example.com/ HTTP/1.1',
  'GET /%00 HTTP/1.1',
  'POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1',
  '',
]
const oddHeaders = [
  'Host: x',
  'Host: a',
  'Content-Length: abc',
  'Content-Length: -1',
  'Content-Length: 5',
  'Content-Length: 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Content-Type: application/json',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Bad Header',
  ' folded: 1',
  'X: a\u0000b',
  `X: ${'a'.repeat(20_000)}`,
]

/** Bytes that are no request, or one that contradicts itself. */
const rawBytes = fc.oneof(
  fc
    .tuple(fc.constantFrom(...lines), fc.subarray(oddHeaders), fc.constantFrom('', '{', '{}', 'zz\r\n', '0\r\n\r\n'))
    .map(([line, headers, body]) => Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1')),
  fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
)
