import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from 'counterfoil/internal'
import { expect, onTestFinished, test } from 'vitest'
import { adminCommand, merchantCommand } from '../src/commands/merchant-commands.ts'
import { UsageError } from '../src/commands/run-command.ts'
import { forTerminal } from '../src/commands/terminal.ts'
import { makePlace } from './support/service.ts'

const evil = '\u001b[2J\u009b31m\u202e\r'

function heard(isTTY: boolean) {
  const said = { out: '', err: '' }
  const stream = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text), isTTY })
  return { said, output: forTerminal({ stdout: stream('out'), stderr: stream('err') }) }
}

test('what a command says of names and files drives no terminal', async () => {
  const place = await makePlace('SQLite', { hasTables: true })
  onTestFinished(place.remove)
  const file = join(place.settings.DATA_DIR!, 'settings.json')
  writeFileSync(file, JSON.stringify({ [`a${evil}`]: 1 }))
  for (const args of [
    ['show', evil],
    ['save', 'acme', '--name', 'Acme', '--settings', `/nowhere/${evil}`],
    ['save', 'acme', '--name', 'Acme', '--settings', file],
    ['save', 'acme', '--name', 'Acme', '--settings', '/dev/zero'],
  ]) {
    const { said, output } = heard(true)
    expect(await merchantCommand(args, place.settings, output)).toBe(1)
    expect(said.err).toMatch(/\\u001b|is larger than 8 MB/)
    expect(printable(said.out + said.err)).toBe(said.out + said.err)
  }
  const { output } = heard(true)
  await expect(adminCommand([evil], place.settings, output)).rejects.toThrow(UsageError)
})

test('an export to a file or program is what it was', () => {
  const piped = heard(false)
  piped.output.data!.write('a\u200fb')
  expect(piped.said.out).toBe('a\u200fb')
  const shown = heard(true)
  shown.output.data!.write('a\u200fb')
  expect(shown.said.out).toBe('a\\u200fb')
})
