import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { main } from '../../../tools/cli/cli.ts'

const sale = JSON.parse(
  readFileSync(new URL('../../../fixtures/fashion-sale.en-CA/receipt.json', import.meta.url), 'utf8'),
)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-check-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

async function said(receipt: object, ...flags: string[]): Promise<string[]> {
  const file = join(folder, 'sale.json')
  writeFileSync(file, JSON.stringify(receipt))
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0)
  expect(await main(['check', file, ...flags])).toBe(0)
  return written.join('').split('\n').filter(Boolean)
}

test('what is wrong comes before what is odd, and style is counted', async () => {
  const lines = await said({ ...sale, curency: 'CAD', tip: '0.00', grandAmount: 120 })
  expect(lines.map(line => line.split(':')[0])).toEqual([
    ...Array(lines.length - 2).fill('wrong'),
    'odd',
    '1 note of style, such as numbers sent as text',
  ])
  expect(lines.length).toBeGreaterThan(2)
})

test('--all lists style too', async () => {
  expect(await said({ ...sale, tip: '0.00' }, '--all')).toEqual([
    expect.stringMatching(/^style: tip: .*number_as_text/),
  ])
})

test('what is invalid says what else is odd, in one go', async () => {
  const file = join(folder, 'other.json')
  writeFileSync(file, JSON.stringify({ ...sale, grandAmount: undefined, total: 118.65, curency: 'CAD' }))
  const written: string[] = []
  const keep = (text: unknown) => written.push(String(text)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  expect(await main(['check', file])).toBe(1)
  expect(written.join('')).toContain('may not be null; did you send it as total?')
  expect(written.join('')).toContain('Did you mean currency?')
})
