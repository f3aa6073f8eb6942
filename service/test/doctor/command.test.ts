import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examine } from '../../src/operations/doctor/examine.ts'
import { runToEnd } from '../support/process.ts'
import { find, folder } from './ask.ts'

describe('the command', () => {
  test('prints a line for each check, and ends with 0 if none failed', () => {
    const path = folder()
    const { status, stdout, stderr } = runToEnd({ DATA_DIR: join(path, 'data') }, ['doctor'])
    expect([status, stderr]).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    const names = lines.map(line => /^(?:ok|warn|fail) +(\w+(?: \w+)?) {2,}[A-Z/\d]/.exec(line)?.[1])
    const all = ['settings', 'TLS', 'disk', 'database', 'clock', 'webhooks', 'browser', 'mail server', 'reports']
    expect(names).toEqual([...all, 'SPF', 'DKIM', 'DMARC', 'bounces', 'suppressed', 'fonts', 'templates'])
    expect(readdirSync(path)).toEqual([])
  })

  test('prints JSON, names no password, and ends with 1 if one failed', () => {
    const secret = 'p4ssw0rd-of-the-shop'
    const settings = {
      DATABASE_URL: `postgres://receipts:${secret}@127.0.0.1:1/receipts`,
      SMTP_URL: `smtp://shop:${secret}@127.0.0.1:1`,
      MAIL_FROM: 'receipts@example.com',
      ADMIN_TOKEN: `${secret}-token`,
      DNS_SERVERS: '127.0.0.1:1',
      PUPPETEER_EXECUTABLE_PATH: '/nowhere/chromium',
    }
    const { status, stdout, stderr } = runToEnd(settings, ['doctor', '--json'])
    expect(stdout + stderr).not.toContain(secret)
    expect(status).toBe(1)
    const { ok, checks } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(find(checks, 'browser')).toMatchObject({ state: 'fail', says: expect.stringContaining('/nowhere/chromium') })
    expect(find(checks, 'database')).toMatchObject({ state: 'fail' })
  })

  test('refuses what it doesn’t know', () => {
    const { status, stderr } = runToEnd({}, ['doctor', '--jsn'])
    expect([status, stderr]).toEqual([2, '"--jsn": the doctor takes only --json.\n'])
  })

  test('says what is wrong with the settings, on which the rest depends', async () => {
    expect(await examine({ PORT: 'abc', SMTP_URL: 'smtp://mail.example.com' })).toEqual([
      {
        check: 'settings',
        state: 'fail',
        says: 'The settings are invalid. PORT: must be a number',
        mend: 'Correct the settings (.env.example); the rest depends on them.',
      },
    ])
  })
})
