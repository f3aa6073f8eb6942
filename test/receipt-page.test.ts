import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textBetween } from '../scripts/reference/write-docs.ts'
import { writeReceipt } from '../scripts/reference/write-receipt.ts'
import { createEngine } from '../src/engine.ts'
import { auditReceipt } from '../src/reading/audit.ts'
import { receiptJsonSchema } from '../src/receipt/data/receipt-data.ts'
import { runCommand } from './support/command.ts'

const page = readFileSync(new URL('../docs/receipt.md', import.meta.url), 'utf8')

test('docs/receipt.md has every field of every object; npm run reference writes it', () => {
  expect(textBetween(page, 'fields')).toBe(writeReceipt())
})

test('the receipt at its top is one that nothing is said against', async () => {
  const [, sent = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  expect(auditReceipt(sent)).toEqual([])
  await using engine = await createEngine()
  expect(engine.text(sent)).toMatch(/Merino socks +CA?\$38\.00|Merino socks +\$38\.00/)
})

test('every receipt it links to is there', () => {
  const links = [...page.matchAll(/\]\((\.\.\/fixtures\/[^)]+)\)/g)].map(([, path]) => path!)
  expect(links).toHaveLength(6)
  for (const link of links)
    expect(() => readFileSync(new URL(link, new URL('../docs/', import.meta.url)))).not.toThrow()
})

test('counterfoil schema prints the schema', async () => {
  const { code, out } = await runCommand('schema')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual(receiptJsonSchema())
})
