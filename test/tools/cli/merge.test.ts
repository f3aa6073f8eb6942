import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../support/command.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { readTrees } from '../../support/pdf-tree.ts'
import { printed } from '../../support/prints.ts'
import { aReceipt } from '../../support/receipts.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-merge-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const written = (name: string, content: string | Uint8Array) => {
  writeFileSync(path(name), content)
  return path(name)
}

const sale = written('sale.json', JSON.stringify(aReceipt({ items: [{ name: 'Scarf', price: 12, total: 12 }] })))

describe('counterfoil merge', () => {
  test('writes one PDF of receipts and PDFs, in their order', async () => {
    const morning = written('morning.pdf', await printed(fixtureNamed('fashion-sale.en-CA'), 'a4', 'modern'))
    const day = ['--out', path('day.pdf'), '--paper', 'roll80', '--locale', 'fr-CA', '--title', 'Caisse 3']
    const { code, err } = await runCommand('merge', morning, sale, ...day)
    expect(err).toBe(`2 merged into ${path('day.pdf')}\n`)
    expect(code).toBe(0)
    const { title, outline, pages } = await readTrees(readFileSync(path('day.pdf')))
    expect(title).toBe('Caisse 3')
    expect(outline.map(bookmark => bookmark.title.replace(/ ·.*/, ''))).toEqual(['Receipt 004-118-20931', 'Reçu 20931'])
    expect(pages.map(({ size }) => Math.round(size[0]!))).toEqual([596, 227])
  })

  test('names the file that can’t be merged, and writes nothing', async () => {
    const invalid = written('invalid.json', JSON.stringify(aReceipt({ grandAmount: 'ten' })))
    const foreign = written('foreign.pdf', '%PDF-1.7\n%%EOF\n')
    for (const [file, message] of [
      [invalid, `${invalid}: grandAmount: must be a number`],
      [foreign, `${foreign}: is not a PDF as`],
      [path('missing.pdf'), `${path('missing.pdf')}: there is no such file`],
    ] as const) {
      const { code, err } = await runCommand('merge', sale, file, '--out', path('none.pdf'))
      expect(err).toContain(message)
      expect(code).toBe(1)
      expect(existsSync(path('none.pdf'))).toBe(false)
    }
  })

  test('needs files and where to write', async () => {
    for (const [args, message] of [
      [['--out', path('none.pdf')], 'merge needs at least one file'],
      [[sale], 'merge needs an output file: --out DAY.pdf'],
      [[sale, '--out', path('none.pdf'), '--tilte', 'July 3'], 'there is no option --tilte; did you mean --title?'],
      [[sale, '--out', path('none.pdf'), '--paper', 'a9'], '--paper: there is no "a9"'],
    ] as const) {
      const { code, err } = await runCommand('merge', ...args)
      expect(err).toContain(message)
      expect(code).toBe(2)
    }
  })
})
