import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../support/command.ts'
import { aReceipt } from '../../support/receipts.ts'

const here = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-misuse-'))
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(here)
  rmSync(folder, { recursive: true })
})

writeFileSync(join(folder, 'sale.json'), JSON.stringify(aReceipt()))
writeFileSync(join(folder, 'empty.json'), '')
writeFileSync(join(folder, 'binary.json'), Buffer.from([0xff, 0xfe, 0x00, 0x80]))
writeFileSync(join(folder, 'a-file'), '')
mkdirSync(join(folder, 'a-folder'))
mkdirSync(join(folder, 'taken/sale.html'), { recursive: true })

describe('a mistyped command exits with 2 and a suggestion', () => {
  test.each([
    [['rendr'], 'there is no command "rendr"; did you mean render?'],
    [['publish'], 'there is no command "publish"; "counterfoil help" lists all'],
    [['render'], 'render needs at least one file'],
    [['render', 'sale.json'], 'render needs an output folder: --out DIR'],
    [['render', 'sale.json', '--out', 'out', '--paper', 'a9'], '--paper: there is no "a9"; there are a4, letter'],
    [['render', 'sale.json', '--out', 'out', '--paper', '76x'], '--paper: there is no "76x"; there are a4, letter'],
    [['render', 'sale.json', '--out', 'out', '--paper', '148x20'], '--paper 148x20: height: must be millimeters, 50'],
    [['render', 'sale.json', '--out', 'out', '--format', 'pdff'], '--format: there is no "pdff"; there are html, text'],
    [
      ['render', 'sale.json', '--out', 'out', '--variant', 'modrn'],
      '--variant: there is no "modrn"; there are modern, classic',
    ],
    [['render', 'sale.json', '--oot', 'out'], 'there is no option --oot; did you mean --out?'],
    [['render', 'sale.json', '--xyz'], 'there is no option --xyz; "counterfoil help" lists all'],
    [['render', 'sale.json', '--out'], '--out needs a value'],
    [['lint', '--strict=yes'], '--strict takes no value'],
    [['check'], 'check takes one file'],
    [['check', 'sale.json', 'sale.json'], 'check takes one file'],
    [['template'], 'write counterfoil template new DIR'],
    [['studio', 'one', 'two'], 'studio takes one folder'],
    [['studio', '--port', 'abc'], '--port: must be a number from 0 to 65535'],
    [['locales', 'brand', 'fr'], 'locales takes one template folder'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await runCommand(...args)
    expect(err).toContain(`counterfoil: ${message}`)
    expect(err.split('\n').length).toBeLessThan(4)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(existsSync('out')).toBe(false)
  })

  test('lists all commands if none is given', async () => {
    const { code, out } = await runCommand()
    expect(out).toContain('counterfoil render FILE.json')
    expect(code).toBe(2)
  })
})

describe('an unusable file or folder exits with 1 and a reason', () => {
  test.each([
    [['render', 'nothing.json', '--out', 'out'], '[1/1] nothing.json: there is no such file\n'],
    [['render', 'a-folder', '--out', 'out'], '[1/1] a-folder: is a folder, not a file\n'],
    [['render', 'a-file/sale.json', '--out', 'out'], 'a-file/sale.json: part of the path is a file'],
    [['render', 'empty.json', '--out', 'out'], 'receipt: must be JSON'],
    [['render', 'binary.json', '--out', 'out'], 'receipt: must be JSON'],
    [['render', 'sale.json', '--out', 'a-file'], 'a-file: is a file, not a folder'],
    [['render', 'sale.json', '--out', 'a-file/out'], 'a-file: is a file, not a folder'],
    [['render', 'sale.json', '--out', '/proc/out'], '/proc/out: cannot be created'],
    [['render', 'sale.json', '--out', 'taken', '--format', 'html'], 'taken/sale.html: is a folder, not a file'],
    [['render', 'sale.json', '--out', 'out', '--config', 'nope.json'], 'nope.json: there is no such file'],
    [['render', 'sale.json', '--out', 'out', '--config', 'empty.json'], 'empty.json: is not valid JSON'],
    [['render', 'sale.json', '--out', 'out', '--templates', 'a-file'], 'a-file is a file, not a template folder'],
    [['check', 'nothing.json'], 'nothing.json: there is no such file'],
    [['check', 'a-folder'], 'a-folder: is a folder, not a file'],
    [['template', 'new', 'a-file'], 'a-file: is a file, not a folder'],
    [['template', 'new', '/proc/mine'], '/proc/mine: cannot be created'],
    [['template', 'copy', 'a-file', 'sections/hero.html.hbs'], 'a-file: is a file, not a folder'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await runCommand(...args)
    expect(err).toContain(message)
    expect(code).toBe(1)
    expect(out).toBe('')
  })
})

test.each([['render'], ['lint'], ['studio'], ['locales']])('%s --help shows its options', async command => {
  const { code, out } = await runCommand(command, '--help')
  expect(out).toContain(`counterfoil ${command}`)
  expect(code).toBe(0)
})

test('--version prints the package’s version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(await runCommand('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('a clone that is not built yet says so', () => {
  const clone = join(folder, 'clone')
  mkdirSync(join(clone, 'bin'), { recursive: true })
  for (const file of ['package.json', 'bin/counterfoil.js']) copyFileSync(join(here, file), join(clone, file))
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'bin/counterfoil.js'), 'help'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'counterfoil is not built yet: run "npm run build" in its folder.\n'])
})
