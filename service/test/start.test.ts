import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isExhaustive, thorough } from '../../test/support/scope.ts'
import { StartError } from '../src/basics/errors/errors.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { merchantCommand } from '../src/commands/merchant-commands.ts'
import { serve } from '../src/commands/serve.ts'
import { migrations } from '../src/database/migrations.ts'
import { lacksDemoKey } from '../src/merchants/demo.ts'
import { listMerchants } from '../src/merchants/merchants.ts'
import { openService } from '../src/service.ts'
import { ConfigError, readConfig } from '../src/settings/config.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { freePort, mainFile, runToEnd, startProcess } from './support/process.ts'
import { basic, databases, makePlace } from './support/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function placeFor(database: 'SQLite' | 'PostgreSQL', { hasTables = true } = {}) {
  const place = await makePlace(database, { hasTables })
  onTestFinished(() => place.remove())
  const settings: Record<string, string> = { ...place.settings, PORT: await freePort(), LOG_LEVEL: 'warn' }
  return { settings }
}

describe('npm start', () => {
  test('leaves no shell of npm’s before the service, which would keep signals from it', () => {
    for (const folder of ['.', 'service']) {
      const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      expect(scripts.start).toMatch(/^exec /)
    }
  })

  thorough('the service gets the signals directly', async () => {
    const { settings } = await placeFor('SQLite')
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // A Node that takes the bundle for the source, which takes four times as long to load.
    const node = `#!/bin/sh\n[ "$1" = src/main.ts ] && exec '${process.execPath}' '${mainFile}'\nexec '${process.execPath}' "$@"\n`
    writeFileSync(join(folder, 'node'), node, { mode: 0o755 })
    const PATH = `${folder}:${process.env.PATH}`
    const running = await startProcess({ ...settings, PATH }, { command: ['npm', 'start'], cwd: root })
    // npm gives the code of what it ran: 0 is a service that stopped by itself, in good order.
    expect(await running.stop()).toBe(0)
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
  })
})

test('service and commands share a data folder, wherever they are started', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'counterfoil-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  const said = [elsewhere, root]
    .slice(0, isExhaustive ? 2 : 1)
    .map(cwd => runToEnd({}, ['merchant', 'list'], cwd).stderr.split('\n')[0])
  const file = join(root, 'service', 'data', 'receipts.db')
  for (const line of said) expect(line).toMatch(new RegExp(`^Database: ${file}( \\(not created yet\\))?$`))
  expect(existsSync(join(elsewhere, 'data'))).toBe(false)
})

describe('the demo merchant', () => {
  const { status: scriptMissing } = spawnSync('script', ['--version'])

  test.skipIf(scriptMissing !== 0)('shows its key once on a terminal, with a command to try', async () => {
    const { settings } = await placeFor('SQLite')
    const { DEMO_API_KEY, ...rest } = settings
    const command = ['script', '-qefc', `exec '${process.execPath}' '${mainFile}'`, '/dev/null'] as const
    const first = await startProcess(rest, { command })
    await until(() => first.output().includes('curl'))
    const credentials = /curl -u '([^']+)'/.exec(first.output())?.[1] ?? ''
    const body = /-d '(\{.+\})'/.exec(first.output())?.[1] ?? ''
    const reply = await fetch(`${first.url}/ws/rest/v1/merchants/demo/receipts`, {
      method: 'POST',
      headers: { authorization: basic(credentials), 'content-type': 'application/json' },
      body,
    })
    expect(reply.status).toBe(200)
    expect(first.output()).toContain(`${first.url}/mailbox`)
    await until(async () => (await (await fetch(`${first.url}/mailbox`)).text()).includes('ada@example.com'))
    await first.stop()
    await until(async () => !(await fetch(`${first.url}/healthz`).catch(() => undefined)))
    const again = await openService(readConfig(rest), openLog('silent'))
    expect(await lacksDemoKey(again.db)).toBe(false)
    await again.close()
  })

  test('keeps its key out of the log, which says how to create one', async () => {
    const { settings } = await placeFor('SQLite')
    const { DEMO_API_KEY, ...rest } = settings
    const running = await startProcess({ ...rest, LOG_LEVEL: 'info' })
    await until(() => running.output().includes('merchant key demo'))
    const lines = running.output().trim().split('\n')
    expect(lines.map(line => JSON.parse(line).msg)).toContain(
      'The merchant demo has no key yet: `counterfoil-service merchant key demo` creates one',
    )
    expect(running.output()).not.toMatch(/demo-[0-9a-f]{8}/)
    const { DATA_DIR: folder = '' } = settings
    expect(running.output()).toContain(`"place":"${folder}/receipts.db"`)
    const [stdout, stderr] = [[] as string[], [] as string[]]
    await merchantCommand(
      ['key', 'demo', '--scope', 'read'],
      { DATA_DIR: folder },
      { stdout: { write: text => stdout.push(text) }, stderr: { write: text => stderr.push(text) } },
    )
    expect(stderr.join('')).toBe(`Database: ${folder}/receipts.db\n`)
    const list = `${running.url}/ws/rest/v1/merchants/demo/receipts?fromDate=2026-01-01&toDate=2026-01-02`
    await until(async () => (await fetch(list, { headers: { authorization: basic(stdout.join('').trim()) } })).ok)
    await running.stop()
  })

  test.each([
    ['with a mail server', 'SQLite', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['on PostgreSQL', 'PostgreSQL', { MAIL: 'folder' }],
  ] as const)('doesn’t exist %s', async (_, database, more) => {
    if (!databases.includes(database)) return
    const { settings } = await placeFor(database)
    const { DEMO_API_KEY, ...rest } = settings
    const service = await openService(readConfig({ ...rest, ...more }), openLog('silent'))
    expect(await listMerchants(service.db)).toEqual([])
    await service.close()
  })
})

describe('a start that can’t work exits with one sentence', () => {
  // How they are said, and the exit code, is package.test.ts.
  test('no mail server on a shared database, with a misspelled variable', () => {
    const settings = {
      ROLE: 'worker',
      DATABASE_URL: 'postgres://127.0.0.1:1/receipts',
      SMPT_URL: 'smtp://127.0.0.1:1',
    }
    expect(() => readConfig(settings)).toThrow(
      new ConfigError([
        'SMTP_URL: must be set to send mails; to write them to files instead, set MAIL=folder',
        'SMPT_URL: did you mean SMTP_URL?',
      ]),
    )
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT: must be a number'],
    [{ PORT: '1.5' }, 'PORT: must be a whole number'],
    [{ PORT: '0x50' }, 'PORT: must be a number'],
    [{ PORT: '1e3' }, 'PORT: must be a number'],
    [{ PORT: ' ' }, 'PORT: must be a number'],
    [{ PORT: '-1' }, 'PORT: must be at least 0'],
    [{ PORT: '65536' }, 'PORT: must be at most 65535'],
    [{ MAIL_CONCURRENCY: '0' }, 'MAIL_CONCURRENCY: must be at least 1'],
  ])('an invalid number or one out of range: %j', (settings, problem) => {
    expect(() => readConfig(settings)).toThrow(new ConfigError([problem]))
  })

  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-start-'))
  const file = join(folder, 'file.pem')
  writeFileSync(file, 'no PEM at all')
  const otherKey = join(folder, 'ed25519.pem')
  writeFileSync(otherKey, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const shortKey = join(folder, 'short.pem')
  const short = generateKeyPairSync('rsa', { modulusLength: 512 })
  writeFileSync(shortKey, short.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const data = join(folder, 'data')

  test.each([
    [
      { DATA_DIR: '/proc/counterfoil/data' },
      /^The data folder \/proc\/counterfoil\/data can't be used \(no such file or directory\)\. Make it/,
    ],
    [{ DATA_DIR: file }, /^The data folder .*file\.pem can't be used \(not a directory\)\. Make it/],
    [
      { DATA_DIR: join(file, 'data') },
      /^The data folder .*file\.pem\/data can't be used \(not a directory\)\. Make it/,
    ],
    [
      { TLS_CERT_FILE: `${file}.not`, TLS_KEY_FILE: file },
      /^TLS_CERT_FILE: .*\.not can't be read \(no such file or directory\)\. Give/,
    ],
    [{ TLS_CERT_FILE: file, TLS_KEY_FILE: file }, /^TLS_CERT_FILE, TLS_KEY_FILE: are not a PEM .* \(ERR_OSSL/],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: `${file}.not` },
      /^DKIM_KEY_FILE: .*\.not can't be read \(no such file or directory\)\. Give/,
    ],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: file },
      /^DKIM_KEY_FILE: .* is not a PEM private key \(ERR_OSSL/,
    ],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: otherKey },
      /^DKIM_KEY_FILE: .* is a key for ed25519; give an RSA key\.$/,
    ],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: shortKey },
      /^DKIM_KEY_FILE: .* has 512 bits, which no mail server trusts; give a key of 2048\.$/,
    ],
  ])('%j', async (settings: Record<string, string>, words) => {
    const config = readConfig({ DATA_DIR: data, PORT: '0', ...settings })
    const starting = openService(config, openLog('silent'))
    await expect(starting).rejects.toThrow(StartError)
    await expect(starting).rejects.toThrow(words)
  })

  const unheard = [
    [{ HOST: '192.0.2.1' }, /^Can't listen on 192\.0\.2\.1 port 0 \(EADDRNOTAVAIL\)\. Set another HOST or PORT/],
    [{ HOST: 'nowhere.invalid' }, /^Can't listen on nowhere\.invalid port 0 \(E\w+\)\. Set another HOST/],
  ] as const
  test.each(isExhaustive ? unheard : unheard.slice(0, 1))('%j', async (settings, words) => {
    const serving = serve({ DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent', ...settings })
    await expect(serving).rejects.toThrow(StartError)
    await expect(serving).rejects.toThrow(words)
  })

  test.runIf(databases.includes('PostgreSQL')).each([
    [{ username: 'nobody_here' }, 'rejected this user', '28000'],
    [{ pathname: '/nowhere' }, 'has no database with this name', '3D000'],
  ])('a database that refuses %j', async (change, words, code) => {
    const { settings } = await placeFor('PostgreSQL')
    const DATABASE_URL = Object.assign(new URL(settings.DATABASE_URL ?? ''), change).href
    const opening = openService(readConfig({ ...settings, MAIL: 'folder', DATABASE_URL }), openLog('silent'))
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(words)
    await expect(opening).rejects.toThrow(`(${code})`)
  })

  test.runIf(databases.includes('PostgreSQL'))('a user that may not create tables', async () => {
    const { settings } = await placeFor('PostgreSQL')
    const pg = await import('pg')
    const client = new pg.default.Client({ connectionString: settings.DATABASE_URL })
    await client.connect()
    const role = `guest_${settings.PORT}`
    await client.query(`create role ${role} login`)
    await client.query('revoke create on schema public from public')
    const DATABASE_URL = Object.assign(new URL(settings.DATABASE_URL ?? ''), { username: role }).href
    const opening = openService(readConfig({ ...settings, MAIL: 'folder', DATABASE_URL }), openLog('silent'))
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/^DATABASE_URL: its user lacks a privilege\. .*\(42501\)/)
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
    await client.end()
  })
})

test.runIf(databases.includes('PostgreSQL'))('waits for a database that starts later, with one log line', async () => {
  const { settings } = await placeFor('PostgreSQL')
  const target = new URL(settings.DATABASE_URL ?? '')
  const port = await freePort()
  const DATABASE_URL = Object.assign(new URL(target), { port }).href
  let proxy: Server | undefined
  const told: string[] = []
  const write = (line: string) => {
    told.push(line)
    if (proxy || !line.includes("doesn't answer yet")) return
    proxy = createServer(socket => {
      const onward = connect(Number(target.port), target.hostname)
      socket.pipe(onward).pipe(socket)
      for (const end of [socket, onward]) end.on('error', () => end.destroy())
    }).listen(Number(port), '127.0.0.1')
  }
  const service = await openService(
    readConfig({ ...settings, MAIL: 'folder', DATABASE_URL }),
    openLog('warn', { write }),
  )
  const waits = told
    .map(line => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith("The database doesn't answer yet"))
  expect(waits).toMatchObject([{ error: { code: 'ECONNREFUSED' } }])
  await service.close()
  proxy?.close()
})

test('tells its versions, each migration once, a missing browser and a dead mail server, lets no other process in, and outlives its log’s reader', async () => {
  const versionOf = (manifest: string) => JSON.parse(readFileSync(join(root, manifest), 'utf8')).version
  const version = versionOf('service/package.json')
  const engine = `${versionOf('package.json')}+${readFileSync(join(root, 'dist/drawing-hash'), 'utf8')}`
  expect(runToEnd({}, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` })
  const place = await placeFor('SQLite', { hasTables: false })
  const mailServer = await startMailServer()
  await mailServer.stop()
  const surroundings = { SMTP_URL: mailServer.url, PUPPETEER_EXECUTABLE_PATH: '/nowhere/chromium' }
  const settings = { ...place.settings, ...surroundings, LOG_LEVEL: 'info' }
  const running = await startProcess(settings)
  const linesOf = (output: string) =>
    output
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
  const migrationsIn = (output: string) => linesOf(output).filter(({ migration }) => migration !== undefined)
  expect(linesOf(running.output())[0]).toMatchObject({ msg: 'The service is starting', version, engine })
  const migrated = migrationsIn(running.output())
  expect(migrated.map(({ migration }) => migration)).toEqual(Object.keys(migrations))
  expect(migrated.every(({ milliseconds }) => milliseconds >= 0)).toBe(true)

  await until(() => running.output().includes("PDFs can't") && running.output().includes('mail server d'))
  const said = linesOf(running.output()).map(({ msg }) => msg)
  expect(said).toContain(
    "PDFs can't be printed: PUPPETEER_EXECUTABLE_PATH: there is no browser at /nowhere/chromium. Correct the path, or leave it out to have one found.",
  )
  expect(said).toContain("The mail server doesn't answer or rejects our login")
  const ready = await fetch(`${running.url}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({
    status: 'warn',
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'browser', status: 'warn', reason: "PDFs can't be printed" }),
      expect.objectContaining({ reason: "The mail server doesn't answer or rejects our login" }),
    ]),
  })
  const second = openService(readConfig(settings), openLog('silent'))
  await expect(second).rejects.toThrow('Another service process is already using the data folder')
  const other = await placeFor('SQLite')
  await expect(serve({ ...other.settings, PORT: place.settings.PORT })).rejects.toThrow(
    `Can't listen on 127.0.0.1 port ${place.settings.PORT} (EADDRINUSE). Set another HOST or PORT.`,
  )
  const metrics = await (await fetch(`${running.url}/metrics`)).text()
  expect(metrics).toContain(`counterfoil_build_info{version="${version}",engine="${engine}"} 1`)
  expect(metrics).toContain('counterfoil_smtp_up 0')

  running.child.stdout?.destroy()
  running.child.stderr?.destroy()
  for (let turn = 0; turn < 20; turn++) expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect(running.child.exitCode).toBe(null)
  expect(await running.stop()).toBe(0)

  const told: string[] = []
  const again = await openService(readConfig(settings), openLog('debug', { write: line => void told.push(line) }))
  await again.close()
  expect(migrationsIn(told.join(''))).toEqual([])
})

test.runIf(isExhaustive && existsSync('/dev/full'))('keeps running when the log’s disk is full', async () => {
  const { settings } = await placeFor('SQLite')
  const shell = 'exec "$0" "$1" > /dev/full 2> /dev/full'
  const command = ['sh', '-c', shell, process.execPath, mainFile] as const
  const running = await startProcess({ ...settings, LOG_LEVEL: 'info' }, { command })
  for (let turn = 0; turn < 40; turn++) expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect(running.child.exitCode).toBe(null)
  expect(await running.stop()).toBe(0)
})

test.each([
  ['on', false],
  ['off', true],
])('passes BROWSER_SANDBOX=%s on to the browser', async (BROWSER_SANDBOX, isOff) => {
  const { settings } = await placeFor('SQLite')
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const browser = join(folder, 'chromium')
  writeFileSync(browser, `#!/bin/sh\necho "$@" >> ${folder}/arguments\nexit 1\n`, { mode: 0o755 })
  vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', browser)
  onTestFinished(() => void vi.unstubAllEnvs())
  const service = await openService(readConfig({ ...settings, BROWSER_SANDBOX }), openLog('silent'))
  await service.checkSurroundings()
  expect(readFileSync(join(folder, 'arguments'), 'utf8').includes('--no-sandbox')).toBe(isOff)
  await service.close()
})
