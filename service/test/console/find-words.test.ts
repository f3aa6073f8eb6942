import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { migrations } from '../../src/database/migrations.ts'
import { maxReceiptsRead } from '../../src/receipts/search/goods.ts'
import { addressWords, openSearchKey, startIndexing, wordsIn, wordsOf } from '../../src/receipts/search/terms.ts'
import { recordWith } from '../support/records.ts'
import { databases, longTest, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from './open-console.ts'

describe.each(databases)('finding people and goods, on %s', database => {
  let shop: TestService
  let desk: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    desk = await person(shop, 'desk')
    for (const sent of sales) await shop.create(receipt(sent))
  })
  afterAll(() => shop.stop())

  const bought = (...names: string[]) => names.map(name => ({ name, price: 9, total: 9, quantity: { value: 1 } }))
  const store = (id: string) => ({ id: '1', store: { id, name: `Store ${id}`, address: {} } })
  const sales = [
    {
      transactionNumber: 'A-1',
      receiptDateTime: '2026-11-20T10:00:00',
      customer: { emailAddress: 'ines.okafor@example.com' },
      items: bought('Trail rain jacket', 'Merino socks'),
    },
    {
      transactionNumber: 'A-2',
      receiptDateTime: '2026-11-19T10:00:00',
      receiptType: 'PaperOnly',
      loyalty: { number: 'AF-2290417', customerName: 'Inés Okafor-Hale' },
      items: [{ name: 'Crème brûlée torch', price: 30, total: 30, serialNumber: 'SN 0042-77' }],
      tenders: [{ tenderTypeCode: 'Credit', amount: 30, authorizationCode: '09331B' }],
    },
    {
      transactionNumber: 'A-3',
      receiptDateTime: '2026-11-18T10:00:00',
      receiptType: 'PaperOnly',
      workstation: store('2'),
      soldTo: { customerName: '佐藤 花子', customerNumber: 'K-70' },
      items: bought('レジ袋 中', 'Mineralwasser medium 12 × 0,7 l'),
    },
    {
      transactionNumber: 'A-4',
      receiptDateTime: '2026-11-17T10:00:00',
      transactionType: 'ReturnTransaction',
      grandAmount: -9,
      items: undefined,
      returns: [{ items: bought('Trail rain jacket') }],
    },
  ]

  const find = async (clues: Record<string, unknown>) => {
    const { json } = await desk.ask('/receipts/find', { body: clues })
    return json.receipts.map(({ number }: { number: string }) => number)
  }

  test.each([
    ['the name in an address', { words: 'ines okafor' }, ['A-1', 'A-2']],
    ['a name in other order, case and accents', { words: 'OKAFOR, Ines' }, ['A-1', 'A-2']],
    ['a part of a double name', { words: 'okafor hale' }, ['A-2']],
    ['a name of another script', { words: '花子' }, ['A-3']],
    ['goods, also brought back', { words: 'trail rain jacket' }, ['A-1', 'A-4']],
    ['words of two goods', { words: 'socks jacket' }, ['A-1']],
    ['a name and goods', { words: 'ines jacket' }, ['A-1']],
    ['goods without their accents', { words: 'creme brulee' }, ['A-2']],
    ['the end of a German word', { words: 'wasser' }, ['A-3']],
    ['a word of a script without spaces', { words: '袋' }, ['A-3']],
    ['goods with their numbers', { words: 'mineralwasser 12 × 0,7 l' }, ['A-3']],
    ['goods of a store', { words: 'wasser', store: '2' }, ['A-3']],
    ['goods of another store', { words: 'wasser', store: '1' }, []],
    ['goods of a day', { words: 'jacket', from: '2026-11-17', to: '2026-11-17' }, ['A-4']],
    ['goods of a number', { words: 'jacket', number: 'A-4' }, ['A-4']],
    ['goods of another number', { words: 'jacket', number: 'A-2' }, []],
    ['signs only', { words: '+ &' }, []],
    ['a name nobody has', { words: 'ines lindqvist' }, []],
    ['a membership', { number: 'af 229 0417' }, ['A-2']],
    ['a customer number', { number: 'K-70' }, ['A-3']],
    ['a serial number', { number: 'sn004277' }, ['A-2']],
    ['an authorization code', { number: '09331b' }, ['A-2']],
  ])('by %s', async (_, clues, numbers) => {
    expect(await find(clues)).toEqual(numbers)
  })

  test('the index names nobody, and forgets whoever is erased', async () => {
    const id = await shop.create(
      receipt({
        transactionNumber: 'E-1',
        customer: { emailAddress: 'noor.lindqvist@example.com' },
        loyalty: { number: 'AF-5', customerName: 'Noor Lindqvist' },
        items: [{ name: 'Kettle', price: 9, total: 9, serialNumber: 'KT-9' }],
      }),
    )
    expect(await find({ words: 'noor lindqvist' })).toEqual(['E-1'])
    const before = await termsBy(id)
    expect(before.filter(term => /noor|lindqvist|kettle|af-5/i.test(term))).toEqual([])
    // Address, number of the receipt, membership, two names, serial number.
    expect(before.map(term => term[0]).sort()).toEqual(['e', 'l', 'n', 'n', 'p', 'p'])
    const admin = await person(shop, 'admin')
    await admin.ask(`/receipts/${id}/erase`, { body: { reason: 'customer' } })
    for (const clues of [{ words: 'noor lindqvist' }, { words: 'kettle' }, { number: 'AF-5' }, { number: 'KT-9' }])
      expect(await find(clues)).toEqual([])
    expect(await termsBy(id)).toEqual([])
  })

  test('receipts that were indexed without names are indexed again after the upgrade', async () => {
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    const searchKey = await openSearchKey(db, undefined, Date.now())
    await db.deleteFrom('receipt_terms').where('term', 'like', 'p%').execute()
    expect(await find({ words: 'okafor hale' })).toEqual([])
    await migrations['014-names'].up(db as never)
    const stop = startIndexing({ db, searchKey, now: Date.now, log: openLog('silent') })
    await expect.poll(() => find({ words: 'okafor hale' })).toEqual(['A-2'])
    await stop()
    await close()
  })

  test('searching for a name is in the audit trail, without the name', async () => {
    const admin = await person(shop, 'admin')
    await desk.ask('/receipts/find', { body: { words: 'grace park' } })
    const { acts } = (await admin.ask('/trail')).json
    expect(acts[0]).toMatchObject({ action: 'findReceipts' })
    expect(JSON.stringify(acts)).not.toMatch(/grace|park/)
  })

  longTest(database)('pages through what names and goods find, there and back, and says how far it read', async () => {
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    const count = maxReceiptsRead + 700
    const isLamp = (at: number) => at % 160 === 0 || at < 2
    const listing = (itemName: string) => JSON.stringify([{ itemName }])
    const first = recordWith('0'.repeat(32), {
      receipt_date: Date.UTC(2020, 0, 1),
      transaction_number: '0',
      items: listing('Lamp oil'),
    })
    await db.insertInto('receipts').values(first).execute()
    // Copied by the database, in a tenth of the time.
    const changed: Record<string, RawBuilder<unknown>> = {
      id: sql`substr('00000000000000000000000000000000' || at, length('' || at) + 1)`,
      receipt_date: sql`receipt_date + (at / 7) * 60000`,
      transaction_number: sql`cast(at as text)`,
      items: sql`case when at % 160 = 0 or at < 2 then items else ${sql.lit(listing('Bread'))} end`,
    }
    const columns = Object.keys(first)
    await sql`with recursive numbers(at) as (select 1 union all select at + 1 from numbers where at < ${sql.lit(count - 1)})
      insert into receipts (${sql.join(columns.map(each => sql.ref(each)))})
      select ${sql.join(columns.map(each => changed[each] ?? sql.ref(each)))} from receipts, numbers where id = ${sql.lit(first.id)}`.execute(
      db,
    )
    const page = async (cursor?: string) => (await desk.ask('/receipts/find', { body: { words: 'lamp', cursor } })).json
    const numbers = ({ receipts }: { receipts: { number: string }[] }) => receipts.map(({ number }) => Number(number))
    const pages = [await page()]
    while (pages.at(-1).next) pages.push(await page(pages.at(-1).next))
    const wanted = Array.from({ length: count }, (_, at) => at)
      .filter(isLamp)
      .reverse()
    expect(pages.flatMap(numbers)).toEqual(wanted)
    expect(pages.map(({ previous }) => previous !== undefined)).toEqual([false, true, true])
    expect(numbers(await page(pages[2].previous))).toEqual(numbers(pages[1]))
    // What is older than what was read is found by a day.
    const none = (await desk.ask('/receipts/find', { body: { words: 'torch', to: '2020-12-31' } })).json
    expect([none.receipts, none.readTo?.slice(0, 10)]).toEqual([[], '2020-01-01'])
    const old = (await desk.ask('/receipts/find', { body: { words: 'torch' } })).json
    expect([numbers(old), old.readTo]).toEqual([[Number.NaN], expect.any(String)])
    await db
      .deleteFrom('receipts')
      .where('receipt_date', '<', Date.UTC(2021, 0, 1))
      .execute()
    await close()
  })

  async function termsBy(id: string): Promise<string[]> {
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    const rows = await db.selectFrom('receipt_terms').select('term').where('receipt_id', '=', id).execute()
    await close()
    return rows.map(({ term }) => term)
  }
})

test.each([
  ['Süßrahmbutter 250 g', ['sussrahmbutter', '250', 'g']],
  ['ＣＡＦÉ', ['cafe']],
  ['O’Neil & Co.', ['o', 'neil', 'co']],
])('the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('an address has the words before its @', () => {
  expect(addressWords('ines.okafor+shop7@mail.example.com')).toEqual(['ines', 'okafor', 'shop'])
})

test('short words begin others, long ones may be their end', () => {
  expect(wordsIn('Steak knife', ['tea'])).toBe(0)
  expect(wordsIn('Teapot', ['tea'])).toBe(1)
  expect(wordsIn('Roggenmischbrot', ['brot', 'mehl'])).toBe(1)
})
