import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand, runHere, startCommand, variablesOf } from './support/command.ts'
import { errorResponse, type FakeAnswer, startFakeService } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

test.each<[string, FakeAnswer | undefined, number, string]>([
  ['sent', undefined, 0, 'A digital copy was sent to mira.okafor@example.com.\nPaper: not wanted.\nReceipt r.\n'],
  [
    'queued',
    { status: 503, ...errorResponse('Service Unavailable') },
    3,
    `The digital receipt service is unavailable. A paper receipt will be printed. The digital copy will be sent later.
Paper: print it.
It is in the spool and will be sent when the service is back.
The service asks for a pause (503). Reference ref-1.
`,
  ],
  [
    'refused',
    {
      status: 422,
      json: {
        message: 'Validation error',
        code: null,
        referenceId: 'ref-2',
        errors: { grandAmount: [{ code: null, message: 'may not be null' }] },
      },
    },
    4,
    `The digital receipt service is unavailable. A paper receipt will be printed.
Paper: print it.
It rests in the spool under refused, with the reason beside it.
The service refuses the receipt (422): Validation error; grandAmount: may not be null Reference ref-2.
`,
  ],
])('send says in words and by its exit code that a sale was %s', async (_, answer, code, words) => {
  const accepted = {
    status: 200,
    json: { receiptId: 'r', customerEmailAddress: 'mira.okafor@example.com', offers: [] },
  }
  await using service = await startFakeService(({ method }) => (method === 'POST' ? (answer ?? accepted) : undefined))
  const settings = variablesOf(service.options, newFolder())
  const file = join(newFolder(), 'sale.json')
  writeFileSync(file, JSON.stringify(sale('004-1')))
  const { status, stdout } = await runHere(settings, ['send', file])
  expect([status, stdout]).toEqual([code, words])
  const more = ['--json', '--language', 'fr-CA', '--accept-language', 'fr_CA']
  // Once as a process that reads its input.
  const json = await (_ === 'sent'
    ? runCommand(settings, ['send', '-', ...more], JSON.stringify(sale('004-1')))
    : runHere(settings, ['send', file, ...more]))
  expect(json.status).toBe(code)
  expect(JSON.parse(json.stdout)).toMatchObject({ copy: _, requestId: expect.stringMatching(/^till-[0-9a-f]{32}$/) })
  expect(json.stdout).toMatch(/Une copie numérique|reçus numériques/)
  expect(service.requests.at(-1)?.headers['accept-language']).toBe('fr_CA')
})

test('what waits is shown and flushed, what was refused is tried again', async () => {
  let answer: FakeAnswer | undefined = { status: 422, ...errorResponse('Validation error') }
  await using service = await startFakeService(({ method }) => (method === 'POST' ? answer : undefined))
  const spool = newFolder()
  const settings = variablesOf(service.options, spool)
  const given = join(newFolder(), 'sale.json')
  writeFileSync(given, JSON.stringify(sale('004-1')))
  await runHere(settings, ['send', given])
  const [file = ''] = readdirSync(join(spool, 'refused')).filter(name => !name.includes('.error.'))
  expect((await runHere(settings, ['status'])).stdout).toMatch(
    /^0 waiting\n1 refused\n0 sent and still kept\n\d+ MB free\n$/,
  )
  const shown = await runHere(settings, ['show', file])
  expect(shown).toMatchObject({ status: 0, stdout: expect.stringContaining(`refused/${file}\nPut there at 20`) })
  expect(shown.stdout).toMatch(
    /"status": 422,[\s\S]*"message": "Validation error"[\s\S]*The receipt:\n[\s\S]*"Merino socks"/,
  )
  expect(JSON.parse((await runHere(settings, ['show', file, '--json'])).stdout)).toMatchObject({
    folder: 'refused',
    file,
    receipt: { transactionNumber: '004-1' },
    note: { status: 422 },
  })
  expect(JSON.parse((await runHere(settings, ['status', '--json'])).stdout)).toMatchObject({ refused: 1, odd: [] })
  answer = undefined
  expect(await runHere(settings, ['retry', file])).toMatchObject({ status: 0 })
  expect(JSON.parse((await runHere(settings, ['status', '--json'])).stdout)).toMatchObject({
    pending: 1,
    refused: 0,
    sent: 0,
  })
  expect(await runHere(settings, ['flush'])).toMatchObject({
    status: 0,
    stdout: '1 sent, 0 refused, 0 still waiting\n',
  })
  expect(await runHere(settings, ['retry', file])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`There is no ${file}`),
  })
})

test('settings come from a file too, secrets from files of their own', async () => {
  await using service = await startFakeService(() => undefined)
  const folder = newFolder()
  const { key, ...options } = service.options
  writeFileSync(join(folder, 'key'), `${key}\n`)
  writeFileSync(join(folder, 'spool-key'), `${'ab'.repeat(32)}\n`)
  const settings = {
    ...options,
    keyFile: join(folder, 'key'),
    spoolKeyFile: join(folder, 'spool-key'),
    spool: join(folder, 'spool'),
    limits: { sentDays: 1 },
  }
  const file = join(folder, 'till.json')
  writeFileSync(file, JSON.stringify(settings))
  const given = join(folder, 'sale.json')
  writeFileSync(given, JSON.stringify(sale('004-1')))
  expect(await runHere({}, ['send', given, '--settings', file])).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(join(folder, 'spool', 'sent'))).toEqual([expect.stringMatching(/\.cft$/)])
  writeFileSync(file, JSON.stringify({ ...settings, spol: 'x' }))
  expect(await runHere({}, ['status', '--settings', file])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no setting "spol"'),
  })
})

test.each([
  [['sned'], 2, 'There is no command "sned"'],
  [['send'], 2, '"send" takes one word more.'],
  [['status', 'x'], 2, '"status" takes nothing more.'],
  [['send', '-', '--deadline', 'soon'], 2, '--deadline must be milliseconds'],
  [['send', '-', '--jsn'], 2, "Unknown option '--jsn'"],
  [['status'], 1, 'receipts: must be an https address'],
  [
    ['send', 'no-such-file.json', '--settings', 'no-such-file.json'],
    1,
    "--settings: no-such-file.json can't be read (ENOENT).",
  ],
])('what is typed wrong is said: %j', async (args, code, message) => {
  const { COUNTERFOIL_RECEIPTS, ...rest } = variablesOf(
    { receipts: '', host: 'https://a.example', merchant: 'm', key: 'i:s' },
    newFolder(),
  )
  const { status, stderr } = await runHere({ ...rest, COUNTERFOIL_RECEIPTS }, args)
  expect(stderr).toContain(message)
  expect(status).toBe(code)
})

test('what it reads has an end, and what it says drives no terminal', async () => {
  const settings = variablesOf(
    { receipts: 'https://a.example', host: 'https://a.example', merchant: 'm', key: 'i:s' },
    newFolder(),
  )
  const evil = '\u001b[2J\u009b31m\u202e\r'
  for (const args of [
    ['send', '/dev/zero'],
    ['send', '-', '--settings', '/dev/zero'],
    [evil],
    ['send', `${evil}.json`],
    ['show', `${evil}.json`],
    ['send', '-', '--settings', `${evil}.json`],
  ]) {
    const { status, stdout, stderr } = await runHere(settings, args)
    expect(status).toBeGreaterThan(0)
    expect(stderr).toMatch(/can't be read \(too_large\)|\[2J/)
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
})

test('a reader that has seen enough is no fault; a full disk is one that is said', async () => {
  const settings = variablesOf({ receipts: 'https://a', host: 'https://a', merchant: 'm', key: 'i:s' }, newFolder())
  const child = startCommand(settings, ['status'])
  child.stdout?.destroy()
  let said = ''
  child.stderr?.on('data', piece => (said += piece))
  expect([...(await once(child, 'close')), said]).toEqual([0, null, ''])
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const other = startCommand(settings, ['status'], { stdio: ['ignore', full, 'pipe'] })
  other.stderr?.on('data', piece => (said += piece))
  expect([...(await once(other, 'close')), said]).toEqual([1, null, "The output can't be written (ENOSPC).\n"])
})

test('tells its version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await runHere({}, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
})

test('help lists every command', async () => {
  const { status, stdout } = await runHere({}, ['help'])
  expect(status).toBe(0)
  for (const command of ['send', 'watch', 'status', 'flush', 'show', 'retry', 'doctor'])
    expect(stdout).toContain(`counterfoil-till ${command}`)
})
