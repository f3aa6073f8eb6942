import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BrowserError, PrintError } from '../../src/errors.ts'
import { findBrowser } from '../../src/pdf/browser/find-browser.ts'
import { openPrinter, type Printer } from '../../src/pdf/print.ts'
import { closeEngines } from '../support/fixtures.ts'
import { closePage } from '../support/print-page.ts'
import { thorough } from '../support/scope.ts'
import { descendants, lines, page, readPdf } from './pages.ts'

const warmUp = { html: page('warm'), paper: 'a4' } as const
const long = { html: page(lines(300)), paper: 'a4' } as const

// Of the files before.
beforeAll(() => Promise.all([closeEngines(), closePage()]))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The browsers started from here: their own processes, not those they started. */
const browsers = () => descendants('--remote-debugging-pipe').filter(pid => !commandLine(pid).includes('--type='))
const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1')
/** On a busy machine, the one that replaces a crashed one isn't there at once. */
const startedBrowser = () => vi.waitUntil(() => browsers()[0], { timeout: 10_000 })
/** The temporary folder of the printer that a browser belongs to. */
const folderOf = (pid: number) => /(?:^|\0)HOME=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))![1]!

describe('a printer', () => {
  let printer: Printer
  let short: Uint8Array
  let expected: Uint8Array
  beforeAll(async () => {
    vi.stubEnv('RECEIPT_SECRET', 'do not tell')
    printer = openPrinter({ processes: 1 })
    short = await printer.print(warmUp)
    expected = await printer.print(long)
  })
  afterAll(async () => {
    await printer.close()
    vi.unstubAllEnvs()
  })

  test('hides the environment from the browser', () => {
    const environment = readFileSync(`/proc/${browsers()[0]}/environ`, 'latin1')
    expect(environment).toContain('FONTCONFIG_FILE')
    expect(environment).not.toContain('RECEIPT_SECRET')
  })

  const meanwhile = () => pause(5)
  // What was killed only after it had printed is replaced by now, so that the next test doesn't kill a browser that still starts.
  afterEach(async () => {
    expect(Buffer.compare(await printer.print(warmUp), short)).toBe(0)
  })

  test('replaces a crashed page', async () => {
    const job = printer.print(long)
    await meanwhile()
    for (const pid of descendants('--type=renderer')) process.kill(pid, 'SIGKILL')
    expect(Buffer.compare(await job, expected)).toBe(0)
  })

  test('prints the document after its browser is killed', async () => {
    const job = printer.print(long)
    await meanwhile()
    const pid = await startedBrowser()
    process.kill(pid, 'SIGKILL')
    expect(Buffer.compare(await job, expected)).toBe(0)
    expect(browsers()).not.toContain(pid)
  })

  // The next document finds it dead, as the one before found its own.
  thorough('replaces a browser that dies between documents', async () => {
    process.kill(await startedBrowser(), 'SIGKILL')
    expect(Buffer.compare(await printer.print(warmUp), short)).toBe(0)
  })
})

test('kills a hung browser at the deadline, and prints the next document', async () => {
  await using printer = openPrinter({ processes: 1, timeout: 1500 })
  await printer.print(warmUp)
  const [pid] = browsers()
  const job = printer.print(warmUp)
  for (const each of descendants('counterfoil-')) process.kill(each, 'SIGSTOP')
  await expect(job).rejects.toThrow(PrintError)
  await expect(job).rejects.toThrow('1500 ms')
  await vi.waitUntil(() => !browsers().includes(pid!), { timeout: 30_000 })
  expect((await printer.print(warmUp)).length).toBeGreaterThan(1000)
})

thorough('replaces a process after its maximum of documents, with the same bytes', async () => {
  await using printer = openPrinter({ processes: 1, recycleAfter: 3 })
  const first = await printer.print(warmUp)
  const before = browsers()
  for (let turn = 0; turn < 8; turn++) expect(Buffer.compare(await printer.print(warmUp), first)).toBe(0)
  await vi.waitUntil(() => browsers().every(pid => !before.includes(pid)), { timeout: 30_000 })
})

thorough('finishes at close what it prints twice', async () => {
  const html = page('<p>Shop</p>', { css: 'p::before{content:"The "}' })
  await using other = openPrinter({ processes: 1 })
  const expected = await other.print({ html, paper: 'a4' })
  const printer = openPrinter({ processes: 1 })
  const job = printer.print({ html, paper: 'a4' })
  await printer.close()
  expect(Buffer.compare(await job, expected)).toBe(0)
})

test('prints in two processes, and leaves no process or folder after close', async () => {
  const printer = openPrinter({ processes: 2 })
  const jobs = Array.from({ length: 6 }, (_, at) => printer.print({ html: page(`job ${at}`), paper: 'roll80' }))
  await Promise.all(jobs.slice(0, 2))
  expect(browsers()).toHaveLength(2)
  const own = folderOf(browsers()[0]!)
  expect(existsSync(own)).toBe(true)
  await printer.close()
  const texts = await Promise.all(jobs.map(async job => (await readPdf(await job)).texts.join('')))
  expect(texts).toEqual(['job 0', 'job 1', 'job 2', 'job 3', 'job 4', 'job 5'])
  await vi.waitUntil(() => descendants('counterfoil-').length === 0, { timeout: 30_000 })
  expect(existsSync(own)).toBe(false)
  await expect(printer.print(warmUp)).rejects.toThrow('closed')
})

test('starts no browser before it prints', async () => {
  vi.stubEnv('TMPDIR', folder)
  const before = descendants('counterfoil-')
  await openPrinter().close()
  vi.unstubAllEnvs()
  expect(descendants('counterfoil-')).toEqual(before)
  expect(readdirSync(folder)).toEqual([])
})

// Chromium ends with its pipe, by which `browsers` finds it.
thorough('ends the browser when its host is killed', async () => {
  const source = new URL('../../src/pdf/print.ts', import.meta.url).href
  const script = `import { openPrinter } from ${JSON.stringify(source)}
    await openPrinter({ processes: 1 }).print(${JSON.stringify(warmUp)})
    process.stdout.write('printed')
    setInterval(() => {}, 1000)`
  const host = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(host.stdout, 'data')
  const started = descendants('counterfoil-')
  expect(started.length).toBeGreaterThan(2)
  const left = folderOf(started[0]!)
  host.kill('SIGKILL')
  await vi.waitUntil(() => started.every(isGone), { timeout: 30_000 })
  rmSync(left, { recursive: true, force: true, maxRetries: 5 })
})

test('lets a program that forgets to close end, without leftovers', async () => {
  const source = new URL('../../src/pdf/print.ts', import.meta.url).href
  const script = `import { openPrinter } from ${JSON.stringify(source)}
    const printer = openPrinter({ processes: 1 })
    const job = ${JSON.stringify(warmUp)}
    await printer.print(job)
    const pdf = await printer.print(job)
    process.stdout.write(String(pdf.length))
    await new Promise(done => process.stdin.once('data', done))
    process.stdin.destroy()`
  const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  })
  const [size] = await once(host.stdout, 'data')
  expect(Number(size)).toBeGreaterThan(1000)
  const started = descendants('counterfoil-')
  expect(started.length).toBeGreaterThan(2)
  const left = folderOf(started[0]!)
  const asked = Date.now()
  host.stdin.write('end\n')
  expect(await once(host, 'exit')).toEqual([0, null])
  expect(Date.now() - asked).toBeLessThan(30_000)
  await vi.waitUntil(() => started.every(isGone), { timeout: 30_000 })
  expect(existsSync(left)).toBe(false)
})

/** Whether a process has ended; one that nobody has waited for yet has ended too. */
function isGone(pid: number): boolean {
  try {
    return commandLine(pid) === ''
  } catch {
    return true
  }
}

test('reports a browser that fails to start with its path and output', async () => {
  const executablePath = join(folder, 'browser')
  writeFileSync(
    executablePath,
    '#!/bin/sh\necho "error while loading shared libraries: libnss3.so: cannot open" >&2\nexit 127\n',
  )
  chmodSync(executablePath, 0o755)
  await using printer = openPrinter({ executablePath, processes: 1 })
  const job = printer.print(warmUp)
  await expect(job).rejects.toThrow(BrowserError)
  await expect(job).rejects.toThrow(`${executablePath} did not start: the host lacks the library libnss3.so`)
})

test('reports a browser’s own words in one line, without what it always says about graphics', async () => {
  const executablePath = join(folder, 'browser')
  const gl = '[1122/215848.499:ERROR:../ui/gl/angle_platform_impl.cc:37] Display.cpp:1136 (initialize): ANGLE error 0'
  const words = [gl, 'ERR: Display.cpp:1136 (initialize): Internal Vulkan error (-3)', 'profile is locked', 'giving up']
  writeFileSync(executablePath, `#!/bin/sh\n${words.map(line => `echo "${line}" >&2\n`).join('')}exit 21\n`)
  chmodSync(executablePath, 0o755)
  await using printer = openPrinter({ executablePath, processes: 1 })
  await expect(printer.print(warmUp)).rejects.toThrow(/ did not start: profile is locked giving up$/)
})

test('reports a browser that may not run where it is, and what to do, as in a /tmp without execution', async () => {
  const executablePath = join(folder, 'browser')
  writeFileSync(executablePath, 'not for execution')
  chmodSync(executablePath, 0o600)
  await using printer = openPrinter({ executablePath, processes: 1 })
  const job = printer.print(warmUp)
  await expect(job).rejects.toThrow(BrowserError)
  await expect(job).rejects.toThrow(`${executablePath} did not start: the host forbids it to run there.`)
  await expect(job).rejects.toThrow('set TMPDIR')
})

test('says the same where only the browser’s libraries may not be run', async () => {
  const executablePath = join(folder, 'browser')
  const words = 'browser: error while loading shared libraries: libnspr4.so: failed to map segment from shared object'
  writeFileSync(executablePath, `#!/bin/sh\necho '${words}' >&2\nexit 127\n`)
  chmodSync(executablePath, 0o755)
  await using printer = openPrinter({ executablePath, processes: 1 })
  await expect(printer.print(warmUp)).rejects.toThrow('the host forbids it to run there')
})

test('says what the host has too little of, and ends no program where several browsers start without file descriptors', () => {
  const source = (name: string) => new URL(`../../src/pdf/${name}`, import.meta.url)
  // Opens as many files as are left but a few, so that some starts fail at once and others later.
  const program = `
    import { openSync } from 'node:fs'
    import { openPrinter } from '${source('print.ts')}'
    const printer = openPrinter({ executablePath: '/bin/true', processes: 3 })
    const print = () => printer.print(${JSON.stringify(warmUp)}).catch(error => error.message)
    // What is loaded with the first print needs files.
    await print()
    const open = []
    for (;;) try { open.push(openSync('/dev/null')) } catch { break }
    const said = await Promise.all([print(), print(), print()])
    console.log(JSON.stringify(said))
    process.exit()`
  const shell = `ulimit -n 64; exec '${process.execPath}' --input-type=module --eval "$PROGRAM"`
  const environment = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, PROGRAM: program }
  const said = execFileSync('bash', ['-c', shell], { env: environment, encoding: 'utf8' })
  expect(JSON.parse(said)).toHaveLength(3)
  expect(said).toContain('too many files are open')
})

test.skipIf(process.getuid?.() !== 0)('prints for a user without a home, as some containers have', () => {
  const browser = join(folder, 'browser')
  writeFileSync(browser, '#!/bin/sh\necho "the browser runs" >&2\nexit 1\n', { mode: 0o755 })
  chmodSync(folder, 0o777)
  const source = (name: string) => new URL(`../../src/pdf/${name}`, import.meta.url)
  const program = `
    import { puppeteerPaths } from '${source('browser/browser.ts')}'
    import { openPrinter } from '${source('print.ts')}'
    const print = async () => {
      const printer = openPrinter({ executablePath: '${browser}', processes: 1 })
      await printer.print(${JSON.stringify(warmUp)}).catch(error => console.log(error.message, error.cause.name))
      await printer.close()
    }
    // Loads what the other user can't read if this folder is root's own.
    await print()
    process.setuid(54321)
    delete process.env.HOME
    console.log(await puppeteerPaths())
    await print()`
  const environment = { PATH: process.env.PATH, TMPDIR: folder }
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: environment,
    encoding: 'utf8',
  })
  expect(said).toMatch(/^(The browser at .* did not start: the browser runs TargetCloseError\n)\[\]\n\1$/)
})

test('finds the packaged browser if there is no other', async () => {
  const found = await findBrowser({ environment: {}, puppeteerPaths: [] })
  expect(found.path).toMatch(/chromium$/)
  expect(readdirSync(found.libraries!)).toContain('libnss3.so')
})
