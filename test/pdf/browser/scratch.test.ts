import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BrowserError } from '../../../src/errors.ts'
import { openScratch } from '../../../src/pdf/browser/scratch.ts'
import { unpackBrowser } from '../../../src/pdf/browser/unpack.ts'
import { openPrinter } from '../../../src/pdf/print.ts'
import { page } from '../pages.ts'

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'scratch-test-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(parent, { recursive: true, force: true })
})

/** Another process with a folder of its own. */
async function anotherProcess() {
  const module = new URL('../../../src/pdf/browser/scratch.ts', import.meta.url).href
  const program = `const { openScratch } = await import('${module}')
    console.log((await openScratch({ parent: '${parent}' })).path)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [path] = await once(child.stdout, 'data')
  return {
    path: String(path).trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('a temporary folder', () => {
  test('is removed when no longer needed', async () => {
    const { path, remove } = await openScratch({ parent: parent })
    expect(existsSync(path)).toBe(true)
    await remove()
    expect(existsSync(path)).toBe(false)
  })

  test.runIf(process.platform === 'linux')('of a killed process is removed at the next start, not before', async () => {
    const other = await anotherProcess()
    const mine = await openScratch({ parent: parent })
    expect(existsSync(other.path)).toBe(true)
    await other.kill()
    expect(existsSync(other.path)).toBe(true)
    const next = await openScratch({ parent: parent })
    expect(existsSync(other.path)).toBe(false)
    expect([mine, next].map(({ path }) => existsSync(path))).toEqual([true, true])
    await Promise.all([mine.remove(), next.remove()])
  })

  test.runIf(process.platform === 'linux').each(['host', 'boot', 'namespace'])(
    'of another %s is left alone',
    async key => {
      const other = await anotherProcess()
      await other.kill()
      const file = join(other.path, 'owner.json')
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [key]: 'elsewhere' }))
      await (await openScratch({ parent: parent })).remove()
      expect(existsSync(other.path)).toBe(true)
    },
  )

  test('is left alone if it isn’t ours', async () => {
    const others = ['counterfoil-aB3dE6', 'counterfoil-browser-0', 'something'].map(name => join(parent, name))
    for (const path of others) mkdirSync(path)
    writeFileSync(join(others[0]!, 'owner.json'), '{"host"')
    await (await openScratch({ parent: parent })).remove()
    expect(others.map(existsSync)).toEqual([true, true, true])
  })
})

describe('an unwritable temporary folder', () => {
  const advice = /nothing can be written to .*nowhere \(ENOENT\)\. Set TMPDIR/

  test('is a BrowserError with advice', async () => {
    const nowhere = join(parent, 'nowhere')
    vi.stubEnv('TMPDIR', nowhere)
    await using printer = openPrinter({ processes: 1 })
    const printing = printer.print({ html: page('Tea'), paper: 'a4' })
    await expect(printing).rejects.toThrow(advice)
    await expect(printing).rejects.toMatchObject({ code: 'browser' })
    await expect(openScratch({ parent: nowhere })).rejects.toThrow(advice)
    expect(existsSync(nowhere)).toBe(false)
  })

  test('is a BrowserError when unpacking a browser, too', async () => {
    const bin = join(parent, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'chromium.br'), '')
    const unpacking = unpackBrowser(bin, join(parent, 'nowhere'))
    await expect(unpacking).rejects.toThrow(BrowserError)
    await expect(unpacking).rejects.toThrow(advice)
    expect(existsSync(join(parent, 'nowhere'))).toBe(false)
  })
})
