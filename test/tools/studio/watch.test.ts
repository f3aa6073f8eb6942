import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFolder } from '../../../tools/studio/server/studio.ts'

let folder: string
let changes = 0
let end: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-watch-'))
  mkdirSync(join(folder, 'sections'))
  writeFileSync(join(folder, 'sections/footer.html.hbs'), 'Thank you')
  changes = 0
  end = watchFolder(folder, () => {
    changes++
  })
})

afterEach(() => {
  end()
  rmSync(folder, { recursive: true, force: true })
})

const hearsOf = (count: number) => expect.poll(() => changes, { timeout: 30_000 }).toBe(count)

test('reports a save in several steps once', async () => {
  for (const text of ['Thank', 'Thank you', 'Thank you, come again'])
    writeFileSync(join(folder, 'sections/footer.html.hbs'), text)
  await hearsOf(1)
})

test('reports each replacement of a file', async () => {
  for (const count of [1, 2]) {
    writeFileSync(join(folder, 'sections/.footer.swp'), `Thank you, ${count}`)
    renameSync(join(folder, 'sections/.footer.swp'), join(folder, 'sections/footer.html.hbs'))
    await hearsOf(count)
  }
})

test('watches a folder created later', async () => {
  mkdirSync(join(folder, 'locales'))
  await hearsOf(1)
  writeFileSync(join(folder, 'locales/fr.json'), '{ "own": { "thanks": "Merci" } }')
  await hearsOf(2)
})

test('ignores an editor’s own files', async () => {
  writeFileSync(join(folder, 'sections/.footer.html.hbs.swp'), 'Thank')
  writeFileSync(join(folder, 'sections/footer.html.hbs~'), 'Thank')
  await setTimeout(120)
  expect(changes).toBe(0)
  writeFileSync(join(folder, 'brand.json'), '{}')
  await hearsOf(1)
})
