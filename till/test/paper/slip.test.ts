import { readFileSync } from 'node:fs'
import { createEngine } from 'counterfoil'
import { expect, test } from 'vitest'
import { openPaper } from '../../src/paper/paper.ts'
import { lettersAs } from './support/letters.ts'
import { readEscPos } from './support/read-escpos.ts'
import type { Mark } from './support/tape.ts'

const engine = await createEngine()
const maker = openPaper({ engine })

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/${name}/receipt.json`, import.meta.url), 'utf8')
}

test.each([
  ['epson-tm-t88v', 42],
  ['epson-tm-m30iii', 48],
  ['epson-tm-p20ii', 32],
] as const)('%s prints the text of %i columns, letter by letter', async (model, columns) => {
  const receipt = fixture('fashion-sale.en-CA')
  const { bytes, as } = await maker.paper(receipt, { model, acceptLanguage: 'en-CA' })
  expect(as).toBe('text')
  const marks = readEscPos(bytes)
  const lines = linesOf(marks)
  const text = engine.text(receipt, { columns, acceptLanguage: 'en-CA' })
  expect(lines.join('\n').trimEnd()).toBe(
    text
      .trimEnd()
      .replaceAll('\u2212', '-')
      .replace(/[\u00a0\u202f]/g, ' '),
  )
})

function linesOf(marks: readonly Mark[]): string[] {
  return marks.flatMap(mark => (mark.kind === 'line' ? [lettersAs('epson', mark.page, mark.bytes)] : []))
}
