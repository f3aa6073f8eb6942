import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../service/test/support/certificate.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { readRetryAfter } from '../src/http/retry-after.ts'
import { openTill } from '../src/till.ts'
import { startFakeService } from './support/fake-service.ts'
import { startProxy } from './support/proxy.ts'
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

test.each([
  ['HTTPS_PROXY', undefined],
  ['https_proxy', 'till:s3cret'],
])('%s is used, with a login if it has one: %s', async (variable, login) => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  await using proxy = await startProxy(login)
  const options = { ...service.options, spool: newFolder(), ca: tls.cert }
  await using till = await openTill({ ...options, environment: { [variable]: proxy.url } })
  expect((await till.checkout(sale('1'))).copy).toBe('sent')
  expect(proxy.tunnels).toEqual([new URL(service.url).host])
  await using direct = await openTill({ ...options, environment: { [variable]: proxy.url, NO_PROXY: 'localhost' } })
  expect((await direct.checkout(sale('2'))).copy).toBe('sent')
  expect(proxy.tunnels).toHaveLength(1)
})

test('a proxy that wants a login is told apart, and no password reaches the log', async () => {
  const tls = newCertificate()
  await using service = await startFakeService(() => undefined, { tls })
  await using proxy = await startProxy('till:right')
  const log: LogEntry[] = []
  const environment = { HTTPS_PROXY: proxy.url.replace('right', 'wr0ng-s3cret') }
  await using till = await openTill(
    { ...service.options, spool: newFolder(), ca: tls.cert, environment, log: entry => log.push(entry) },
    { replays: false },
  )
  const end = await till.checkout(sale('1'))
  expect(end).toMatchObject({
    copy: 'queued',
    reason: expect.stringContaining('The proxy wants a user and a password'),
  })
  expect(JSON.stringify([end, log])).not.toContain('s3cret')
})

test('Retry-After is read as seconds or a date, and never for more than an hour', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const read = (text?: string) => readRetryAfter(text, now)
  expect([read('120'), read('0'), read('Sat, 21 Nov 2026 12:00:30 GMT')]).toEqual([120_000, 0, 30_000])
  expect([read('86400'), read('Sat, 21 Nov 2026 11:00:00 GMT')]).toEqual([3_600_000, 0])
  expect([read(undefined), read('soon'), read('')]).toEqual([undefined, undefined, undefined])
})
