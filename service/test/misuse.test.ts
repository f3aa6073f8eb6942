import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { main } from '../src/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-misuse-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await main(args, { DATA_DIR: folder })
    return { code, out: out.mock.calls.join(''), err: err.mock.calls.join('') }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}

const written = (form: string) => `is written counterfoil-service merchant ${form}`

describe('a mistyped command exits with 2 and a suggestion, without opening a database', () => {
  test.each([
    [['srve'], 'There is no command "srve".'],
    [['serve', 'now'], 'There is no command "serve now".'],
    [['merchant', 'sve', 'acme'], 'There is no action "sve"; did you mean save?'],
    [['merchant', 'publish'], 'There is no action "publish"; "merchant help" lists all.'],
    [['merchant', 'list', 'acme'], `"list" ${written('list')}`],
    [
      ['merchant', 'save'],
      `"save" ${written('save <merchant> [--name <name>] [--settings <file.json>] [--active | --inactive]')}`,
    ],
    [['merchant', 'save', 'acme', '--active', '--inactive'], '"save" takes one of --active, and --inactive'],
    [['merchant', 'show'], `"show" ${written('show <merchant>')}`],
    [['merchant', 'key'], `"key" ${written('key <merchant> [--label <text>]')}`],
    [['merchant', 'revoke', 'acme'], `"revoke" ${written('revoke <merchant> <keyId>')}`],
    [['merchant', 'offer', 'acme'], `"offer" ${written('offer <merchant> --file <offer.json>')}`],
    [['merchant', 'list', '--nope'], `Unknown option '--nope'; "merchant help" lists what there is.`],
  ])('%j', async (args, words) => {
    const { code, out, err } = await run(...args)
    expect(err).toContain(words)
    expect(err).not.toContain('Database:')
    expect([code, out]).toEqual([2, ''])
  })
})

describe('a command that can’t be carried out exits with 1 and advice', () => {
  const binary = join(folder, 'binary.json')
  beforeAll(async () => {
    writeFileSync(binary, Buffer.from([0xff, 0x00]))
    await run('merchant', 'save', 'acme', '--name', 'Acme')
  })

  test.each([
    [['save', 'birch'], 'The merchant "birch" is new; name it with --name <name>.'],
    [['save', 'bad id!', '--name', 'X'], 'merchantId: must be 1 to 64 letters, digits, dots, hyphens or underscores'],
    [['show', 'nobody'], 'There is no merchant "nobody". "merchant list" shows all merchants.'],
    [['revoke', 'acme', 'none'], 'The merchant has no active key "none".'],
    [['save', 'acme', '--settings', '/nowhere'], "/nowhere can't be read (no such file or directory). Give the path"],
    [['save', 'acme', '--settings', folder], "can't be read (illegal operation on a directory). Give the path"],
    [['offer', 'acme', '--file', binary], "binary.json isn't JSON."],
  ])('%j', async (args, words) => {
    const { code, out, err } = await run('merchant', ...args)
    expect(err).toContain(words)
    expect([code, out]).toEqual([1, ''])
  })
})

test.each([[['help']], [['--help']], [['merchant']], [['merchant', 'help']], [['merchant', 'save', '--help']]])(
  '%j shows the help',
  async args => {
    const { code, out, err } = await run(...args)
    expect(out).toContain('counterfoil-service merchant')
    expect([code, err]).toEqual([0, ''])
  },
)
