import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { basic, demoCredentials } from '../../test/support/tills.ts'
import { pick, type Random } from '../random.ts'
import type { Described, Description } from './description.ts'
import { anyText, anyValue } from './values.ts'

export interface MadeRequest {
  method: string
  /** Path and query, as it goes over the wire. */
  target: string
  headers: Record<string, string | string[]>
  body: Buffer | undefined
}

export interface Known {
  /** Ids of receipts that are there. */
  receiptIds: readonly string[]
  adminToken: string
}

const sample = readFileSync(new URL('../../../fixtures/everything/receipt.json', import.meta.url))

/** Makes a request to an operation in which most is right, and something is wrong. */
export function requestOf(operation: Described, description: Description, known: Known, random: Random): MadeRequest {
  const body = bodyOf(operation, description, random)
  return {
    method:
      random() < 0.97 ? operation.method : pick(random, ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'TRACE']),
    target: targetOf(operation, known, random),
    headers: { ...credentialsOf(operation, known, random), ...headersOf(operation, body !== undefined, random) },
    body,
  }
}

function targetOf({ path, parameters, credentials }: Described, { receiptIds }: Known, random: Random): string {
  // What an administrator changes isn't the merchant of the other requests, which it could end.
  const merchant = credentials === 'admin' ? 'fuzz' : 'demo'
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random() < 0.15) return encoded(anyText(random), random).replace(/^demo$/, merchant)
    if (name === 'merchantId') return merchant
    if (name === 'receiptId') return pick(random, receiptIds)
    return '0123456789abcdef'
  })
  const query = parameters
    .filter(one => one.in === 'query' && random() < 0.6)
    .flatMap(({ name }) =>
      Array.from({ length: random() < 0.05 ? 2 : 1 }, () => [name, queryValue(name, random)] as const),
    )
  if (random() < 0.05) query.push([encoded(anyText(random), random), encoded(anyText(random), random)])
  return `${filled}${query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : ''}`
}

function queryValue(name: string, random: Random): string {
  if (random() < 0.4) return encoded(anyText(random), random)
  if (/date|since|until/i.test(name))
    return pick(random, ['2020-01-01', '2030-12-31T23:59:59Z', '2026-11-22T10:00:00%2B02:00'])
  return pick(random, ['1', '20', 'demo', 'a4', 'gift'])
}

/** Percent-encoded, or nearly: only what can't be in a request's first line at all is always encoded. */
function encoded(text: string, random: Random): string {
  const whole = text.isWellFormed() ? encodeURIComponent(text) : encodeURIComponent(text.toWellFormed())
  return random() < 0.8 ? whole : text.replace(/[^!-~]|[?#]/gu, '%C3').slice(0, 3000)
}

function credentialsOf({ credentials }: Described, { adminToken }: Known, random: Random): Record<string, string> {
  if (random() < 0.01)
    return pick(random, [
      {},
      { authorization: 'Basic' },
      { authorization: `Bearer ${'x'.repeat(300)}` },
      { authorization: 'Basic !!!' },
    ])
  if (credentials === 'apiKey') return { authorization: basic(demoCredentials) }
  return credentials === 'admin' ? { authorization: `Bearer ${adminToken}` } : {}
}

function headersOf({ parameters }: Described, hasBody: boolean, random: Random): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const one of parameters) if (one.in === 'header' && random() < 0.5) headers[one.name] = headerText(random)
  if (hasBody) headers['content-type'] = random() < 0.9 ? 'application/json' : pick(random, types)
  if (random() < 0.1)
    headers['accept-language'] = pick(random, ['*', 'de-DE,en;q=0.5', 'x'.repeat(2000), ';;;', 'en;q=2', '\u00ff'])
  if (random() < 0.05) headers['accept-encoding'] = pick(random, ['gzip', 'br', '*;q=0', 'x'])
  if (random() < 0.03) headers['if-none-match'] = headerText(random)
  if (random() < 0.03) headers.range = 'bytes=0-9'
  if (random() < 0.03) headers.traceparent = headerText(random)
  if (random() < 0.02) headers['x-forwarded-for'] = ['1.2.3.4', '5.6.7.8']
  if (random() < 0.02) headers.expect = '100-continue'
  return headers
}

const types = [
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json; charset="ISO-8859-1"',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  '',
  'application/json; charset=',
  'APPLICATION/JSON',
]

/** Only bytes that may be in a header. */
function headerText(random: Random): string {
  return anyText(random).replace(/[^\t -~\u0080-\u00ff]/g, '')
}

function bodyOf({ body, method }: Described, { schemas }: Description, random: Random): Buffer | undefined {
  if (!body) return random() < 0.03 && method !== 'GET' ? Buffer.from('{}') : undefined
  const chance = random()
  if (chance < 0.02) return undefined
  const text =
    chance < 0.2 && body.$ref?.endsWith('/ReceiptData')
      ? sample
      : Buffer.from(JSON.stringify(anyValue(body, schemas, random)) ?? '')
  if (chance < 0.9) return text
  return pick(random, [
    () => text.subarray(0, Math.floor(random() * text.length)),
    () => Buffer.concat([text, text]),
    () => gzipSync(text),
    () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    () => Buffer.alloc(1_100_000, ' '),
    () => Buffer.from([0xff, 0xfe, 0x00]),
    () => Buffer.alloc(0),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from('{"a":1,"a":2,"__proto__":{"x":1}}'),
  ])()
}
