import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import type { Delivery } from '../../src/delivery/outbox/delivery.ts'
import { issueKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { savePerson } from '../../src/people/people.ts'
import { numberTerm } from '../../src/receipts/search/terms.ts'
import { openService } from '../../src/service.ts'
import { readConfig } from '../../src/settings/config.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import {
  databases,
  fewDatabases,
  fullRights,
  longTest,
  makePlace,
  receipt,
  startService,
  type TestService,
} from '../support/service.ts'
import { person, type Visitor, visit } from './open-console.ts'

describe.each(databases)('finding receipts, on %s', database => {
  let shop: TestService
  let desk: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    desk = await person(shop, 'desk')
    for (const sent of receipts) await shop.create(sent)
  })
  afterAll(() => shop.stop())

  const store = (id: string) => ({ id: '1', store: { id, name: `Store ${id}`, address: {} } })
  const card = (last4Digits: string) => [
    { tenderTypeCode: 'Credit', amount: 1, creditDebit: { brand: 'Visa', last4Digits } },
  ]
  const receipts = [
    receipt({
      transactionNumber: 'A-1',
      receiptDateTime: '2026-11-20T23:30:00-05:00',
      grandAmount: 43.2,
      tenders: card('4242'),
    }),
    receipt({
      transactionNumber: 'A-2',
      receiptDateTime: '2026-11-20T09:00:00',
      grandAmount: 43.21,
      workstation: store('2'),
    }),
    receipt({
      transactionNumber: '000O1l-7',
      receiptDateTime: '2026-11-19T10:00:00+13:00',
      grandAmount: -43.2,
      transactionType: 'ReturnTransaction',
      customer: { emailAddress: 'Ada.Lovelace@Example.com' },
    }),
    receipt({
      transactionNumber: 'A-4',
      receiptType: 'PaperOnly',
      receiptDateTime: '2026-11-18',
      barcodeNumber: 'G-77-1',
      customer: { emailAddress: 'ada.lovelace@example.com' },
      tenders: [...card('1111'), ...card('4242')],
    }),
  ]

  const find = async (clues: Record<string, unknown>) => {
    const { status, json } = await desk.ask('/receipts/find', { body: clues })
    if (status !== 200) return status
    return json.receipts.map(({ number }: { number: string }) => number)
  }

  test('the overview’s figures are those of the API, without what it doesn’t show', async () => {
    const query = '/statistics?fromDate=2026-11-18&toDate=2026-11-20&interval=day'
    const shown = (await desk.ask(query)).json
    const { totals, rows } = (await shop.ask(`/ws/rest/v1/merchants/demo${query}`)).json
    const { refusedRequests, validations, ...sums } = totals
    expect([shown.totals.receipts, refusedRequests, validations.valid]).toEqual([4, 0, 0])
    expect(shown.totals).toEqual(sums)
    expect(shown.rows).toEqual(rows)
  })

  test('pages through receipts that share an amount, there and back, also those of one moment', async () => {
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    const alike = Array.from({ length: 173 }, (_, at) =>
      recordWith(String(at * 7919).padStart(32, '0'), {
        transaction_amount: at % 2 === 0 ? 777.25 : -777.25,
        receipt_date: Math.floor(at / 60),
        transaction_number: `${at}`,
      }),
    )
    await db.insertInto('receipts').values(alike).execute()
    const sorted = alike
      .toSorted((one, other) => other.receipt_date - one.receipt_date || (one.id < other.id ? 1 : -1))
      .map(({ transaction_number }) => transaction_number)
    const page = async (cursor?: string) =>
      (await desk.ask('/receipts/find', { body: { amount: 777.25, cursor } })).json
    const numbers = ({ receipts: rows }: { receipts: { number: string }[] }) => rows.map(({ number }) => number)
    const pages = [await page()]
    while (pages.at(-1).next) pages.push(await page(pages.at(-1).next))
    expect(pages.map(each => each.receipts.length)).toEqual([50, 50, 50, 23])
    expect(pages.flatMap(numbers)).toEqual(sorted)
    expect(pages.map(({ previous }) => previous !== undefined)).toEqual([false, true, true, true])
    let back = await page(pages[3].previous)
    for (const expected of [pages[2], pages[1], pages[0]]) {
      expect(numbers(back)).toEqual(numbers(expected))
      expect(back.next).toBeDefined()
      expect(back.previous !== undefined).toBe(expected !== pages[0])
      if (back.previous) back = await page(back.previous)
    }
    await db.deleteFrom('receipts').where('transaction_amount', 'in', [777.25, -777.25]).execute()
    await close()
  })

  test.each([
    ['nothing', {}, ['A-1', 'A-2', '000O1l-7', 'A-4']],
    ['the day it says, wherever the store is', { from: '2026-11-20', to: '2026-11-20' }, ['A-1', 'A-2']],
    ['the day before in UTC', { from: '2026-11-19', to: '2026-11-19' }, ['000O1l-7']],
    ['a first day', { from: '2026-11-19' }, ['A-1', 'A-2', '000O1l-7']],
    ['a last day', { to: '2026-11-18' }, ['A-4']],
    ['the exact amount, also of a return', { amount: 43.2 }, ['A-1', '000O1l-7']],
    ['a store', { store: '2' }, ['A-2']],
    ['the last four digits of any of its cards', { card: '4242' }, ['A-1', 'A-4']],
    ['an address in any case, also of a paper receipt', { email: 'ADA.lovelace@example.COM' }, ['000O1l-7', 'A-4']],
    ['a number, misread', { number: '0 1I7' }, ['000O1l-7']],
    ['the number under its barcode', { number: 'g 771' }, ['A-4']],
    ['several things at once', { card: '4242', amount: 43.2, from: '2026-11-20' }, ['A-1']],
    ['things of different receipts', { card: '1111', amount: 43.2 }, []],
    ['an address nobody has', { email: 'nobody@example.com' }, []],
    ['a part of a number', { number: 'A' }, []],
  ])('by %s', async (_, clues, numbers) => {
    expect(await find(clues)).toEqual(numbers)
  })

  test.each([
    ['a date that is none', { from: '2026-02-30' }],
    ['three digits', { card: '424' }],
    ['a NUL', { number: 'a\0b' }],
    ['an unknown clue', { colour: 'red' }],
    ['an amount as text', { amount: '43.20' }],
  ])('rejects %s', async (_, clues) => {
    expect(await find(clues)).toBe(422)
  })

  test('a resend’s address finds the receipt, and no longer once it is erased', async () => {
    const id = await shop.create(receipt({ transactionNumber: 'R-1', customer: { emailAddress: 'wrong@example.com' } }))
    await desk.ask(`/receipts/${id}/email`, { body: { customerEmailAddress: 'right@example.com' } })
    expect(await find({ email: 'right@example.com' })).toEqual(['R-1'])
    const itsNumber = expect.objectContaining({ term: numberTerm('R-1') })
    expect(await allTerms()).toContainEqual(itsNumber)
    const admin = await person(shop, 'admin')
    expect((await admin.ask(`/receipts/${id}/erase`, { body: { reason: 'customer' } })).status).toBe(200)
    expect(await find({ email: 'right@example.com' })).toEqual([])
    expect(await find({ number: 'R-1' })).toEqual([])
    expect(await allTerms()).not.toContainEqual(itsNumber)
  })

  test('what became of its mails finds a receipt, by the reason of any that hasn’t arrived', async () => {
    const mailed = async (transactionNumber: string, changes: Partial<Delivery>, day = '2026-09-10') => {
      const id = await shop.create(
        receipt({
          transactionNumber,
          receiptDateTime: `${day}T10:00:00`,
          customer: { emailAddress: 'mina@example.com' },
        }),
      )
      await shop.service.db.updateTable('deliveries').set(changes).where('receipt_id', '=', id).execute()
      return id
    }
    await mailed('F-1', { status: 'failed', reason: 'mailbox_full', finished_at: 1 })
    await mailed('F-2', { status: 'bounced', reason: 'mailbox_full', finished_at: 1 }, '2026-09-09')
    await mailed('F-3', { status: 'queued', reason: 'greylisted', due_at: 9e15 })
    await mailed('F-4', { status: 'withheld', reason: 'unknown_mailbox' })
    await mailed('F-5', { status: 'complained', reason: 'complaint' })
    await mailed('F-6', { status: 'failed', reason: null })
    await mailed('F-7', { status: 'sent', reason: 'mailbox_full' })
    await mailed('F-8', { status: 'canceled', reason: 'mailbox_full' })
    const twice = await mailed('F-9', { status: 'failed', reason: 'policy' }, '2026-09-08')
    await desk.ask(`/receipts/${twice}/email`, { body: { customerEmailAddress: 'mina.other@example.com' } })
    expect(await find({ reason: 'mailbox_full' })).toEqual(['F-1', 'F-2'])
    expect(await find({ reason: 'mailbox_full', to: '2026-09-09' })).toEqual(['F-2'])
    expect(await find({ reason: 'mailbox_full', number: 'F-1' })).toEqual(['F-1'])
    expect(await find({ reason: 'mailbox_full', words: 'mina' })).toEqual(['F-1', 'F-2'])
    expect(await find({ reason: 'greylisted' })).toEqual(['F-3'])
    expect(await find({ reason: 'unknown_mailbox' })).toEqual(['F-4'])
    expect(await find({ reason: 'complaint' })).toEqual(['F-5'])
    expect(await find({ reason: 'other' })).toEqual(['F-6'])
    expect(await find({ reason: 'policy' })).toEqual(['F-9'])
    expect(await find({ reason: 'dns' })).toEqual([])
    const { status, json } = await desk.ask('/receipts/find', { body: { reason: 'eaten' } })
    expect([status, Object.keys(json.errors)]).toEqual([422, ['reason']])
  })

  test('erasing an address forgets that other receipts were mailed to it', async () => {
    const id = await shop.create(receipt({ transactionNumber: 'R-2', customer: { emailAddress: 'one@example.com' } }))
    await desk.ask(`/receipts/${id}/email`, { body: { customerEmailAddress: 'other@example.com' } })
    await shop.ask('/admin/merchants/demo/erasures', {
      method: 'POST',
      credentials: null,
      headers: { authorization: 'Bearer an-admin-token-of-the-tests' },
      body: { emailAddress: 'other@example.com' },
    })
    expect(await find({ email: 'other@example.com' })).toEqual([])
    expect(await find({ email: 'one@example.com' })).toEqual(['R-2'])
  })

  test('the index has no address, and another hash for another merchant', async () => {
    await saveMerchant(shop.service, 'alder', { name: 'Alder & Finch' })
    const { key, secret } = await issueKey(shop.service.db, 'alder', '', Date.now(), fullRights)
    await shop.ask('/ws/rest/v1/merchants/alder/receipts', {
      method: 'POST',
      credentials: `${key.id}:${secret}`,
      body: receipt({ customer: { emailAddress: 'Ada.Lovelace@Example.com' } }),
    })
    const terms = await allTerms()
    expect(terms.filter(({ term }) => /lovelace|@/i.test(term))).toEqual([])
    const hashes = (merchant: string) =>
      terms.filter(({ merchant_id, term }) => merchant_id === merchant && term.startsWith('e')).map(({ term }) => term)
    expect(hashes('alder')).toHaveLength(1)
    expect(hashes('demo')).not.toContain(hashes('alder')[0])
  })

  longTest(database)('pages lead on and back, and skip nothing when receipts arrive', async () => {
    const alike = Array.from({ length: 120 }, (_, at) =>
      recordWith(String(at * 7919).padStart(32, '0'), {
        transaction_amount: 7.77,
        receipt_date: Date.UTC(2026, 9, 1, 12),
        transaction_number: `P-${at}`,
      }),
    )
    await shop.service.db.insertInto('receipts').values(alike).execute()
    const page = async (cursor?: string) => (await desk.ask('/receipts/find', { body: { amount: 7.77, cursor } })).json
    const first = await page()
    await shop.create(receipt({ transactionNumber: 'P-new', grandAmount: 7.77, receiptDateTime: '2026-10-02' }))
    const second = await page(first.next)
    const third = await page(second.next)
    const numbers = [first, second, third].flatMap(({ receipts: list }) =>
      list.map((one: { number: string }) => one.number),
    )
    expect([numbers.length, new Set(numbers).size, third.next]).toEqual([120, 120, undefined])
    const back = await page(third.previous)
    expect(back.receipts).toEqual(second.receipts)
  })

  test('a receipt in the list says what it prints: amount, date and currency', async () => {
    await shop.create(
      receipt({
        transactionNumber: 'E-1',
        currency: 'EUR',
        grandAmount: 1234.5,
        receiptDateTime: '2026-09-01T17:45:00+02:00',
      }),
    )
    const { json } = await desk.ask('/receipts/find', {
      body: { number: 'E-1' },
      headers: { 'accept-language': 'de-DE' },
    })
    expect(json.receipts[0]).toMatchObject({ amount: '1.234,50\u00a0€', date: '1. Sept. 2026, 17:45' })
    // Receipts in Persian have their own digits and calendar; the console has those of its other figures.
    const persian = await desk.ask('/receipts/find', {
      body: { number: 'E-1' },
      headers: { 'accept-language': 'fa-IR' },
    })
    expect(persian.json.receipts[0].amount).toMatch(/1\D234\D50/)
    expect(persian.json.receipts[0].date).toContain('2026')
  })

  async function allTerms(): Promise<{ merchant_id: string; term: string }[]> {
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    const rows = await db.selectFrom('receipt_terms').select(['merchant_id', 'term']).execute()
    await close()
    return rows
  }

  test('says how a receipt was paid in the reader’s words', async () => {
    const tenders = ['CREDIT_DEBIT', 'CreditDebit', 'GiftCard', 'PAYPAL', 'MEAL_VOUCHER'].map(code => ({
      tenderTypeCode: code,
      amount: 1,
    }))
    await shop.create(receipt({ transactionNumber: 'B-9', receiptDateTime: '2026-10-01T09:00:00', tenders }))
    const paid = async (language: string) => {
      const headers = { 'accept-language': language }
      const found = (await desk.ask('/receipts/find', { body: { number: 'B-9' }, headers })).json.receipts[0]
      expect((await desk.ask(`/receipts/${found.id}`, { headers })).json.payment).toBe(found.payment)
      return found.payment
    }
    expect(await paid('en-US')).toBe('Card, Gift card, PayPal, MEAL VOUCHER')
    expect(await paid('fr-CA')).toBe('Carte, Carte-cadeau, PayPal, MEAL VOUCHER')
  })
})

test.each(fewDatabases)(
  'receipts from before are indexed at the next start, and again after another key, on %s',
  async database => {
    const place = await makePlace(database)
    const location = placeOf(readConfig({ ...place.settings, MAIL: database === 'PostgreSQL' ? 'folder' : '' }))
    const { db, close } = await openDatabase(location)
    const sent = receipt({ customer: { emailAddress: 'ada@example.com' } })
    const before = Array.from({ length: 250 }, (_, at) =>
      recordWith(String(at).padStart(32, '0'), { received_at: 5, api_request: JSON.stringify(sent) }),
    )
    await db.insertInto('receipts').values(before).execute()
    await db
      .insertInto('deliveries')
      .values(deliveryWith('d', '7'.padStart(32, '0'), { email_address: 'grace@example.com' }))
      .execute()
    await close()

    for (const key of ['', 'a search key of the operator', '']) {
      const config = readConfig({
        ...place.settings,
        SEARCH_KEY: key,
        ...(database === 'PostgreSQL' && { MAIL: 'folder' }),
      })
      const service = await openService(config, openLog('silent'))
      await service.listen()
      const { person: ada, password } = await savePerson(
        service.db,
        { merchantId: 'demo', name: 'ada', role: 'view' },
        Date.now(),
      )
      const { ask } = await visit(service.address, ada.name, password)
      const found = async (email: string) => (await ask('/receipts/find', { body: { email } })).json.receipts.length
      await expect.poll(() => found('grace@example.com'), { timeout: 10_000 }).toBe(1)
      await expect.poll(() => found('ada@example.com'), { timeout: 10_000 }).toBe(50)
      // Another key's terms go last.
      await expect.poll(addressTerms, { timeout: 10_000 }).toHaveLength(2)
      await service.close()
    }
    await place.remove()

    async function addressTerms() {
      const opened = await openDatabase(location, { allowRunning: true })
      const terms = opened.db.selectFrom('receipt_terms').select('term').where('term', 'like', 'e%').distinct()
      return await terms.execute().finally(opened.close)
    }
  },
)
