import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { closeHttp, endUnreadAnswers, limitConnections } from '../src/http/connections.ts'
import { readConfig } from '../src/settings/config.ts'
import { makeCertificate } from './support/certificate.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { basic, demoCredentials, receipt, startService } from './support/service.ts'

const halfHead = 'POST /ws/rest/v1/merchants/demo/receipts HTTP/1.1\r\nHost: 127.0.0.1\r\n'
const halfBody = `${halfHead}Authorization: ${basic(demoCredentials)}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`

/** A client that sends something and then no more; if it stays, it keeps its side open after the server has closed its own. */
async function slowClient(
  url: string,
  text: string,
  { stays = false } = {},
): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: stays })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  const ended = new Promise<string>(resolve => socket.on('close', () => resolve(answer)))
  await Promise.race([once(socket, 'connect'), ended])
  socket.write(text)
  return { socket, ended }
}

test('stopping waits a limited time for slow clients, and sends mails meanwhile', async () => {
  const reached = Promise.withResolvers<void>()
  await using mailServer = await startMailServer({
    onConnect(_session, done) {
      reached.resolve()
      done()
    },
  })
  const shop = await startService({ settings: { SMTP_URL: mailServer.url }, clientTimeouts: { close: 500 } })
  const clients = await Promise.all([halfHead, halfBody].map(text => slowClient(shop.url, text)))
  await shop.create(receipt())
  await reached.promise
  await shop.stop()
  expect(mailServer.mails).toHaveLength(1)
  // Not the 408 of those that took their own time.
  expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual(['', ''])
})

test('cuts off incomplete requests after their time limit', async () => {
  await using shop = await startService({ withoutWorker: true, clientTimeouts: { head: 200, request: 400, check: 50 } })
  const clients = await Promise.all(['', halfHead, halfBody].map(text => slowClient(shop.url, text)))
  const [silent, head, body] = await Promise.all(clients.map(({ ended }) => ended))
  expect(silent).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(body).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
})

/** How many clients the server still holds. */
const held = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('clients that keep their side open after the 408 keep no connection', async () => {
  const clientTimeouts = { head: 300, request: 500, check: 50, close: 500 }
  await using shop = await startService({ withoutWorker: true, settings: { MAX_CONNECTIONS: '100' }, clientTimeouts })
  const texts = ['', halfHead, halfBody]
  await Promise.all(Array.from({ length: 400 }, (_, at) => slowClient(shop.url, texts[at % 3] ?? '', { stays: true })))
  const served = async () => (await fetch(`${shop.url}/healthz`)).text()
  await until(async () => (await served().catch(() => '')).includes('ok'))
})

test('clients that read no answer keep no connection, those that wait for one do', async () => {
  const waiting: (() => void)[] = []
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.url === '/slow') waiting.push(() => response.end('at last'))
    else response.end(Buffer.alloc(20_000_000))
  })
  endUnreadAnswers(server, 1000)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const ask = (path: string) => slowClient(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const patient = await ask('/slow')
  for (const path of ['/1', '/2', '/3']) (await ask(path)).socket.pause()
  await until(() => asked === 4)
  await until(async () => (await held(server)) === 1)
  waiting[0]?.()
  expect(await patient.ended).toMatch(/at last$/)
})

test('clients that never finish a TLS handshake keep no connection', async () => {
  const { cert, key } = makeCertificate('till')
  await using shop = await startService({
    withoutWorker: true,
    settings: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, MAX_CONNECTIONS: '20' },
    clientTimeouts: { head: 300, check: 50 },
  })
  const texts = ['', '\x16\x03\x01', halfHead]
  await Promise.all(Array.from({ length: 60 }, (_, at) => slowClient(shop.url, texts[at % 3] ?? '', { stays: true })))
  const served = () =>
    new Promise<boolean>(resolve => {
      const port = Number(new URL(shop.url).port)
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        socket.end()
        resolve(true)
      }).on('error', () => resolve(false))
    })
  await until(served)
})

test('limits the connections of one address, but not of this machine', () => {
  const server = Object.assign(new EventEmitter(), { closeIdleConnections: () => {} }) as Server
  limitConnections(server, { all: 100, perAddress: 2 })
  const connected = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => {} })
    socket.destroy = () => {
      socket.destroyed = true
      socket.emit('close')
    }
    server.emit('connection', socket)
    return socket
  }
  const [first, second, third] = [1, 2, 3].map(() => connected('192.0.2.1'))
  expect([first, second, third].map(socket => socket?.destroyed)).toEqual([false, false, true])
  expect(connected('192.0.2.2').destroyed).toBe(false)
  first?.destroy()
  expect(connected('192.0.2.1').destroyed).toBe(false)
  expect([1, 2, 3].map(() => connected('127.0.0.1').destroyed)).toEqual([false, false, false])
})

test('allows one address half of the connections by default, behind a proxy all', () => {
  const perAddress = (settings: Record<string, string>) => readConfig(settings).maxConnectionsPerAddress
  expect(perAddress({})).toBe(500)
  expect(perAddress({ MAX_CONNECTIONS: '31' })).toBe(16)
  expect(perAddress({ PUBLIC_URL: 'https://receipts.example.com' })).toBe(0)
  expect(perAddress({ PUBLIC_URL: 'https://receipts.example.com', MAX_CONNECTIONS_PER_ADDRESS: '7' })).toBe(7)
})

test('limits connections, and closes idle ones to make room', async () => {
  const server = createServer((_request, response) => response.end('ok'))
  expect(limitConnections(server, { all: 10, perAddress: 2 })).toBe(10)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const idle = await slowClient(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle.socket, 'data')
  const slow = await Promise.all(Array.from({ length: 9 }, () => slowClient(url, halfHead)))
  expect(await idle.ended).toMatch(/^HTTP\/1\.1 200 OK/)
  slow.push(await slowClient(url, halfHead))
  const refused = await slowClient(url, halfHead)
  expect(await refused.ended).toBe('')
  for (const { socket } of slow) expect(socket.closed).toBe(false)
  slow[0]?.socket.destroy()
  await slow[0]?.ended
  await closeHttp({ server, close: () => new Promise(resolve => server.close(resolve)) }, 50)
})
