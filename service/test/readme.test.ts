import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAnswer } from '../../till/src/operations/read-answer.ts'
import { startService, type TestService } from './support/service.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
let shop: TestService
beforeAll(async () => {
  shop = await startService({ withoutWorker: true })
})
afterAll(() => shop.stop())

/** The text of a section, without its heading. */
function section(title: string): string {
  const [, text] = readme.split(`\n## ${title}\n`)
  if (text === undefined) throw new Error(`There is no section ${title}`)
  return text.split('\n## ')[0]!
}

const sale = {
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '20931',
  workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address: {} } },
  grandAmount: 12.5,
}

/** Fields as the README writes them, and the status it says; 200 where it says that something is accepted. */
function examplesIn(title: string): [example: string, status: number][] {
  return [...section(title).matchAll(/`(\{".*?\})`(?: (\d{3}))?/g)].map(([, example = '', status = '200']) => [
    example,
    Number(status),
  ])
}

test.each([...examplesIn('What integrators ask'), ...examplesIn('Beyond the interface')])(
  '%s gets a %i',
  async (example, expected) => {
    const fields = JSON.parse(example)
    const { status, json } = await shop.ask(shop.receipts(), { method: 'POST', body: { ...sale, ...fields } })
    expect(status).toBe(expected)
    if (expected === 422) {
      const [field = ''] = Object.keys(fields)
      expect(Object.keys(json.errors)[0]).toMatch(new RegExp(`^${field === 'receiptType' ? 'customer' : field}`))
    }
  },
)

test('there is an example for each question, and for most of what is accepted', () => {
  const questions = section('What integrators ask').match(/^\| .*`\{.*$/gm)
  expect(questions).toHaveLength(8)
  expect(examplesIn('Beyond the interface').length).toBeGreaterThanOrEqual(14)
})

test('the till does with each answer what the table says', () => {
  const ends = {
    accepted: 'done',
    taken: '',
    refused: 'give up',
    halted: 'stop sending',
    busy: 'Retry-After',
    failed: 'delay',
  }
  const error = JSON.stringify({ message: 'Validation error', code: null, referenceId: 'r', errors: {} })
  const rows = section('What a till does with each answer').match(/^\| \d.*$/gm) ?? []
  const told = new Set<string>()
  for (const row of rows) {
    const [, answer = '', , , then = ''] = row.split('|')
    for (const [status] of answer.matchAll(/\d{3}/g)) {
      const text = status === '200' ? '{"receiptId": "1", "customerEmailAddress": null, "offers": []}' : error
      const { kind } = readAnswer({ status: Number(status), headers: {}, text } as never, 0)
      expect(then, row).toContain(ends[kind])
      told.add(status)
    }
  }
  expect([...told].sort()).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '405',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
})
