import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { printable } from '../../../src/options/printable.ts'
import { runCommand } from '../../support/command.ts'
import { aReceipt } from '../../support/receipts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-hostile-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const command = resolve(import.meta.dirname, '../../../bin/counterfoil.js')

/** Runs the command in a process of its own, with this standard input. */
function piped(args: readonly string[], stdio: Parameters<typeof spawnSync>[2]) {
  const run = spawnSync(process.execPath, [command, ...args], stdio)
  return { code: run.status, out: String(run.stdout), err: String(run.stderr) }
}

describe('what the command reads', () => {
  test('- is the standard input', () => {
    const sale = JSON.stringify(aReceipt())
    const { code } = piped(['render', '-', '--out', folder, '--format', 'text'], { input: sale })
    expect([code, readdirSync(folder)]).toEqual([0, ['receipt.txt']])
  })

  test('the standard input may be slow, and not endless', () => {
    writeFileSync(join(folder, 'sale.json'), JSON.stringify(aReceipt()))
    const slow = spawnSync('sh', ['-c', `(sleep 1; cat sale.json) | "${process.execPath}" "${command}" check -`], {
      cwd: folder,
    })
    expect([slow.status, String(slow.stdout), String(slow.stderr)]).toEqual([0, '', ''])
    const { code, err } = piped(['check', '-'], { stdio: [openSync('/dev/zero', 'r'), 'pipe', 'pipe'] })
    expect([code, err]).toEqual([1, 'counterfoil: -: is larger than 64 MB\n'])
  })

  test.each(['pipe', '/dev/zero', '/dev/full'])('%s is refused at once', async file => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const path = resolve(folder, file)
    const message = `${path}: is not a regular file; pipe it into the command, and write - for its name`
    for (const args of [
      ['check', path],
      ['render', path, '--out', folder],
      ['merge', path, '--out', join(folder, 'day.pdf')],
      ['render', join(folder, 'sale.json'), '--out', folder, '--config', path],
      ['render', join(folder, 'sale.json'), '--out', folder, '--offers', path],
    ])
      expect(await runCommand(...args)).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  })
})

describe('what the command writes', () => {
  test('goes through no link in the output folder', async () => {
    const [out, secret] = [join(folder, 'out'), join(folder, 'secret.txt')]
    mkdirSync(out)
    writeFileSync(secret, 'secret')
    writeFileSync(join(folder, 'sale.json'), JSON.stringify(aReceipt()))
    symlinkSync(secret, join(out, 'sale.txt'))
    const { code, err } = await runCommand('render', join(folder, 'sale.json'), '--out', out, '--format', 'text')
    expect([code, readFileSync(secret, 'utf8')]).toEqual([1, 'secret'])
    expect(err).toContain(`${join(out, 'sale.txt')}: is a link, which isn't followed`)
  })

  test('goes through no link in a template folder', async () => {
    mkdirSync(join(folder, 'elsewhere'))
    mkdirSync(join(folder, 'mine'))
    symlinkSync('../elsewhere', join(folder, 'mine/sections'))
    const { code } = await runCommand('template', 'copy', join(folder, 'mine'), 'sections/hero.html.hbs')
    expect([code, readdirSync(join(folder, 'elsewhere'))]).toEqual([1, []])
  })
})

describe('what the command says drives no terminal', () => {
  const evil = '\u001b[2J\u009b31m\u202e\r'
  const clean = (text: string) => expect(printable(text)).toBe(text)

  async function says(...args: string[]) {
    const { out, err, code } = await runCommand(...args)
    clean(out)
    clean(err)
    expect(out + err).toContain('\\u001b')
    return { out, err, code }
  }

  test('of names of files', async () => {
    await says('check', join(folder, `${evil}.json`))
    await says('render', join(folder, `${evil}\n[1/1] fine.json`), '--out', folder)
    await says('lint', join(folder, evil))
    await says(evil)
    writeFileSync(join(folder, `${evil}.css`), '')
    const { err } = await says('lint', folder)
    expect(err).toContain('has control characters in its name; rename it')
  })

  test('of template lines', async () => {
    mkdirSync(join(folder, 'sections'))
    writeFileSync(join(folder, 'sections/header.html.hbs'), `${evil}{{nonsense}}${evil}<p`)
    await says('lint', folder)
    await says('lint', folder, '--format', 'json')
  })

  test('of keys', async () => {
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ [`a${evil}\nb`]: 1 }))
    const { out } = await says('lint', folder)
    expect(out).toContain('\\n')
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ [`a${evil}`]: 1 }))
    writeFileSync(join(folder, 'sale.json'), JSON.stringify(aReceipt()))
    await says('render', join(folder, 'sale.json'), '--out', folder, '--config', join(folder, 'config.json'))
    expect(existsSync(join(folder, 'sale.html'))).toBe(false)
  })
})
