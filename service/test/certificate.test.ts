import { X509Certificate } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { makeCertificate } from './support/certificate.ts'
import { until } from './support/mail-server.ts'
import { freePort, startProcess } from './support/process.ts'
import { makePlace, startService } from './support/service.ts'

/** The name on the certificate that a new connection gets. */
async function nameAt(url: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.end()
    })
    socket.on('error', reject)
  })
}

/** A service with the certificate `first`, whose files a test may change, and its log. */
async function startWithCertificate(kind?: 'rsa') {
  const files = makeCertificate('first', kind)
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const settings = { TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key }
  const shop = await startService({ withoutWorker: true, log, settings, certificateInterval: 20 })
  const said = (words: string) => lines.map(line => JSON.parse(line)).filter(({ msg }) => msg.startsWith(words))
  return { shop, files, lines, said }
}

test('TLS 1.2 is spoken with forward secrecy only, also after a renewal', async () => {
  const { shop, files } = await startWithCertificate('rsa')
  await using _ = shop
  const speaks = (ciphers: string) =>
    new Promise<boolean>(resolve => {
      const { port } = new URL(shop.url)
      const options = { port: Number(port), host: '127.0.0.1', rejectUnauthorized: false, ciphers }
      const socket = connect({ ...options, maxVersion: 'TLSv1.2' }, () => socket.end(() => resolve(true)))
      socket.on('error', () => resolve(false))
    })
  const all = [
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES256-SHA',
    'AES128-SHA',
    'AES256-GCM-SHA384',
    'AES128-SHA256',
  ]
  const spoken = () => Promise.all(all.map(speaks))
  expect(await spoken()).toEqual([true, true, false, false, false])
  const renewed = makeCertificate('second', 'rsa')
  copyFileSync(renewed.cert, files.cert)
  copyFileSync(renewed.key, files.key)
  await until(async () => (await nameAt(shop.url)) === 'second')
  expect(await spoken()).toEqual([true, true, false, false, false])
})

test('a renewed certificate is taken by new connections, and old ones go on', async () => {
  const { shop, files, said } = await startWithCertificate()
  await using _ = shop
  expect(await nameAt(shop.url)).toBe('first')
  const old = connect({ port: Number(new URL(shop.url).port), host: '127.0.0.1', rejectUnauthorized: false })
  await new Promise(resolve => old.once('secureConnect', resolve))

  const renewed = makeCertificate('second')
  copyFileSync(renewed.cert, files.cert)
  copyFileSync(renewed.key, files.key)
  await until(async () => (await nameAt(shop.url)) === 'second')
  expect(said('New connections use the new certificate').at(-1)).toMatchObject({ place: files.cert })

  const answer = new Promise<string>(resolve => old.once('data', data => resolve(String(data))))
  old.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await answer).toMatch(/^HTTP\/1\.1 200/)

  const ca = readFileSync(renewed.cert)
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(shop.url)
    request({ port, host: '127.0.0.1', path: '/healthz', ca }, reply => resolve(reply.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

test('a pair that can’t be used leaves the old one, with one log line, until the next good one', async () => {
  const { shop, files, said } = await startWithCertificate()
  await using _ = shop
  const broken = () => said("The new certificate can't be used")

  const other = makeCertificate('second')
  copyFileSync(other.cert, files.cert)
  await until(() => broken().length > 0)
  expect(await nameAt(shop.url)).toBe('first')
  expect(broken()).toMatchObject([{ level: 50, place: files.cert, error: { name: 'StartError' } }])

  rmSync(files.key)
  await until(() => broken().length > 1)
  writeFileSync(files.key, 'no key at all')
  await until(() => broken().length > 2)
  expect(await nameAt(shop.url)).toBe('first')
  expect(said('New connections')).toEqual([])

  copyFileSync(other.key, files.key)
  await until(async () => (await nameAt(shop.url)) === 'second')
  expect(broken()).toHaveLength(3)
})

test('a certificate behind a link is taken when the link moves, as Kubernetes and certbot do it', async () => {
  const { shop, files } = await startWithCertificate()
  await using _ = shop
  const renewed = makeCertificate('second')
  for (const [name, target] of [
    [files.key, renewed.key],
    [files.cert, renewed.cert],
  ] as const) {
    symlinkSync(target, join(files.folder, 'next'))
    renameSync(join(files.folder, 'next'), name)
  }
  await until(async () => (await nameAt(shop.url)) === 'second')
  expect(new X509Certificate(readFileSync(files.cert)).subject).toBe('CN=second')
})

test('it stays TLS 1.2 and up', async () => {
  const { shop, files, said } = await startWithCertificate()
  await using _ = shop
  const renewed = makeCertificate('second')
  copyFileSync(renewed.cert, files.cert)
  copyFileSync(renewed.key, files.key)
  await until(() => said('New connections').length > 0)
  const { port } = new URL(shop.url)
  const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const old = new Promise((resolve, reject) => {
    connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false, ...versions }, () =>
      resolve('connected'),
    ).on('error', reject)
  })
  await expect(old).rejects.toThrow()
})

test('a daemon’s SIGHUP takes a renewed certificate at once, and ends nothing', async () => {
  const files = makeCertificate('first')
  const place = await makePlace('SQLite')
  onTestFinished(place.remove)
  const running = await startProcess({ ...place.settings, PORT: await freePort() })
  running.child.kill('SIGHUP')
  await until(async () => (await fetch(`${running.url}/readyz`)).ok)
  expect(await running.stop()).toBe(0)

  await using shop = await startService({
    withoutWorker: true,
    settings: { TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key },
    certificateInterval: 3_600_000,
  })
  const renewed = makeCertificate('second')
  copyFileSync(renewed.cert, files.cert)
  copyFileSync(renewed.key, files.key)
  expect(await nameAt(shop.url)).toBe('first')
  shop.service.reload()
  expect(await nameAt(shop.url)).toBe('second')
})
