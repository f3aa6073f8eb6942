import { readFileSync } from 'node:fs'
import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createTcp } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isHostOrNetwork, readAllowedHosts } from '../../src/basics/public-addresses.ts'
import { urlProblem } from '../../src/delivery/webhooks/endpoints.ts'
import { createPoster, type Lookup, type PosterOptions } from '../../src/delivery/webhooks/post.ts'
import { makeCertificate } from '../support/certificate.ts'

const loopback = readAllowedHosts(['127.0.0.1'])
const none = readAllowedHosts([])

function post(url: string, options: Partial<PosterOptions> = {}, body = '{}') {
  const poster = createPoster({ allowed: loopback, ...options })
  onTestFinished(poster.close)
  return poster.post(url, { 'webhook-id': 'one' }, body)
}

/** Names that lead where the test says, one answer after the other. */
const resolving =
  (...answers: string[][]): Lookup =>
  (_name, _options, done) => {
    const addresses = answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? [])
    done(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

async function listen(server: Server | ReturnType<typeof createTcp>): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as { port: number }).port
}

const serve = (listener: RequestListener) => listen(createPlain(listener))

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.0.1/',
  'https://224.0.0.1/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
])('nothing is posted to %s, and it isn’t saved', async url => {
  expect(await post(url, { allowed: none })).toMatchObject({ statusCode: null, code: 'address' })
  expect(await urlProblem(url.replace('http:', 'https:'), none)).toMatch(/private network/)
})

test('a public address is posted to with TLS only, unless the operator lists it', async () => {
  expect(await post('http://93.184.216.34/', { allowed: none })).toMatchObject({ statusCode: null, code: 'address' })
  expect(await urlProblem('https://93.184.216.34/', none)).toBeUndefined()
})

test('a name is looked at when it is saved and at each connection, so it can’t lead elsewhere later', async () => {
  const port = await serve((_, response) => response.end())
  const url = `https://rebound.example.com:${port}/`
  const lookup = resolving(['93.184.216.34'], ['127.0.0.1'])
  expect(await urlProblem(url, none, lookup)).toBeUndefined()
  expect(await post(url, { allowed: none, lookup })).toMatchObject({ code: 'address' })
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']])
    expect(await urlProblem(url, none, resolving(addresses))).toMatch(/private network/)
  expect(await urlProblem(url, none, resolving([]))).toMatch(/DNS/)
  // Saved while it was allowed.
  expect(
    await post(url.replace('https', 'http'), { allowed: none, lookup: resolving(['93.184.216.34']) }),
  ).toMatchObject({
    code: 'address',
  })
})

test('of several addresses only those are tried that may be reached', async () => {
  const port = await serve((_, response) => response.end('here'))
  const url = `http://mixed.example.com:${port}/`
  const lookup = resolving(['10.0.0.1', '127.0.0.1'])
  expect(await post(url, { lookup })).toMatchObject({ statusCode: 200, answer: 'here' })
})

test('the operator may allow hosts, addresses and networks, and only these without TLS', async () => {
  const lookup = resolving(['10.1.2.3'])
  const url = 'https://hooks.internal.example.com/'
  for (const entry of ['hooks.internal.example.com', 'HOOKS.internal.example.com.', '10.1.2.3', '10.1.0.0/16']) {
    expect(await urlProblem(url, readAllowedHosts([entry]), lookup)).toBeUndefined()
    expect(await urlProblem(url.replace('https', 'http'), readAllowedHosts([entry]), lookup)).toBeUndefined()
  }
  for (const entry of ['internal.example.com', '10.2.0.0/16', 'fd00::/8'])
    expect(await urlProblem(url, readAllowedHosts([entry]), lookup)).toMatch(/private network/)
  expect(await urlProblem('http://shop.example.com/', none, resolving(['93.184.216.34']))).toMatch(/https/)
  for (const wrong of [
    'ftp://shop.example.com/',
    'https://ada:secret@shop.example.com/',
    'https://x.example.com/#a',
    'shop',
    `https://x.example.com/${'a'.repeat(2000)}`,
  ])
    expect(await urlProblem(wrong, none, lookup)).toMatch(/https/)
  expect(['10.1.0.0/33', '300.1.1.1', 'a_b', '', '10.0.0.0/x'].filter(isHostOrNetwork)).toEqual([])
})

test('TLS is verified, whatever the environment says', async () => {
  const { cert, key } = makeCertificate()
  const [certificate, privateKey] = [readFileSync(cert, 'utf8'), readFileSync(key, 'utf8')]
  const port = await listen(createSecure({ cert: certificate, key: privateKey }, (_, response) => response.end()))
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ code: 'tls' })
  expect(await post(`https://127.0.0.1:${port}/`, { ca: certificate })).toMatchObject({ statusCode: 200, code: 'ok' })
  const lookup = resolving(['127.0.0.1'])
  expect(await post(`https://other.example.com:${port}/`, { ca: certificate, lookup })).toMatchObject({ code: 'tls' })
})

test('a redirect is an answer, and not followed', async () => {
  let visits = 0
  const port = await serve((_, response) => {
    visits += 1
    response.writeHead(307, { location: '/elsewhere' }).end('over there')
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    statusCode: 307,
    code: 'status',
    answer: 'over there',
  })
  expect(visits).toBe(1)
})

test.each([
  [200, 'ok'],
  [204, 'ok'],
  [299, 'ok'],
  [300, 'status'],
  [410, 'status'],
  [503, 'status'],
])('an answer of status %i is %s', async (statusCode, code) => {
  const port = await serve((_, response) => response.writeHead(statusCode).end())
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode, code })
})

test('what takes too long is given up: connecting, answering, and an answer without end', async () => {
  const limits = { connectMs: 300, totalMs: 600 }
  const silent = await listen(createTcp(socket => socket.on('error', () => {})))
  expect(await post(`http://127.0.0.1:${silent}/`, { limits })).toMatchObject({ statusCode: null, code: 'timeout' })
  expect(await post(`https://127.0.0.1:${silent}/`, { limits })).toMatchObject({ statusCode: null, code: 'timeout' })
  const slow = await serve((_, response) => {
    response.write('first')
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  })
  expect(await post(`http://127.0.0.1:${slow}/`, { limits })).toMatchObject({
    statusCode: 200,
    answer: expect.stringMatching(/^first/),
  })
})

test.each([
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi', 101],
  ['101 alone', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 101],
  ['answers before the answer, without end', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000), null],
  ['a megabyte of headers', `HTTP/1.1 200 OK\r\nX-Till: ${'7'.repeat(1_000_000)}\r\n\r\n`, null],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n', null],
  ['something else than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', null],
])('a receiver that answers with %s holds nothing up', async (_, answer, statusCode) => {
  const server = createTcp(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(answer))
  })
  const port = await listen(server)
  const posted = await post(`http://127.0.0.1:${port}/`, { limits: { connectMs: 60_000, totalMs: 60_000 } })
  expect(posted).toMatchObject({ statusCode, answer: '' })
  expect(posted.code).not.toBe('ok')
})

test('an answer is read as far as 64 KiB, and kept as a line of 500 characters', async () => {
  let sent = 0
  const port = await serve((_, response) => {
    const more = () => {
      sent += 1
      if (sent < 1000 && !response.destroyed) response.write(Buffer.alloc(65_536, 'a'), () => setImmediate(more))
    }
    response.on('error', () => {})
    more()
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200, answer: 'a'.repeat(500) })
  expect(sent).toBeLessThan(100)
  const odd = await serve((_, response) => response.end('no\u0000\r\n\u001b[31m\u202ethanks '))
  expect(await post(`http://127.0.0.1:${odd}/`)).toMatchObject({ answer: 'no [31m thanks' })
})

test('a connection that was closed while it waited is opened again', async () => {
  let answers = 0
  const server = createPlain((_, response) => {
    answers += 1
    response.end()
  })
  const port = await listen(server)
  const poster = createPoster({ allowed: loopback })
  onTestFinished(poster.close)
  for (let each = 0; each < 3; each++) {
    expect(await poster.post(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ statusCode: 200 })
    server.closeIdleConnections()
  }
  expect(answers).toBe(3)
})

test.each([
  ['120', 120_000],
  ['soon', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('Retry-After %s is %s ms', async (header, expected) => {
  const port = await serve((_, response) => response.writeHead(503, { 'retry-after': header }).end())
  expect((await post(`http://127.0.0.1:${port}/`)).retryAfterMs).toBe(expected)
})

test('a refused connection and a name that isn’t known are told apart', async () => {
  expect(await post('http://127.0.0.1:1/')).toMatchObject({ code: 'connection' })
  const lookup: Lookup = (_name, _options, done) => done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
  expect(await post('https://nowhere.example.com/', { lookup })).toMatchObject({ code: 'dns' })
})
