import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { within } from '../../src/operations/doctor/finding.ts'
import { checkClock, checkDisk } from '../../src/operations/doctor/host-checks.ts'
import { checkCertificate } from '../../src/operations/doctor/settings-check.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { readSettingFiles } from '../../src/settings/files.ts'
import { makeCertificate } from '../support/certificate.ts'
import { databases, startService } from '../support/service.ts'
import { ask, folder } from './ask.ts'

test('a check that doesn’t end, or breaks, has failed', async () => {
  const found = await within(50, 'sleep', () => new Promise(() => {}))
  expect(found).toMatchObject({ check: 'sleep', state: 'fail', says: 'There was no answer within 0.05 s.' })
  const broken = await within(50, 'crash', async () => {
    throw new RangeError('too far')
  })
  expect(broken).toMatchObject({ state: 'fail', says: 'The check itself failed (RangeError: too far).' })
})

describe('the certificate', () => {
  const day = 86_400_000
  const look = (ahead: number, settings: Record<string, string> = {}) => {
    const { cert, key } = makeCertificate()
    const config = readConfig({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, ...settings })
    return checkCertificate(config, readSettingFiles(config), Date.now() + ahead * day)
  }

  test.each([
    [0, 'ok', /^The certificate is good until 20/],
    [15.5, 'ok', /^The certificate is good until/],
    [16.5, 'warn', /^The certificate expires in 13 days/],
    [31, 'fail', /^The certificate expired on 20/],
    [-1, 'fail', /not valid yet/],
  ])('%s days ahead: %s', async (ahead, state, says) => {
    expect(await look(ahead)).toMatchObject({ state, says: expect.stringMatching(says) })
  })

  test('is for the public address', async () => {
    expect(await look(0, { PUBLIC_URL: 'https://localhost:8443' })).toMatchObject({ state: 'ok' })
    expect(await look(0, { PUBLIC_URL: 'https://receipts.example.com' })).toMatchObject({
      state: 'fail',
      says: 'The certificate is not for receipts.example.com.',
    })
  })

  test('is missed where others can connect', async () => {
    expect(await ask('TLS', { HOST: '0.0.0.0' })).toMatchObject({ state: 'warn' })
    expect(await ask('TLS', { PUBLIC_URL: 'https://receipts.example.com' })).toMatchObject({ state: 'ok' })
    expect(await ask('TLS', {})).toMatchObject({ state: 'ok' })
  })
})

test('the clock is compared with the database server’s', async () => {
  const at = async (clockAhead: number) =>
    (await checkClock(Promise.resolve({ tables: 'current', server: { clockAhead } } as never), Date.now)).state
  expect(await at(-300_001)).toBe('fail')
  expect(await at(5001)).toBe('warn')
  const { says } = await checkClock(Promise.reject(new Error('no database')), () => Date.UTC(2026, 10, 22))
  expect(says).toMatch(/^It is 2026-11-22T00:00:00\.000Z[;,]/)
})

test('a folder that can’t be written to is named, with its setting', async () => {
  const at = (dataDir: string, temporary: string) => checkDisk({ dataDir, mailFolder: true } as Config, temporary)
  expect(await at('/proc/counterfoil', tmpdir())).toMatchObject({
    state: 'fail',
    says: expect.stringMatching(/^\/proc can't be written to|0\.0 GB free in \/proc/),
    mend: expect.stringContaining('DATA_DIR'),
  })
  expect(await at(folder(), '/proc/counterfoil')).toMatchObject({
    state: 'fail',
    mend: expect.stringContaining('TMPDIR'),
  })
  expect(await at(join(folder(), 'not/there/yet'), tmpdir())).toMatchObject({ state: 'ok' })
})

test('a worker without a browser is warned only, until a merchant attaches PDFs', async () => {
  if (!databases.includes('PostgreSQL')) return
  await using shop = await startService({ database: 'PostgreSQL', withoutWorker: true })
  const settings = {
    ROLE: 'worker',
    DATABASE_URL: shop.config.databaseUrl ?? '',
    MAIL: 'folder',
  }
  expect(await ask('browser', settings)).toMatchObject({ state: 'warn', says: expect.stringContaining('attachPdf') })
  await saveMerchant(shop.service, 'alder', { name: 'Alder', active: true, settings: { attachPdf: true } })
  expect(await ask('browser', settings)).toMatchObject({ state: 'fail' })
})
