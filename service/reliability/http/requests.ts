import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { basic, demoCredentials } from '../../test/support/tills.ts'
import { anyText, anyValue, encodedText, mostly, often, type Schema, sometimes } from './values.ts'

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

/** What requests are made with. */
export interface Known {
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
    method: mostly(
      97,
      fc.constant(method),
      fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'TRACE'),
    ),
    target: fc.tuple(pathOf(path, isAdmin, known), queryOf(of('query'))).map(parts => parts.join('')),
    headers: headersOf(of('header'), authorization, schema !== undefined),
    body: schema ? bodyOf(schema, known.document) : sometimes(method === 'GET' ? 0 : 3, fc.constant(Buffer.from('{}'))),
  })
}

/** What an administrator changes isn't the merchant of the other requests, which it could end. */
function pathOf(path: string, isAdmin: boolean, { receiptIds }: Known): fc.Arbitrary<string> {
  const merchant = isAdmin ? 'fuzz' : 'demo'
  const parts = path.split(/(\{\w+\})/).map(part => {
    if (!part.startsWith('{')) return fc.constant(part)
    const usual = part === '{merchantId}' ? [merchant] : part === '{receiptId}' ? receiptIds : ['0123456789abcdef']
    return mostly(
      85,
      fc.constantFrom(...usual),
      encodedText.map(text => (text === 'demo' ? merchant : text)),
    )
  })
  return fc.tuple(...parts).map(each => each.join(''))
}

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const pairs = names.map(name => {
    const usual = /date|since|until/i.test(name)
      ? ['2020-01-01', '2030-12-31T23:59:59Z', '2026-11-22T10:00:00%2B02:00']
      : ['1', '20', 'demo', 'a4', 'gift']
    const pair = mostly(60, fc.constantFrom(...usual), encodedText).map(value => `${name}=${value}`)
    return sometimes(
      60,
      mostly(
        95,
        pair,
        fc.tuple(pair, pair).map(both => both.join('&')),
      ),
    )
  })
  const strange = sometimes(
    5,
    fc.tuple(encodedText, encodedText).map(pair => pair.join('=')),
  )
  return fc.tuple(strange, ...pairs).map(each => {
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

const sample = readFileSync(new URL('../../../fixtures/everything/receipt.json', import.meta.url))

function bodyOf(schema: Schema, { components }: Document): fc.Arbitrary<Buffer | undefined> {
  const made = anyValue(schema, components.schemas).map(value => Buffer.from(JSON.stringify(value) ?? ''))
  const whole = schema.$ref?.endsWith('/ReceiptData') ? mostly(80, made, fc.constant(sample)) : made
  const spoiled = fc.tuple(whole, fc.nat(), fc.constantFrom(...spoilings)).map(([text, at, spoil]) => spoil(text, at))
  return mostly(98, mostly(90, whole, spoiled), fc.constant(undefined))
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
