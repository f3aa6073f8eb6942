import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { inDatabase } from '../support/database.ts'
import { databases, receipt, startService, type TestService } from '../support/service.ts'

describe.each(databases)('querying receipts, on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    for (let number = 1; number <= 25; number++) await shop.create(dated(number))
  })
  afterAll(() => shop.stop())

  /** Three receipts share every date, so that order within a date matters. */
  const dated = (number: number, changes: Record<string, unknown> = {}) =>
    receipt({
      transactionNumber: String(number),
      receiptDateTime: `2026-03-${String(10 + Math.floor(number / 3)).padStart(2, '0')}T12:00:00Z`,
      workstation: { id: '1', store: { id: String(number % 2), name: `Store ${number % 2}`, address: {} } },
      ...changes,
    })

  const march = 'fromDate=2026-03-01&toDate=2026-03-31'
  const numbersOf = (list: { transactionNumber: string }[]) =>
    list.map(({ transactionNumber }) => Number(transactionNumber))
  const linksOf = (header: string | null) =>
    Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]))

  /** The pages from an address on, following a relation of the link header. */
  async function follow(address: string, rel: 'next' | 'prev', between = async () => {}): Promise<number[][]> {
    const pages: number[][] = []
    for (let at: string | undefined = address; at !== undefined; ) {
      const reply = await shop.ask(at)
      pages.push(numbersOf(reply.json))
      at = linksOf(reply.headers.get('link'))[rel]
      await between()
    }
    return pages
  }

  test('finds all, newest first', async () => {
    const { json, headers } = await shop.ask(shop.receipts(`?${march}`))
    const dates = json.map(({ receiptDate }: { receiptDate: string }) => receiptDate)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(numbersOf(json).sort((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
    expect(headers.get('link')).toBeNull()
  })

  test('skips and repeats none when following next while receipts arrive', async () => {
    let arriving = 100
    const before = numbersOf((await shop.ask(shop.receipts(`?${march}`))).json)
    const pages = await follow(shop.receipts(`?${march}&pageSize=4`), 'next', async () => {
      await shop.create(dated(arriving++, { receiptDateTime: '2026-03-30T12:00:00Z' }))
      await shop.create(dated(arriving++, { receiptDateTime: '2026-03-30T12:00:00Z' }))
    })
    expect(pages.flat()).toEqual(before)
    expect(pages.map(page => page.length)).toEqual([4, 4, 4, 4, 4, 4, 1])
  })

  test('follows prev back the same way', async () => {
    const april = 'fromDate=2026-03-01&toDate=2026-03-20&pageSize=10'
    const forth = await follow(shop.receipts(`?${april}`), 'next')
    const last = await shop.ask(shop.receipts(`?${april}&pageNumber=3`))
    const back = await follow(linksOf(last.headers.get('link')).prev ?? '', 'prev')
    expect(forth.map(page => page.length)).toEqual([10, 10, 5])
    expect([...back].reverse()).toEqual(forth.slice(0, 2))
  })

  test('gives the same page by number', async () => {
    const query = 'fromDate=2026-03-01&toDate=2026-03-20&pageSize=10'
    const pages = await follow(shop.receipts(`?${query}`), 'next')
    for (const number of [1, 2, 3]) {
      const { json } = await shop.ask(shop.receipts(`?${query}&pageNumber=${number}`))
      expect(numbersOf(json)).toEqual(pages[number - 1])
    }
  })

  test('is empty beyond the end, with prev only if there are receipts', async () => {
    const query = 'fromDate=2026-03-01&toDate=2026-03-20&pageSize=10'
    const next = await shop.ask(shop.receipts(`?${query}&pageNumber=4`))
    expect(next.json).toEqual([])
    expect(Object.keys(linksOf(next.headers.get('link')))).toEqual(['prev'])
    const far = await shop.ask(shop.receipts(`?${query}&pageNumber=9`))
    expect(far.headers.get('link')).toBeNull()
  })

  test('keeps filters in absolute links', async () => {
    const { headers } = await shop.ask(shop.receipts(`?${march}&pageSize=4&storeName=Store%201`))
    const next = new URL(linksOf(headers.get('link')).next ?? '')
    expect(next.origin).toBe(shop.url)
    expect(Object.fromEntries(next.searchParams)).toMatchObject({
      storeName: 'Store 1',
      pageSize: '4',
      pageNumber: '2',
    })
  })

  test.each([
    ['storeId=1', 13],
    ['storeName=Store%200', 12],
    ['transactionNumber=7', 1],
    ['receiptNumber=7', 1],
    ['transactionNumber=7&receiptNumber=7', 1],
    ['transactionNumber=7&receiptNumber=8', 0],
    ['transactionNumber=7&storeId=0', 0],
    ['storeId=%27%20or%201%3D1', 0],
  ])('the filter %s finds %i', async (filter, count) => {
    const { json } = await shop.ask(shop.receipts(`?fromDate=2026-03-01&toDate=2026-03-20&${filter}`))
    expect(json).toHaveLength(count)
  })

  test.each([
    ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', [1, 2]],
    ['2026-03-10', '2026-03-10', [1, 2]],
    ['2026-03-10T12:00:00.001Z', '2026-03-11T11:59:59Z', []],
    ['2026-03-10T13:00:00%2B01:00', '2026-03-10T13:00:00+01:00', [1, 2]],
  ])('finds from %s to %s: %j', async (from, to, numbers) => {
    const { json } = await shop.ask(shop.receipts(`?fromDate=${from}&toDate=${to}`))
    expect(numbersOf(json).sort()).toEqual(numbers)
  })

  test('includes the whole day for a date without a time', async () => {
    for (const at of ['2025-05-01T00:00:00Z', '2025-05-01T23:59:59.999Z', '2025-05-02T00:00:00Z'])
      await shop.create(dated(1, { receiptDateTime: at, transactionNumber: at }))
    const { json } = await shop.ask(shop.receipts('?fromDate=2025-05-01&toDate=2025-05-01'))
    const found = json.map(({ transactionNumber }: { transactionNumber: string }) => transactionNumber)
    expect(found).toEqual(['2025-05-01T23:59:59.999Z', '2025-05-01T00:00:00Z'])
  })

  test('returns 50 receipts by default, at most 1,000', async () => {
    for (let number = 1; number <= 51; number++) await shop.create(dated(1, { receiptDateTime: '2024-05-01' }))
    const may = '?fromDate=2024-05-01&toDate=2024-05-01'
    expect((await shop.ask(shop.receipts(may))).json).toHaveLength(50)
    expect((await shop.ask(shop.receipts(`${may}&pageSize=51`))).json).toHaveLength(51)
    expect((await shop.ask(shop.receipts(`${may}&pageSize=1000`))).json).toHaveLength(51)
    expect((await shop.ask(shop.receipts(`${may}&pageSize=1001`))).status).toBe(422)
  })

  test('links the previous and next page number', async () => {
    const { headers } = await shop.ask(shop.receipts('?fromDate=2026-03-01&toDate=2026-03-20&pageSize=10&pageNumber=2'))
    const numbers = Object.entries(linksOf(headers.get('link'))).map(([rel, url]) => [
      rel,
      new URL(url ?? '').searchParams.get('pageNumber'),
    ])
    expect(Object.fromEntries(numbers)).toEqual({ prev: '1', next: '3' })
  })

  test('lists unmailed receipts with an empty address, undated ones by arrival', async () => {
    const before = new Date(Date.now() - 1000).toISOString()
    await shop.create(receipt({ receiptType: 'PaperOnly', transactionNumber: 'undated' }))
    const { json } = await shop.ask(shop.receipts(`?fromDate=${before}&toDate=2100-01-01`))
    expect(json).toMatchObject([{ transactionNumber: 'undated', customerEmailAddress: '', paymentType: '' }])
  })

  test.each(['10.0', '10', '010', '10.000'])('takes pageSize=%s as ten', async size => {
    const { json } = await shop.ask(shop.receipts(`?${march}&pageSize=${size}&pageNumber=1.0`))
    expect(json).toHaveLength(10)
  })

  test.each(['10.5', '1e1', '', '%2010', '10.', '.5', '0x10', 'ten'])('refuses pageSize=%s', async size => {
    for (const name of ['pageSize', 'pageNumber']) {
      const { status, json } = await shop.ask(shop.receipts(`?${march}&${name}=${size}`))
      expect([status, json.errors]).toEqual([422, { [name]: [{ code: null, message: 'must be a whole number' }] }])
    }
  })

  describe('of a merchant whose stores have clocks', () => {
    const clocks = {
      locales: {
        stores: { '7': 'paris' },
        groups: { paris: { locale: 'fr-FR', timeZone: 'Europe/Paris' } },
        timeZone: 'America/Toronto',
      },
    }
    const ask = (rest: string, more = {}) =>
      shop.ask(`/ws/rest/v1/merchants/clocks/receipts${rest}`, { credentials: 'clocks:key-of-the-clocks', ...more })
    const sell = (
      store: string,
      receiptDateTime: string | undefined,
      transactionNumber = `${store} ${receiptDateTime}`,
    ) =>
      ask('', {
        method: 'POST',
        body: receipt({
          transactionNumber,
          receiptDateTime,
          workstation: { id: '1', store: { id: store, name: 'Alder & Finch', address: {} } },
        }),
      })
    beforeAll(async () => {
      await saveMerchant(shop.service, 'clocks', { name: 'Alder & Finch', settings: clocks })
      await putKey(
        shop.service.db,
        { merchantId: 'clocks', id: 'clocks', secret: 'key-of-the-clocks', label: '' },
        Date.now(),
      )
    })

    test.each([
      ['4', '2026-03-14T10:15:00-07:00', '2026-03-14T10:15:00-07:00'],
      ['4', '2026-03-14 10:15:00.5+0530', '2026-03-14T10:15:00.500+05:30'],
      ['4', '2026-03-14T10:15', '2026-03-14T10:15:00-04:00'],
      ['4', '2026-03-14', '2026-03-14T00:00:00-04:00'],
      ['4', '2026-01-14', '2026-01-14T00:00:00-05:00'],
      ['4', '2026-03-14T14:15:00Z', '2026-03-14T10:15:00-04:00'],
      ['7', '2026-03-14T10:15:00', '2026-03-14T10:15:00+01:00'],
    ])('store %s, sent as %s: dated %s, and found by that', async (store, sent, expected) => {
      await sell(store, sent)
      const found = await ask(
        `?fromDate=${encodeURIComponent(expected)}&toDate=${encodeURIComponent(expected)}&storeId=${store}`,
      )
      const dates = found.json.map(({ receiptDate }: { receiptDate: string }) => receiptDate)
      expect(dates).toContain(expected)
      expect(new Set(dates.map((date: string) => Date.parse(date)))).toEqual(new Set([Date.parse(expected)]))
    })

    test('a date without an offset is a day of the merchant’s, also when the clocks change', async () => {
      const times = ['2026-10-31T23:59:59', '2026-11-01T00:00:00', '2026-11-01T23:59:59.999', '2026-11-02T00:00:00']
      for (const time of times) await sell('5', time, time)
      const { json } = await ask('?fromDate=2026-11-01&toDate=2026-11-01&storeId=5')
      expect(json.map(({ receiptDate }: { receiptDate: string }) => receiptDate)).toEqual([
        '2026-11-01T23:59:59.999-05:00',
        '2026-11-01T00:00:00-04:00',
      ])
    })

    test('an undated receipt has the time it arrived, by its store’s clock', async () => {
      const before = Date.now()
      await sell('8', undefined)
      const { json } = await ask('?fromDate=2026-01-01&toDate=2100-01-01&storeId=8')
      expect(json[0].receiptDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?-0[45]:00$/)
      expect(Date.parse(json[0].receiptDate)).toBeGreaterThanOrEqual(before - 1)
    })

    test('a receipt that an older version stored is dated by the instant it is found by', async () => {
      const { json: sold } = await sell('9', '2026-03-14T10:15:00')
      await inDatabase(shop, db =>
        db
          .updateTable('receipts')
          .set({ receipt_date: Date.UTC(2026, 2, 14, 10, 15) })
          .where('id', '=', sold.receiptId)
          .execute(),
      )
      const { json } = await ask('?fromDate=2026-03-14T10:15:00Z&toDate=2026-03-14T10:15:00Z&storeId=9')
      expect(json).toMatchObject([{ id: sold.receiptId, receiptDate: '2026-03-14T10:15:00Z' }])
    })
  })

  test('hides them from other merchants in every operation', async () => {
    await saveMerchant(shop.service, 'other', { name: 'Other Shop' })
    await putKey(shop.service.db, { merchantId: 'other', id: 'other', secret: 'another-secret', label: '' }, Date.now())
    const id = await shop.create(receipt({ requestId: 'mine' }))
    const other = (rest: string, more = {}) =>
      shop.ask(`/ws/rest/v1/merchants/other/receipts${rest}`, { credentials: 'other:another-secret', ...more })
    expect((await other('?fromDate=2000-01-01&toDate=2100-01-01')).json).toEqual([])
    for (const rest of ['', '/pdf', '/html', '/deliveries']) expect((await other(`/${id}${rest}`)).status).toBe(404)
    const again = { method: 'POST', body: { customerEmailAddress: 'a@example.com' } }
    expect((await other(`/${id}/email`, again)).status).toBe(404)
    for (const rest of ['', `/${id}`, `/${id}/pdf`])
      expect((await shop.ask(shop.receipts(rest), { credentials: 'other:another-secret' })).status).toBe(403)
    expect((await shop.ask(shop.receipts(`/${id}/deliveries`))).json).toHaveLength(1)
  })
})
