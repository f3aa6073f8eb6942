import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../support/command.ts'

const root = resolve(import.meta.dirname, '../../..')

test('prints the studio’s URL, and ends on Ctrl-C', async () => {
  const child = spawn(process.execPath, ['bin/counterfoil.js', 'studio', 'examples/my-brand', '--port', '0'], {
    cwd: root,
  })
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    const url = said.toString().trim()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(await (await fetch(new URL('/api/state', url))).json()).toMatchObject({ folder: 'my-brand' })
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('rejects a missing folder with advice', async () => {
  const { code, out, err } = await runCommand('studio', 'no-such-brand')
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('there is no folder no-such-brand; create it with counterfoil template new no-such-brand')
})
