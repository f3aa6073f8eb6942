import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { makeCertificate } from '../../service/test/support/certificate.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { examine } from '../src/doctor/examine.ts'
import { checkWay, tryWay } from '../src/doctor/network-checks.ts'
import { isLoopback } from '../src/http/request.ts'
import { readRetryAfter } from '../src/operations/read-answer.ts'
import { readOptions } from '../src/settings/read-settings.ts'
import { openTill } from '../src/till.ts'
import { type FakeService, startFakeService } from './support/fake-service.ts'
import { tryFates } from './support/fates.ts'
import { startProxy } from './support/proxy.ts'
import { startRealService } from './support/real-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

function newCertificate() {
  const { cert, key } = makeCertificate()
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

test('an authority of its own is trusted besides the usual ones', async () => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  const options = { ...service.options, spool: newFolder(), log: () => {} }
  await using stranger = await openTill(options, { replays: false })
  expect(await stranger.checkout(sale('1'))).toMatchObject({
    copy: 'queued',
    reason: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
  })
  await using till = await openTill({ ...options, ca: tls.cert })
  expect((await till.checkout(sale('2'))).copy).toBe('sent')
})

test('the server gets its name (SNI), and no TLS below 1.2', async () => {
  const tls = newCertificate()
  const names: unknown[] = []
  const server = createServer({ ...tls, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' })
  await using service = await startFakeService(() => undefined, { tls })
  service.server.on('secureConnection', (socket: TLSSocket & { servername?: unknown }) => names.push(socket.servername))
  await using till = await openTill({ ...service.options, spool: newFolder(), ca: tls.cert })
  await till.checkout(sale('1'))
  expect(names).toEqual(['localhost'])
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const options = {
    receipts: url,
    host: url,
    merchant: 'alder',
    key: 'i:s',
    spool: newFolder(),
    ca: tls.cert,
    log: () => {},
  }
  await using old = await openTill(options, { replays: false })
  expect(await old.checkout(sale('2'))).toMatchObject({
    copy: 'queued',
    reason: expect.stringContaining('not trusted'),
  })
  server.close()
})

/** The service by a name that only a proxy can find: this machine is never reached through one. */
const farOptions = ({ options, url }: { options: FakeService['options']; url: string }) => {
  const far = url.replace('localhost', 'receipts.invalid')
  return { ...options, receipts: `${far}/ws/rest/v1`, host: far, spool: newFolder() }
}

test.each([
  ['HTTPS_PROXY', undefined],
  ['https_proxy', 'till:s3cret'],
])('%s is used, with a login if it has one: %s', async (variable, login) => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  await using proxy = await startProxy(login)
  const options = { ...farOptions(service), ca: tls.cert, log: () => {} }
  await using till = await openTill({ ...options, environment: { [variable]: proxy.url } }, { replays: false })
  expect((await till.checkout(sale('1'))).copy).toBe('sent')
  expect(proxy.tunnels).toEqual([new URL(options.host).host])
  const environment = { [variable]: proxy.url, NO_PROXY: 'receipts.invalid' }
  await using direct = await openTill({ ...options, environment }, { replays: false })
  expect((await direct.checkout(sale('2'))).copy).toBe('queued')
  expect(proxy.tunnels).toHaveLength(1)
})

test('a proxy that wants a login is told apart, and no password reaches the log', async () => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  await using proxy = await startProxy('till:right')
  const log: LogEntry[] = []
  const environment = { HTTPS_PROXY: proxy.url.replace('right', 'wr0ng-s3cret') }
  await using till = await openTill(
    { ...farOptions(service), ca: tls.cert, environment, log: entry => log.push(entry) },
    { replays: false },
  )
  const end = await till.checkout(sale('1'))
  expect(end).toMatchObject({
    copy: 'queued',
    reason: expect.stringContaining('The proxy requires a user and a password'),
  })
  expect(JSON.stringify([end, log])).not.toContain('s3cret')
})

test.each(['localhost', '127.0.0.1', '[::1]'])('%s is never reached through a proxy', async name => {
  const seen: string[] = []
  const listener: RequestListener = ({ url = '' }, answer) => {
    seen.push(url)
    answer.setHeader('counterfoil-mode', 'live').end(url.includes('?') ? '[]' : '{"receiptId":"r-1"}')
  }
  const [here, proxy] = [createHttpServer(listener), createHttpServer(listener)]
  for (const server of [here, proxy]) server.listen(0, name.includes(':') ? '::1' : '127.0.0.1')
  await Promise.all([here, proxy].map(server => once(server, 'listening')))
  const [url, through] = [here, proxy].map(server => `http://${name}:${(server.address() as AddressInfo).port}`)
  const environment = { HTTP_PROXY: through, http_proxy: through, HTTPS_PROXY: through }
  const options = { receipts: url!, host: url!, merchant: 'alder', key: 'i:s', spool: newFolder(), environment }
  await using till = await openTill({ ...options, log: () => {} })
  expect((await till.checkout(sale('1'))).copy).toBe('sent')
  // A request that a proxy gets has the whole address.
  expect(seen.filter(path => !path.startsWith('/'))).toEqual([])
  const way = await tryWay(new URL(url!), readOptions(options).service, 4000)
  expect(checkWay(new URL(url!), way, readOptions(options).service).message).toMatch(/answers\.$/)
  for (const server of [here, proxy]) server.close()
})

test('names and addresses of this machine, however they are written', () => {
  const here = ['http://LOCALHOST:1', 'http://till.localhost', 'http://127.1', 'http://0x7f.0.0.9', 'http://[::1]']
  const far = ['https://localhost.example.com', 'https://128.0.0.1', 'https://[::2]', 'https://127.0.0.1.example.com']
  expect([...here, 'http://[::ffff:127.0.0.1]'].map(url => isLoopback(new URL(url)))).toEqual(Array(6).fill(true))
  expect(far.map(url => isLoopback(new URL(url)))).toEqual(Array(4).fill(false))
})

test('a disabled TLS check is refused, and without effect; in a trial it is warned of', async () => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const options = { ...service.options, spool: newFolder(), log: () => {} }
  await expect(openTill({ ...options, environment })).rejects.toThrow(
    /NODE_TLS_REJECT_UNAUTHORIZED.*ca \(COUNTERFOIL_CA_FILE\)/,
  )
  const tlsIn = async (mode: 'live' | 'test') =>
    (await examine({ ...options, mode, environment })).filter(({ check }) => check === 'tls').map(({ state }) => state)
  // Node reads it from the process, whatever the till is given.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  try {
    await using till = await openTill(options, { replays: false })
    expect((await till.checkout(sale('1'))).copy).toBe('queued')
    expect(service.requests).toEqual([])
    expect([await tlsIn('live'), await tlsIn('test')]).toEqual([['fail'], ['warn', 'ok']])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a proxy that is silent holds no sale beyond its deadline', async () => {
  const sockets: Socket[] = []
  const silent = createNetServer(socket => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` }
  const far = 'https://receipts.invalid'
  const options = { receipts: far, host: far, merchant: 'alder', key: 'i:s', spool: newFolder(), environment }
  await using till = await openTill({ ...options, log: () => {} }, { replays: false })
  const patient = till.checkout(sale('1'), { deadline: 200_000 }).then(() => 'the patient one')
  const hurried = till.checkout(sale('2'), { deadline: 100 })
  expect(await Promise.race([hurried, patient])).toMatchObject({ reason: 'No answer came in time.' })
  for (const socket of sockets) socket.destroy()
  await patient
  silent.close()
})

test('Retry-After is read as seconds or a date, and never for more than an hour', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const read = (text?: string) => readRetryAfter(text, now)
  expect([read('120'), read('0'), read('Sat, 21 Nov 2026 12:00:30 GMT')]).toEqual([120_000, 0, 30_000])
  expect([read('86400'), read('Sat, 21 Nov 2026 11:00:00 GMT')]).toEqual([3_600_000, 0])
  expect([read(undefined), read('soon'), read('')]).toEqual([undefined, undefined, undefined])
})

/** Each till's sales follow each other, so a short run has more tills; `FATES=90` makes 1,080 sales of 12. */
const [tills, each] = process.env.FATES ? [12, Number(process.env.FATES)] : [16, isExhaustive ? 6 : 4]

test('on a network of fates the sales that are answered in time are confirmed, and none is lost or doubled', {
  timeout: 600_000,
}, async () => {
  await using service = await startRealService()
  const found = await tryFates(service, openTill, { tills, each, seed: 7, newFolder })
  const { sales, confirmed, answered, unheard, seen, ...faults } = found
  if (process.env.FATES) console.log(found)
  expect(faults).toEqual({ hasty: [], untrue: [], lost: [], doubled: [] })
  expect(Object.keys(seen).length).toBeGreaterThan(12)
  // How many have their answer in time depends on the machine; a till may give up while it is under way.
  expect(confirmed).toBeGreaterThan(0)
  expect(unheard.length, unheard.join('\n')).toBeLessThanOrEqual(answered / 10)
})
