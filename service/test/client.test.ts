import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { adminToken, demoCredentials, startService, type TestService } from './support/service.ts'

const service = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(service, '.client-'))
let shop: TestService
beforeAll(async () => {
  shop = await startService()
  const { text } = await shop.ask('/openapi.json', { credentials: null })
  writeFileSync(join(folder, 'openapi.json'), text)
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'client') },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
})
afterAll(async () => {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What an integrator writes against a generated client. It must compile as it is. */
const program = `
import { createClient } from './client/client'
import {
  createReceipt, getMerchant, listDeliveries, queryReceipts, resendReceiptEmail, retrievePdf, retrieveReceipt, validateEmail,
} from './client/sdk.gen'
import type { ReceiptData } from './client/types.gen'

/** Sends a receipt, and says what became of it. */
export async function send(baseUrl: string, key: string, body: ReceiptData) {
  const client = createClient({ baseUrl, headers: { Authorization: \`Basic \${btoa(key)}\` } })
  const { data, error } = await createReceipt({ client, path: { merchantId: 'demo' }, body })
  return data ? typeof data.receiptId : error
}

export async function useAll(baseUrl: string, key: string, adminToken: string) {
  const client = createClient({ baseUrl, headers: { Authorization: \`Basic \${btoa(key)}\` } })
  const admin = createClient({ baseUrl, headers: { Authorization: \`Bearer \${adminToken}\` } })
  const path = { merchantId: 'demo' }
  const { data: created, error } = await createReceipt({
    client, path,
    body: {
      receiptType: 'DigitalOnly',
      transactionType: 'SaleTransaction',
      transactionNumber: 'C-1',
      receiptDateTime: '2026-03-14T10:15:00-05:00',
      customer: { emailAddress: 'ada@example.com' },
      workstation: { id: '1', store: { id: '4', name: 'Corner Shop', address: { city: 'Springfield' } } },
      items: [{ name: 'Coffee', price: 4.5, quantity: { value: 2 }, total: 9 }],
      grandAmount: 9,
    },
  })
  if (!created) throw new Error(JSON.stringify(error))
  const receiptId: string = created.receiptId
  const one = { ...path, receiptId }
  const { data: page } = await queryReceipts({
    client, path, query: { fromDate: '2026-03-01', toDate: '2026-03-31', pageSize: 10, pageNumber: 1 },
  })
  const { data: stored } = await retrieveReceipt({ client, path: one })
  const { response: resent } = await resendReceiptEmail({ client, path: one, body: { customerEmailAddress: 'ben@example.com' } })
  const { data: deliveries } = await listDeliveries({ client, path: one })
  const { data: pdf } = await retrievePdf({ client, path: one, parseAs: 'arrayBuffer' })
  const { data: verdicts } = await validateEmail({ client, query: { emailAddress: ['ada@example.invalid'] } })
  const { data: merchant } = await getMerchant({ client: admin, path })
  const { error: wrong } = await createReceipt({ client, path, body: { grandAmount: 'nine' } as never })
  const amount: number | undefined = page?.[0]?.transactionAmount
  const to: string[] | undefined = deliveries?.map(delivery => delivery.customerEmailAddress)
  return { amount, stored: stored?.receiptId === receiptId, resent: resent?.status, to, pdf, verdicts, merchant: merchant?.id, wrong }
}
`

/** Fixtures with what the interface doesn't have, so that they don't compile as its receipts. */
const beyond: Readonly<Record<string, string>> = {
  'bopus-order': 'numbers as text, blanks and nulls, as an order system sends them',
}

/** A module with every fixture, typed. */
function typedFixtures(): string {
  const entries = readFixtures().map(({ name, receipt }) => {
    return `  ${JSON.stringify(name)}: ${receipt.trim()}${name in beyond ? ' as unknown as ReceiptData' : ''},`
  })
  return `import type { ReceiptData } from './client/types.gen'
export const fixtures: Record<string, ReceiptData> = {
${entries.join('\n')}
}
`
}

/** Compiles a module in strict mode. Gives what the compiler says. */
async function compile(name: string, code: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, code)
  const strict = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'es2024',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const compiled = await promisify(execFile)(process.execPath, [tsc, ...strict, '--types', '', file]).catch(
    error => error,
  )
  return compiled.stdout
}

test('a client generated from the OpenAPI compiles, and makes a round trip', async () => {
  expect(await compile('program.ts', program)).toBe('')
  const { useAll } = await import(/* @vite-ignore */ join(folder, 'program.ts'))
  const { pdf, wrong, ...found } = await useAll(shop.url, demoCredentials, adminToken)
  expect(found).toEqual({
    amount: 9,
    stored: true,
    resent: 202,
    to: ['ada@example.com', 'ben@example.com'],
    verdicts: { 'ada@example.invalid': { status: expect.stringMatching(/^(?:invalid|unknown)$/) } },
    merchant: 'demo',
  })
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(wrong.errors.grandAmount[0].message).toEqual(expect.any(String))
})

test('every fixture is a receipt of its type, and is accepted as the client sends it', async () => {
  expect(await compile('fixtures.ts', typedFixtures())).toBe('')
  writeFileSync(join(folder, 'program.ts'), program)
  const { send } = await import(/* @vite-ignore */ join(folder, 'program.ts'))
  const { fixtures } = await import(/* @vite-ignore */ join(folder, 'fixtures.ts'))
  expect(Object.keys(fixtures).length).toBeGreaterThan(24)
  const answers = []
  for (const [name, body] of Object.entries(fixtures)) answers.push([name, await send(shop.url, demoCredentials, body)])
  expect(answers).toEqual(Object.keys(fixtures).map(name => [name, 'string']))
})
