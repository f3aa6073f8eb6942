import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { describe, expect, test } from 'vitest'
import { checkSettings } from '../src/operations/doctor/settings-check.ts'
import { readConfig } from '../src/settings/config.ts'
import { makeCertificate } from './support/certificate.ts'
import { startService } from './support/service.ts'

/** Asks as somebody else: what a proxy or another machine sends. */
function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; hsts: string | undefined }> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers, rejectUnauthorized: false }, answer => {
      answer.resume()
      resolve({
        status: answer.statusCode ?? 0,
        hsts: answer.headers['strict-transport-security'] as string | undefined,
      })
    })
    sent.on('error', reject).end()
  })
}

const elsewhere = { host: 'receipts.example.com' }
const token = 'a-token-of-prometheus'

describe('on the TLS port', () => {
  const start = (settings: Record<string, string> = {}) => {
    const { cert, key } = makeCertificate('receipts.example.com')
    return startService({ withoutWorker: true, settings: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, ...settings } })
  }

  test('metrics are for this machine only', async () => {
    await using shop = await start()
    const of = async (headers?: Record<string, string>) => (await ask(`${shop.url}/metrics`, headers)).status
    expect(await of()).toBe(200)
    expect(await of(elsewhere)).toBe(404)
    expect(await of({ 'x-forwarded-for': '192.0.2.1' })).toBe(404)
    expect(await of({ ...elsewhere, authorization: 'Bearer undefined' })).toBe(404)
    expect((await ask(`${shop.url}/readyz`, elsewhere)).status).toBe(200)
  })

  test('or for whoever has their token, which nobody guesses', async () => {
    await using shop = await start({ METRICS_TOKEN: token })
    const of = async (authorization: string) =>
      (await ask(`${shop.url}/metrics`, { ...elsewhere, authorization })).status
    expect(await of(`Bearer ${token}`)).toBe(200)
    for (let turn = 0; turn < 100; turn++) expect(await of(`Bearer ${token}${turn}`)).toBe(404)
    expect(await of('Bearer another-guess')).toBe(429)
    expect(await of(`Bearer ${token}`)).toBe(200)
  })

  test('or for all who ask, if so set, which the doctor warns of', async () => {
    await using shop = await start({ METRICS: 'open' })
    expect((await ask(`${shop.url}/metrics`, elsewhere)).status).toBe(200)
    const found = (settings: Record<string, string>) => checkSettings(readConfig({ METRICS: 'open', ...settings }))
    const { cert: TLS_CERT_FILE, key: TLS_KEY_FILE } = makeCertificate('receipts.example.com')
    expect(await found({ TLS_CERT_FILE, TLS_KEY_FILE, HOST: '0.0.0.0' })).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('/metrics'),
      mend: expect.stringContaining('METRICS_TOKEN'),
    })
    expect(await found({ HOST: '0.0.0.0' })).toMatchObject({ state: 'ok' })
  })

  test('browsers are told to insist on TLS (RFC 6797), also by errors', async () => {
    await using shop = await start()
    for (const path of ['/readyz', '/console', '/nowhere'])
      expect((await ask(`${shop.url}${path}`)).hsts, path).toBe('max-age=31536000')
  })
})

test('without TLS nothing is said of it', async () => {
  await using shop = await startService({ withoutWorker: true })
  expect((await ask(`${shop.url}/readyz`)).hsts).toBeUndefined()
})
