import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs `scripts/prepare.js` in a project without its developers' tools. */
function prepare({ isBuilt }: { isBuilt: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['scripts', 'dist']) mkdirSync(join(folder, name), { recursive: true })
  copyFileSync(resolve(import.meta.dirname, '../../scripts/prepare.js'), join(folder, 'scripts/prepare.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module","devDependencies":{"typescript":"7.0.2"}}')
  if (isBuilt) writeFileSync(join(folder, 'dist/index.js'), '')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.js'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('an install without developers’ tools keeps the existing build', () => {
  expect(prepare({ isBuilt: true })).toEqual({ status: 0, said: '' })
})

test('an install without developers’ tools fails if nothing is built, and says what to run', () => {
  const { status, said } = prepare({ isBuilt: false })
  expect(status).toBe(1)
  expect(said).toContain('Run `npm ci`, then `npm prune --omit=dev`.')
})
