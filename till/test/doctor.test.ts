import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../service/test/support/certificate.ts'
import { examine, lineOf } from '../src/doctor/examine.ts'
import { openTill } from '../src/till.ts'
import { epson, type State } from './port/support/answers.ts'
import { printerThat } from './port/support/printer-that.ts'
import { runCommand, runHere, variablesOf } from './support/command.ts'
import { errorResponse, startFakeService } from './support/fake-service.ts'
import { startRealService } from './support/real-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const states = (findings: { check: string; state: string }[]) => findings.map(({ check, state }) => `${check} ${state}`)
const mended = (findings: { check: string; state: string; mend?: string }[]) =>
  findings.filter(({ state, mend }) => state !== 'ok' && !mend)

test('all is well with a service that is there, and nothing is created', async () => {
  await using service = await startRealService()
  const settings = variablesOf(service.options, newFolder())
  const { status, stdout } = await runCommand(settings, ['doctor'])
  expect(stdout.split('\n').map(line => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
    'ok settings',
    'ok address',
    'ok tls',
    'ok clock',
    'ok key',
    'ok validation',
    'ok disk',
    'ok spool',
    '',
  ])
  expect(status).toBe(0)
  expect(await service.stored()).toEqual([])
  const json = await runHere(settings, ['doctor', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, checks: { length: 8 } })
})

test('every fault of the way comes with its mend', async () => {
  const { cert, key } = makeCertificate()
  await using service = await startFakeService(() => undefined, {
    tls: { cert: readFileSync(cert), key: readFileSync(key) },
  })
  const shared = { merchant: 'alder', key: 'i:s', spool: newFolder() }
  const cases: [string, string, RegExp][] = [
    ['http://127.0.0.1:9', 'address fail', /ECONNREFUSED|Nothing is listening/],
    ['https://no-such-service.invalid', 'address fail', /can.t be resolved|name server/],
    [service.url, 'address fail', /COUNTERFOIL_CA_FILE/],
  ]
  for (const [url, state, words] of cases) {
    const findings = await examine({ ...shared, receipts: url, host: url })
    expect(states(findings)).toEqual([
      'settings ok',
      state,
      ...(url.startsWith('http:') ? ['tls ok'] : []),
      'disk ok',
      'spool ok',
    ])
    expect(findings.map(lineOf).join('')).toMatch(words)
    expect(mended(findings)).toEqual([])
  }
  const trusted = await examine({ ...shared, receipts: service.url, host: service.url, ca: readFileSync(cert, 'utf8') })
  expect(states(trusted)).toContain('tls ok')
  expect(trusted.map(lineOf).join('')).toMatch(/TLSv1\.3, certificate by localhost, good for \d+ more days/)
})

test('key, mode and clock are looked at', async () => {
  const faults = [
    [{ status: 401, ...errorResponse('Authentication Failed') }, 'key fail', /set a valid one/],
    [{ status: 403, ...errorResponse('Unauthorized Access') }, 'key fail', /check its id/],
    [{ status: 200, json: [], headers: { 'counterfoil-mode': 'test' } }, 'key fail', /says it is test/],
    [{ status: 500, ...errorResponse('Internal Server Error') }, 'key fail', /can't say/],
    [{ status: 200, json: [], headers: { date: 'Sat, 01 Jan 2000 00:00:00 GMT' } }, 'clock fail', /NTP/],
  ] as const
  for (const [answer, state, words] of faults) {
    await using service = await startFakeService(() => answer)
    const findings = await examine({ ...service.options, spool: newFolder() })
    expect(states(findings)).toContain(state)
    expect(findings.map(lineOf).join('')).toMatch(words)
    expect(mended(findings)).toEqual([])
  }
})

test('the spool is looked at: its disk, its keys, what waits and what was refused', async () => {
  await using service = await startFakeService(() => 'cut')
  const spool = newFolder()
  {
    await using till = await openTill(
      { ...service.options, spool, spoolKey: 'ab'.repeat(32), log: () => {} },
      { replays: false },
    )
    await till.checkout(sale('1'))
  }
  const blind = await examine({ ...service.options, spool })
  expect(states(blind)).toContain('spool fail')
  const later = () => Date.now() + 2 * 86_400_000
  const late = await examine({ ...service.options, spool, spoolKey: 'ab'.repeat(32) }, later)
  expect(late.find(({ check }) => check === 'spool')).toMatchObject({
    state: 'warn',
    mend: expect.stringContaining('flush'),
  })
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const nowhere = await examine({ ...service.options, spool: file })
  expect(nowhere.find(({ check }) => check === 'disk')).toMatchObject({ state: 'fail', mend: expect.any(String) })
  expect(mended([...blind, ...late, ...nowhere])).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'files that others may read are named, with the rights they must have',
  async () => {
    await using service = await startFakeService(() => undefined)
    const folder = newFolder()
    const [file, key, spoolKey, spool] = ['till.json', 'key', 'spool-key', 'spool'].map(name => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ]
    const { key: secret, ...options } = service.options
    writeFileSync(key, secret, { mode: 0o600 })
    writeFileSync(spoolKey, 'ab'.repeat(32), { mode: 0o600 })
    writeFileSync(file, JSON.stringify({ ...options, keyFile: key, spoolKeyFile: spoolKey, spool }), { mode: 0o644 })
    await runHere({}, ['status', '--settings', file])
    const rights = async () =>
      (await runHere({}, ['doctor', '--settings', file])).stdout.split('\n').find(line => line.includes(' rights '))
    // The settings file names the keys, and holds none.
    expect(await rights()).toBeUndefined()
    // Its group may read a key, if an administrator gives it so.
    chmodSync(key, 0o640)
    expect(await rights()).toBeUndefined()

    chmodSync(key, 0o644)
    chmodSync(spoolKey, 0o660)
    const waiting = join(spool, 'pending', 'x.json')
    writeFileSync(waiting, '')
    chmodSync(waiting, 0o604)
    chmodSync(join(spool, 'sent'), 0o750)
    const words = await rights()
    for (const named of [`${key} (0644)`, `${spoolKey} (0660)`, `${join(spool, 'sent')} (0750)`, `${waiting} (0604)`])
      expect(words).toContain(named)
    expect(words).toMatch(
      /^warn .* Make the files with keys 0600, and the folders of the spool 0700, and its files 0600\.$/,
    )
    chmodSync(key, 0o600)
    writeFileSync(file, JSON.stringify({ ...options, key: secret, spool }))
    expect(await rights()).toContain(`${file} (0644)`)
  },
)

describe('the printer', () => {
  const nothing = { receipts: '', host: '', merchant: '', key: '', spool: '' }
  const model = 'epson-tm-m30iii'

  test.each<[State, string, RegExp]>([
    [{}, 'ok', /epson-tm-m30iii, esc-pos, 48 columns: paper in, cover closed/],
    [{ paper: 'low' }, 'warn', /nearly at its end/],
    [{ paper: 'out' }, 'fail', /out of paper/],
    [{ cover: true }, 'fail', /cover is open/],
  ])('that is %j is %s, though there are no other settings', async (state, found, words) => {
    const printer = await printerThat(epson(state))
    const findings = await examine({ ...nothing, paper: { printer: { model }, to: printer.address } })
    await printer.close()
    expect(states(findings)).toEqual(['settings fail', `printer ${found}`])
    expect(findings.map(lineOf).join('')).toMatch(words)
    expect(mended(findings)).toEqual([])
    // It was asked, and printed nothing.
    expect(printer.jobs.join('')).toMatch(/^(\x10\x04[\x01-\x04])+$/)
  })

  test('that says nothing is warned of, and one that isn’t there fails', async () => {
    const printer = await printerThat()
    const to = printer.address
    const silent = await examine({ ...nothing, paper: { to } })
    await printer.close()
    const file = await examine({ ...nothing, paper: { to: '/nowhere/lp0' } })
    const wrong = await examine({ ...nothing, paper: { to, printer: { model: 'x' } } })
    expect([silent, file, wrong].map(findings => states(findings)[1])).toEqual([
      'printer warn',
      'printer fail',
      'printer fail',
    ])
    expect(mended([...silent, ...file, ...wrong])).toEqual([])
  })

  test('prints the sheet that it shows', async () => {
    const printer = await printerThat(epson({}))
    const args = ['doctor', '--sheet', '--printer', printer.address, '--model', model]
    const { status, stdout } = await runHere({}, args)
    const [sheet] = printer.jobs.filter(job => job.length > 100)
    await printer.close()
    // The settings for the service are missing.
    expect(status).toBe(1)
    const [, ...lines] = stdout.split('edge to edge:\n')[1]!.split('\n').slice(0, -1)
    expect(stdout).toContain('Test sheet: The printer has printed it.')
    expect(lines).toContain('windows1251   Хлеб ржаной 9 €')
    for (const line of lines) expect(sheet).toContain(line.replace(/[^ -~].*/, ''))
  })
})

test('a bad setting is all there is to say', async () => {
  const findings = await examine({ receipts: '', host: '', merchant: 'm', key: 'i:s', spool: 'x' })
  expect(findings).toMatchObject([
    { check: 'settings', state: 'fail', message: expect.stringContaining('receipts'), mend: expect.any(String) },
  ])
})
