import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { startMailServer } from './support/mail-server.ts'
import { fewDatabases, receipt, startService } from './support/service.ts'

const separators = [
  '',
  ' ',
  '  ',
  '-',
  '.',
  '/',
  '_',
  '\t',
  '\n',
  '\u00a0',
  '\u2013',
  '\u200b',
  '\u200e',
  '\\n',
  '\\u0020',
]
const pan = '4111111111111111'
const groups = ['4111', '1111', '1111', '1111']
const texts = [
  ...separators.map(separator => groups.join(separator)),
  '４１１１１１１１１１１１１１１１',
  '٤١١١١١١١١١١١١١١١',
  `;${pan}=27121010000012345678?`,
  `%B${pan}^DOE/JANE^27121010000012345678?`,
]

/** Every kind of field, each with every spelling. */
const sent = receipt({
  workstation: {
    id: '1',
    operator: texts[1],
    store: { id: '1', name: `Shop ${texts[2]}`, address: { city: texts[3] } },
  },
  header: texts.join(' |\n'),
  rawPosReceipt: texts.join(' |\n'),
  items: texts.map(name => ({ name: `Tea ${name}`, miscInfo: name })),
  tenders: [
    {
      tenderTypeCode: 'Credit',
      amount: 4.5,
      card: { number: pan, cvv2: 'CVV9174Q', pinBlock: 'A19174B2C3D4E5F6', track2Data: '917491749174' },
      creditDebit: { number: `${texts[2]}`, last4Digits: '1111', first6Digits: '411111', expirationDate: '2712' },
      giftCard: { accountNumber: '6006491234567890123', authNumber: 'GC-99174-AUTH', balance: 1 },
      emv: { additionalAttributes: { [pan]: 'key', PAN: `${texts[2]}` } },
    },
  ],
  own: { texts, [pan]: 'key', numbers: [4111111111111111, -4111111111111111], deep: [{ sku: '1' }, pan] },
})
const secrets = [
  'CVV9174Q',
  'A19174B2C3D4E5F6',
  '917491749174',
  'GC-99174-AUTH',
  '600649123456789',
  '27121010000012345678',
  pan,
  '４１１１１１',
  '٤١١١١١',
]

/** None of the card's digits, whatever is between them. */
function expectNone(text: string): void {
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
  expect(text).not.toMatch(/4111\D{0,8}1111\D{0,8}1111\D{0,8}1111/)
}

describe.each(fewDatabases)('card data on %s', database => {
  test('appears in no answer, mail, log line or database file', async () => {
    const lines: string[] = []
    await using mailServer = await startMailServer()
    await using shop = await startService({
      database,
      settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'receipts@example.com' },
      log: openLog('debug', { write: line => void lines.push(line) }),
    })
    const id = await shop.create(sent)
    const withoutNumbers = JSON.stringify(sent, (key, value) => (key === 'numbers' ? undefined : value))
    await shop.create(withoutNumbers.replaceAll('4111', '\\u0034\\u003111'))
    const [mail] = await mailServer.received(2)
    expectNone(JSON.stringify([mail?.headers, mail?.subject, mail?.html, mail?.text]))
    const stored = (await shop.ask(shop.receipts(`/${id}`))).text
    expectNone(stored)
    expect(stored).toContain('"first6Digits":"411111"')
    expect(stored).toContain('"accountNumber":"••••0123","authNumber":null')
    expectNone(lines.join('\n'))
    for (const bytes of await bytesOf(shop, database)) expectNone(bytes)
  })

  test('is stored less if the merchant chooses', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const settings = { cardData: 'minimal' }
    await shop.ask('/admin/merchants/demo', {
      method: 'PUT',
      credentials: null,
      headers: { authorization: 'Bearer an-admin-token-of-the-tests' },
      body: { name: 'Demo Shop', settings },
    })
    const id = await shop.create(sent)
    const { apiRequest } = (await shop.ask(shop.receipts(`/${id}`))).json
    expect(apiRequest.tenders[0].creditDebit).toMatchObject({
      last4Digits: '1111',
      first6Digits: null,
      expirationDate: null,
    })
  })
})

async function bytesOf(shop: Awaited<ReturnType<typeof startService>>, database: string): Promise<string[]> {
  if (database === 'SQLite') {
    const folder = shop.config.dataDir
    const files = readdirSync(folder).filter(name => /\.db/.test(name))
    expect(files.length).toBeGreaterThan(0)
    return files.map(name => readFileSync(join(folder, name), 'utf8'))
  }
  const client = new pg.Client({ connectionString: shop.config.databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(5)
  const found: string[] = []
  for (const { name } of tables) found.push(JSON.stringify((await client.query(`select * from ${name}`)).rows))
  await client.end()
  return found
}
