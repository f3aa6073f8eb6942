import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGate } from '../src/basics/gate.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { isPublicAddress } from '../src/basics/public-addresses.ts'
import { learnBounce } from './support/database.ts'
import { type DnsServer, startDnsServer } from './support/dns-server.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { receipt, startService, type TestService } from './support/service.ts'

let dns: DnsServer
let mailServer: MailServer
/** Asks no mail servers. */
let shop: TestService

beforeAll(async () => {
  dns = await startDnsServer({
    'good.example.com': { MX: ['mx.example.com'] },
    'all.example.com': { MX: ['mx.example.com'] },
    'grey.example.com': { MX: ['mx.example.com'] },
    'policy.example.com': { MX: ['mx.example.com'] },
    'address.example.com': { A: ['127.0.0.1'] },
    'nomail.example.com': { MX: [''] },
    'empty.example.com': {},
    'gone.example.com': 'NXDOMAIN',
    'broken.example.com': 'SERVFAIL',
    'slow.example.com': 'silence',
    'xn--bcher-kva.example.com': { MX: ['mx.example.com'] },
    'mx.example.com': { A: ['127.0.0.1'] },
    'outlook.com': { MX: ['mx.example.com'] },
  })
  mailServer = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const [local = '', domain] = address.split('@')
      const fault = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
      if (domain === 'all.example.com') return done()
      if (domain === 'grey.example.com') return done(fault(451, '4.7.1 Greylisted'))
      if (domain === 'policy.example.com') return done(fault(550, '5.7.1 Not from you'))
      done(local === 'ada' || local === 'ada+till' ? null : fault(550, '5.1.1 No such user'))
    },
  })
  shop = await withDns()
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await mailServer.stop()
  await dns[Symbol.asyncDispose]()
})

const withDns = (more = {}) =>
  startService({ withoutWorker: true, dns: { servers: [dns.address], timeout: 200 }, ...more })

async function verdicts(shop: TestService, addresses: string[]): Promise<Record<string, string>> {
  const query = addresses.map(address => `emailAddress=${encodeURIComponent(address)}`).join('&')
  const { json } = await shop.ask(`/email-validation?${query}`)
  return Object.fromEntries(Object.entries<{ status: string }>(json).map(([address, { status }]) => [address, status]))
}

describe('without asking mail servers', () => {
  test('only impossible addresses are invalid, and none is valid', async () => {
    const expected = {
      'ada@good.example.com': 'unknown',
      'ada@address.example.com': 'unknown',
      'ada@nomail.example.com': 'invalid',
      'ada@empty.example.com': 'invalid',
      'ada@gone.example.com': 'invalid',
      'ada@broken.example.com': 'unknown',
      'ada@slow.example.com': 'unknown',
      'ada@bücher.example.com': 'unknown',
      'no address': 'invalid',
      'a@b@good.example.com': 'invalid',
      'ada@[127.0.0.1]': 'invalid',
      '"ada"@good.example.com': 'invalid',
    }
    expect(await verdicts(shop, Object.keys(expected))).toEqual(expected)
  })

  test('an address that bounced is invalid', async () => {
    await learnBounce(shop, 'Gone@good.example.com')
    expect(await verdicts(shop, ['gone@good.example.com'])).toEqual({ 'gone@good.example.com': 'invalid' })
  })
})

describe('where DNS can’t resolve public names', () => {
  test('no address is invalid because of it, and the log says so once', async () => {
    await using closed = await startDnsServer({ 'shop.example.com': { MX: ['mx.example.com'] } })
    const lines: string[] = []
    const log = openLog('warn', { write: line => void lines.push(line) })
    await using shop = await startService({ withoutWorker: true, log, settings: { DNS_SERVERS: closed.address } })
    expect(
      await verdicts(shop, ['ada@gone.example.com', 'ada@other.example.com', 'ada@shop.example.com', 'no.address@x']),
    ).toEqual({
      'ada@gone.example.com': 'unknown',
      'ada@other.example.com': 'unknown',
      'ada@shop.example.com': 'unknown',
      'no.address@x': 'invalid',
    })
    expect(lines.map(line => JSON.parse(line).msg)).toEqual([expect.stringContaining("DNS can't resolve public names")])
    const { json } = await shop.ask('/readyz', { credentials: null })
    expect(json).toMatchObject({
      status: 'warn',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'dns' })]),
    })
  })

  test('a DNS server without records for public names counts, too', async () => {
    await using closed = await startDnsServer({ 'gone.example.com': {} })
    await using shop = await startService({ withoutWorker: true, settings: { DNS_SERVERS: closed.address } })
    expect(await verdicts(shop, ['ada@gone.example.com'])).toEqual({ 'ada@gone.example.com': 'unknown' })
  })
})

describe('asking mail servers', () => {
  const probing = () =>
    withDns({ settings: { SMTP_PROBE: 'on' }, probe: { port: mailServer.port, allowPrivate: true } })

  test('is valid only if the server accepts the address and rejects another', async () => {
    await using shop = await probing()
    const expected = {
      'ada@good.example.com': 'valid',
      'bob@good.example.com': 'invalid',
      'ada@address.example.com': 'valid',
      'ada@all.example.com': 'unknown',
      'ada@grey.example.com': 'unknown',
      'ada@policy.example.com': 'unknown',
      'ada@gone.example.com': 'invalid',
    }
    expect(await verdicts(shop, Object.keys(expected))).toEqual(expected)
    expect(mailServer.mails).toEqual([])
  })

  test('never probes servers in our own network', async () => {
    await using shop = await withDns({ settings: { SMTP_PROBE: 'on' }, probe: { port: mailServer.port } })
    expect(await verdicts(shop, ['bob@good.example.com'])).toEqual({ 'bob@good.example.com': 'unknown' })
  })
})

test('accepts repeated or comma-separated addresses, with unescaped pluses', async () => {
  const { json } = await shop.ask(
    '/email-validation?emailAddress=a+b@gone.example.com,c@gone.example.com&emailAddress=d',
  )
  expect(Object.keys(json)).toEqual(['a+b@gone.example.com', 'c@gone.example.com', 'd'])
})

test.each([
  ['a space', 'a%20b@good.example.com', { 'a b@good.example.com': 'invalid' }],
  ['a space, as forms write it', 'a+b%40good.example.com', { 'a b@good.example.com': 'invalid' }],
  ['a plus', 'a%2Bb%40good.example.com', { 'a+b@good.example.com': 'unknown' }],
  ['a plus, unescaped', 'a+b@good.example.com', { 'a+b@good.example.com': 'unknown' }],
  ['a space around it', '%20ada@good.example.com', { ' ada@good.example.com': 'invalid' }],
  ['a tab', 'ada%09@good.example.com', { 'ada\t@good.example.com': 'invalid' }],
  ['a comma', 'ada%2Cben@good.example.com', { 'ada,ben@good.example.com': 'invalid' }],
  ['a comma in quotes', '%22ada%2Cben%22@good.example.com', { '"ada,ben"@good.example.com': 'invalid' }],
  ['an unescaped comma in quotes', '"ada,ben"@good.example.com', { '"ada,ben"@good.example.com': 'invalid' }],
  ['half an escape', 'ada%2@good.example.com', { 'ada%2@good.example.com': 'unknown' }],
  ['capitals', 'Ada@Good.Example.com', { 'Ada@Good.Example.com': 'unknown' }],
  ['letters beyond ASCII', '%C3%BCn%C3%AF@good.example.com', { 'ünï@good.example.com': 'unknown' }],
])('answers for exactly the address that was sent: %s', async (_what, sent, expected) => {
  const { json } = await shop.ask(`/email-validation?emailAddress=${sent}`)
  expect(json).toEqual(Object.fromEntries(Object.entries(expected).map(([key, status]) => [key, { status }])))
})

test.each([
  '',
  '?',
  '?emailAddress',
  '?emailAddress=',
  '?emailAddress=,&emailAddress=',
  '?emailaddress=ada@example.com',
])('wants an address: %j', async query => {
  const { status, json } = await shop.ask(`/email-validation${query}`)
  expect([status, json.errors]).toEqual([
    422,
    { emailAddress: [{ code: 'required', message: 'Email Address is required' }] },
  ])
})

test('accepts an address named __proto__', async () => {
  expect((await shop.ask('/email-validation?emailAddress=__proto__')).text).toBe('{"__proto__":{"status":"invalid"}}')
})

test('rejects more than a hundred addresses', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `a${at}`).join(',')
  const { status, json } = await shop.ask(`/email-validation?emailAddress=${many}`)
  expect([status, json.errors]).toEqual([422, { emailAddress: [{ code: null, message: 'must be at most 100' }] }])
})

test.each([
  ['8.8.8.8', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['2a00:1450::1', true],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['3fff:fff:ffff::1', false],
  ['4000::1', false],
  ['2001::1', false],
  ['2001:2::1', false],
  ['2001:10::1', false],
  ['2001:20::1', false],
  ['2001:1ff:ffff::1', false],
  ['2001:200::1', true],
  ['2001:4860:4860::8888', true],
  ['2001:0DB8::1', false],
  ['2620:4f:8000::1', false],
  ['64:ff9b::8.8.8.8', false],
  ['192.88.99.1', false],
  ['198.20.0.1', true],
  ['255.255.255.255', false],
  ['nothing', false],
])('%s is an address of the public internet: %s', (ip, expected) => {
  expect(isPublicAddress(ip)).toBe(expected)
})

test('a limiter keeps its limit and runs everything', async () => {
  const { pass: inTurn } = createGate(3)
  let inside = 0
  let most = 0
  const task = async () => {
    most = Math.max(most, ++inside)
    await new Promise(resolve => setTimeout(resolve, 1))
    inside -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => inTurn(task)))
  expect([most, inside]).toEqual([3, 0])
})

test.each([
  `${'é'.repeat(40)}@example.com`,
  'a@\ufdfa.example',
  'a@\u0301.example',
  `a@${'ü'.repeat(60)}.example`,
  'a@example',
])('create, resend and validation all reject %j', async address => {
  const created = await shop.ask(shop.receipts(), {
    method: 'POST',
    body: receipt({ customer: { emailAddress: address } }),
  })
  expect([created.status, Object.keys(created.json.errors)]).toEqual([422, ['customer.emailAddress']])
  const id = await shop.create(receipt())
  const again = await shop.ask(shop.receipts(`/${id}/email`), {
    method: 'POST',
    body: { customerEmailAddress: address },
  })
  expect([again.status, Object.keys(again.json.errors)]).toEqual([422, ['customerEmailAddress']])
  expect(Object.values(await verdicts(shop, [address]))).toEqual(['invalid'])
})
