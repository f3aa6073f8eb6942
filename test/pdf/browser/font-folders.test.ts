import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readableFolders } from '../../../src/pdf/browser/browser-factory.ts'

test('copies fonts out of archives, as the browser would not find them there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const archived = join(folder, 'cache/noto-sans-jp.zip/node_modules/noto-sans-jp/400Regular')
  const plain = join(folder, 'fonts/400Regular')
  const shared = join(folder, '__virtual__/noto-sans-jp-a1/0/700Bold')
  for (const place of [archived, plain, shared]) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'Noto.ttf'), place)
    writeFileSync(join(place, 'Noto.ttf.png'), '')
  }
  const readable = await readableFolders([archived, plain, shared], join(folder, 'copies'))
  expect(readable[1]).toBe(plain)
  expect(readable.map(place => readFileSync(join(place, 'Noto.ttf'), 'utf8'))).toEqual([archived, plain, shared])
  for (const copy of [readable[0]!, readable[2]!]) {
    expect(copy.startsWith(join(folder, 'copies'))).toBe(true)
    expect(readdirSync(copy)).toEqual(['Noto.ttf'])
  }
})
