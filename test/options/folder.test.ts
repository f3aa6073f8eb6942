import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listFolder, writeInFolder } from '../../src/options/folder.ts'

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'counterfoil-gate-'))
  folder = join(home, 'mine')
  mkdirSync(folder)
  writeFileSync(join(home, 'secret.txt'), 'secret')
})
afterEach(() => rmSync(home, { recursive: true }))

describe('a file is written in its folder', () => {
  test('with the folders that it needs, replaced and removed', () => {
    for (const text of ['one', 'two']) {
      expect(writeInFolder(folder, 'sections/hero.html.hbs', text)).toBeUndefined()
      expect(readFileSync(join(folder, 'sections/hero.html.hbs'), 'utf8')).toBe(text)
    }
    expect(writeInFolder(folder, 'sections/hero.html.hbs', null)).toBeUndefined()
    expect(readdirSync(join(folder, 'sections'))).toEqual([])
  })

  test.each([
    ['a link', 'brand.css', () => symlinkSync(join(home, 'secret.txt'), join(folder, 'brand.css'))],
    ['a link to nothing', 'brand.css', () => symlinkSync(join(home, 'new.txt'), join(folder, 'brand.css'))],
    ['below a link', 'sections/secret.txt', () => symlinkSync(home, join(folder, 'sections'))],
    ['below a link in the folder', 'sections/a.css', () => symlinkSync('.', join(folder, 'sections'))],
    ['a pipe', 'brand.css', () => execFileSync('mkfifo', [join(folder, 'brand.css')])],
    ['a folder', 'brand.css', () => mkdirSync(join(folder, 'brand.css'))],
    ['below a file', 'sections/a.css', () => writeFileSync(join(folder, 'sections'), '')],
    ['above it', '../secret.txt', () => {}],
    ['elsewhere', '/etc/counterfoil.css', () => {}],
  ])('and not where there is %s', (_, name, make) => {
    make()
    const before = readdirSync(folder)
    for (const content of ['x', null])
      expect(writeInFolder(folder, name, content)).toEqual({ problem: expect.any(String) })
    expect(readFileSync(join(home, 'secret.txt'), 'utf8')).toBe('secret')
    expect(readdirSync(home).sort()).toEqual(['mine', 'secret.txt'])
    expect(readdirSync(folder)).toEqual(before)
  })

  test('and nothing is left if that fails', () => {
    expect(() => writeInFolder(folder, 'brand.css', Symbol() as unknown as string)).toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a folder is listed without hidden names, and a link to nothing harms nobody', () => {
  for (const name of ['.git', 'sections']) mkdirSync(join(folder, name))
  for (const name of ['.git/a.css', 'sections/a.css', 'b.css', 'c.txt', '.d.css']) writeFileSync(join(folder, name), '')
  symlinkSync('gone', join(folder, 'e'))
  expect(listFolder(folder, path => path.endsWith('.css'))).toEqual({
    files: ['b.css', 'sections/a.css'],
    folders: ['sections'],
  })
  expect(listFolder(folder, () => true, 0)).toEqual({ files: ['b.css', 'c.txt', 'e'], folders: [] })
  expect(listFolder(join(folder, 'gone'), () => true)).toMatchObject({ at: '', problem: expect.any(String) })
})
