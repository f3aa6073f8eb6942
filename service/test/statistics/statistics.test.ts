import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailFault } from '../../src/delivery/mail/transport.ts'
import { putKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { adminToken, databases, receipt, startService, type TestService } from '../support/service.ts'

type Row = { date: string; start: string; end: string; group?: Record<string, string>; [figure: string]: unknown }

const path = (query: string, merchant = 'demo') => `/ws/rest/v1/merchants/${merchant}/statistics?${query}`

/** Sales of two stores over three days in two currencies, with a return, a payment request and training. */
const sales = [
  { day: '2026-06-07', store: '1', grand: 0.1, gross: 0.1, net: 0.1, tender: ['Cash', 0.1] },
  { day: '2026-06-07', store: '2', grand: 0.2, gross: 0.3, tender: ['Credit', 0.2, 'Visa'] },
  { day: '2026-06-08', store: '1', grand: 1234.567, tender: ['Credit', 1234.567, 'Visa'] },
  { day: '2026-06-30', store: '1', grand: 20, type: 'ReturnTransaction', tender: ['Cash', 20] },
  { day: '2026-07-01', store: '2', grand: 10, currency: 'EUR', tender: ['Cash', 10] },
  {
    day: '2026-07-01',
    store: '2',
    grand: 99,
    type: 'PaymentLinkTransaction',
    paymentLink: 'https://pay.example.com/1',
  },
  { day: '2026-07-01', store: '2', grand: 500, mode: 'Training' },
] as const

type Sale = Partial<Record<'type' | 'currency' | 'mode' | 'paymentLink', string>> & {
  day: string
  store: string
  grand: number
  gross?: number
  net?: number
  tender?: readonly [string, number, string?]
}

const receiptOf = ({ day, store, grand, gross, net, type, currency = 'USD', mode, paymentLink, tender }: Sale) =>
  receipt({
    receiptType: 'PaperOnly',
    receiptDateTime: `${day}T23:30:00-05:00`,
    transactionType: type ?? 'SaleTransaction',
    workstation: { id: '7', store: { id: store, name: `Shop ${store}`, address: { territory: 'IL' } } },
    grandAmount: grand,
    grossAmount: gross,
    netAmount: net,
    currency,
    mode,
    paymentLink,
    items: [{ name: 'Coffee', sku: 'c1', quantity: { value: 2 }, total: grand, category: 'Drinks' }],
    taxes: [{ taxTypeCode: 'Sales', percent: 0.06, amount: 0.01, taxableAmount: grand }],
    ...(tender && {
      tenders: [
        {
          tenderTypeCode: tender[0],
          amount: tender[1],
          ...(tender[2] && { creditDebit: { typeCode: tender[2], last4Digits: '1111' } }),
        },
      ],
    }),
  })

describe.each(databases)('statistics, on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    for (const sale of sales) await shop.create(receiptOf(sale))
  })
  afterAll(() => shop.stop())

  const ask = async (query: string) => (await shop.ask(path(`fromDate=2026-06-01&toDate=2026-07-05&${query}`))).json
  const rowsBy = async (groupBy: string, query = 'interval=all') =>
    (await ask(`groupBy=${groupBy}&${query}`)).rows as Row[]

  test('are the same before and after what is pending is folded', async () => {
    const questions = ['', 'interval=hour', 'interval=month', 'groupBy=item&interval=all', 'groupBy=tenderType']
    await shop.service.fold.finish()
    await shop.create(receiptOf({ day: '2026-06-09', store: '1', grand: 3 }))
    for (const question of questions) {
      const unfolded = await ask(question)
      await shop.service.fold.finish()
      const folded = await ask(question)
      expect(folded.freshness.pending).toBe(0)
      expect({ ...folded, freshness: 0 }).toEqual({ ...unfolded, freshness: 0 })
    }
  })

  test('count by day and currency, exactly, with days without receipts', async () => {
    const answer = await ask('')
    const of = (date: string) => answer.rows.find((row: Row) => row.date === date)
    expect(answer.rows).toHaveLength(35)
    expect(of('2026-06-07')).toMatchObject({
      start: '2026-06-07T00:00:00Z',
      end: '2026-06-08T00:00:00Z',
      receipts: 2,
      sales: 2,
      amounts: [
        { currency: 'USD', grossAmount: '0.40', grossKnown: 2, netAmount: '0.29', netKnown: 1, grandAmount: '0.30' },
      ],
    })
    expect(of('2026-06-10')).toMatchObject({ receipts: 0, amounts: [] })
    expect(of('2026-06-30')).toMatchObject({
      sales: 0,
      returns: 1,
      itemsReturned: 2,
      amounts: [{ grandAmount: '-20.00', refunds: '20.00', salesAmount: '0.00' }],
    })
    expect(of('2026-07-01')).toMatchObject({
      receipts: 3,
      sales: 1,
      paymentRequests: 1,
      training: 1,
      amounts: [
        { currency: 'USD', receipts: 2, grandAmount: '0.00' },
        { currency: 'EUR', grandAmount: '10.00', averageBasket: '10.00' },
      ],
    })
    expect(answer.currencies).toEqual(['USD', 'EUR'])
    expect(answer.totals).toMatchObject({
      receipts: 8,
      sales: 5,
      returns: 1,
      amounts: [{ currency: 'USD', salesAmount: '1237.867', averageBasket: '309.47' }, { currency: 'EUR' }],
    })
  })

  test('add up to the same by the hour, day, week and month, and to what the list has', async () => {
    const list = await shop.ask(shop.receipts('?fromDate=2026-06-01&toDate=2026-07-06&pageSize=1000'))
    for (const interval of ['hour', 'day', 'week', 'month', 'all']) {
      const { rows, totals } = await ask(`interval=${interval}`)
      const sum = rows.reduce((all: number, row: Row) => all + Number(row.receipts), 0)
      expect([interval, sum, totals.receipts]).toEqual([interval, list.json.length, list.json.length])
      expect(totals.amounts[0].grandAmount).toBe('1217.867')
    }
    const months = (await ask('interval=month')).rows
    expect(months.map(({ date, receipts, partial }: Row) => [date, receipts, partial])).toEqual([
      ['2026-06-01', 5, undefined],
      ['2026-07-01', 3, true],
    ])
    const weeks = (await ask('interval=week&weekStartsOn=7')).rows
    expect(weeks.map(({ date }: Row) => date).slice(0, 2)).toEqual(['2026-05-31', '2026-06-07'])
  })

  test('group by what tills send', async () => {
    const groups = async (groupBy: string, figure = 'receipts') =>
      (await rowsBy(groupBy)).map(({ group, ...row }) => [group?.id, row[figure]])
    expect(await groups('store')).toEqual([
      ['1', 4],
      ['2', 4],
    ])
    expect((await rowsBy('store'))[0]?.group).toEqual({ id: '1', storeId: '1', storeName: 'Shop 1' })
    expect((await rowsBy('register'))[0]?.group).toEqual({
      id: '1/7',
      storeId: '1',
      storeName: 'Shop 1',
      workstationId: '7',
    })
    expect(await groups('territory')).toEqual([['IL', 8]])
    expect(await groups('receiptType')).toEqual([['PaperOnly', 8]])
    expect(await groups('language')).toEqual([['en-US', 8]])
    expect(await groups('transactionType')).toEqual([
      ['SaleTransaction', 6],
      ['PaymentLinkTransaction', 1],
      ['ReturnTransaction', 1],
    ])
    expect(await groups('currency')).toEqual([
      ['USD', 7],
      ['EUR', 1],
    ])
    expect(await rowsBy('tenderType')).toMatchObject([
      { group: { tenderTypeCode: 'Credit' }, receipts: 2, amounts: [{ currency: 'USD', amount: '1234.767' }] },
      {
        group: { tenderTypeCode: 'Cash' },
        receipts: 3,
        amounts: [
          { currency: 'USD', amount: '-19.90' },
          { currency: 'EUR', amount: '10.00' },
        ],
      },
    ])
    expect(await groups('cardBrand', 'count')).toEqual([['Visa', 2]])
    expect(await rowsBy('taxType')).toMatchObject([
      { group: { taxTypeCode: 'Sales', percent: '0.06' }, count: 6, amounts: [{ amount: '0.03' }, { amount: '0.01' }] },
    ])
    expect(await groups('category', 'items')).toEqual([['Drinks', 10]])
    expect(await rowsBy('item')).toMatchObject([
      {
        group: { itemSKUNumber: 'c1', itemName: 'Coffee' },
        receipts: 6,
        items: 10,
        itemsReturned: 2,
        amounts: [
          { amount: '1237.867', refunds: '20.00' },
          { currency: 'EUR', amount: '10.00' },
        ],
      },
    ])
  })

  test('say that parts of receipts don’t add up, and that receipts do', async () => {
    expect(await ask('groupBy=tenderType')).toMatchObject({ additive: false, totals: { receipts: 8 } })
    expect(await ask('groupBy=store')).toMatchObject({ additive: true, totals: { receipts: 8 } })
  })

  test('are those of one store, as far as rows are kept by store', async () => {
    expect((await ask('storeId=1&interval=all')).totals).toMatchObject({ receipts: 4, sales: 3, returns: 1 })
    expect((await rowsBy('tenderType', 'storeId=1&interval=all')).map(({ receipts }) => receipts)).toEqual([1, 2])
    expect((await rowsBy('register', 'storeId=2&interval=all')).map(({ group }) => group?.id)).toEqual(['2/7'])
    const { status, json } = await shop.ask(path('fromDate=2026-06-01&toDate=2026-06-02&groupBy=item&storeId=1'))
    expect([status, Object.keys(json.errors)]).toEqual([422, ['storeId']])
  })

  test('rank groups, and show only the first', async () => {
    const { rows, groups } = await ask('groupBy=store&top=1&interval=all')
    expect([rows.length, groups]).toEqual([1, { count: 2, shown: 1 }])
    expect((await rowsBy('tenderType', 'orderBy=count&interval=all')).map(({ group }) => group?.id)).toEqual([
      'Cash',
      'Credit',
    ])
  })

  test('come as CSV, without formulas', async () => {
    await shop.create(
      receiptOf({ day: '2026-06-20', store: '=HYPERLINK("https://example.com")', grand: -4.2, currency: 'EUR' }),
    )
    const { text, headers } = await shop.ask(path('fromDate=2026-06-20&toDate=2026-06-20&groupBy=store'), {
      headers: { accept: 'text/csv' },
    })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [columns = '', line = '', end] = text.split('\r\n')
    expect(end).toBe('')
    expect(columns).toMatch(/^start,end,date,timeZone,partial,groupId,groupStoreId,groupStoreName,receipts,/)
    expect(line).toMatch(/^2026-06-20T00:00:00Z,2026-06-21T00:00:00Z,2026-06-20,UTC,,"'=HYPERLINK\(""https/)
    expect(line).toContain(',-4.20,')
  })

  test.each([
    ['toDate=2026-06-01', 'fromDate', 'From Date is required'],
    ['fromDate=2026-06-01', 'toDate', 'To Date is required'],
    ['fromDate=2026-06-01T10:00&toDate=2026-06-01', 'fromDate', 'must be a date, such as 2026-11-21'],
    ['fromDate=2026-06-02&toDate=2026-06-01', 'toDate', 'must not be before fromDate'],
    ['fromDate=1900-06-02&toDate=2026-06-01', 'toDate', expect.stringContaining('at most 20000 rows')],
    ['fromDate=2026-06-01&toDate=2026-06-01&interval=year', 'interval', expect.stringContaining('must be one of hour')],
    ['fromDate=2026-06-01&toDate=2026-06-01&timeZone=Mars', 'timeZone', expect.stringContaining('IANA')],
    ['fromDate=2026-06-01&toDate=2026-06-01&groupBy=item&interval=hour', 'groupBy', expect.stringContaining('day')],
    ['fromDate=2026-06-01&toDate=2026-06-01&groupBy=store&groupBy=item', 'groupBy', expect.any(String)],
  ])('%s is refused', async (query, field, message) => {
    const { status, json } = await shop.ask(path(query))
    expect(status).toBe(422)
    expect(json.errors[field]?.[0].message).toEqual(message)
  })

  test('have the days of the stores, or of a zone', async () => {
    await saveMerchant(shop.service, 'coast', {
      name: 'Coast to Coast',
      settings: {
        locales: {
          stores: { east: 'east', west: 'west' },
          groups: {
            east: { locale: 'en-CA', timeZone: 'America/Toronto' },
            west: { locale: 'en-CA', timeZone: 'America/Vancouver' },
          },
        },
      },
    })
    await putKey(shop.service.db, { merchantId: 'coast', id: 'coast', secret: 'a-coast-secret', label: '' }, Date.now())
    const credentials = 'coast:a-coast-secret'
    const sell = async (store: string, receiptDateTime: string) => {
      const workstation = { id: '1', store: { id: store, name: store, address: {} } }
      const body = receipt({ receiptType: 'PaperOnly', workstation, receiptDateTime })
      const url = shop.receipts().replace('/demo/', '/coast/')
      expect((await shop.ask(url, { method: 'POST', body, credentials })).status).toBe(200)
    }
    const counts = async (query: string) => {
      const { status, json } = await shop.ask(path(query, 'coast'), { credentials })
      return status === 200
        ? json.rows
            .filter(({ receipts }: Row) => receipts)
            .map(({ start, date, receipts }: Row) => [start, date, receipts])
        : Object.values(json.errors)
    }
    // 25 hours in Toronto: 01:30 comes twice. In Vancouver it is 22:30 and 23:30 of the day before.
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
      for (const store of ['east', 'west']) await sell(store, at)
    expect(await counts('fromDate=2026-10-31&toDate=2026-11-01')).toEqual([
      ['2026-10-31T00:00:00-04:00', '2026-10-31', 2],
      ['2026-11-01T00:00:00-04:00', '2026-11-01', 2],
    ])
    expect(await counts('fromDate=2026-11-01&toDate=2026-11-01&interval=hour')).toEqual([
      ['2026-11-01T01:00:00-04:00', '2026-11-01', 1],
      ['2026-11-01T01:00:00-05:00', '2026-11-01', 1],
    ])
    const toronto = 'fromDate=2026-10-31&toDate=2026-11-01&timeZone=America/Toronto'
    expect(await counts(toronto)).toEqual([['2026-11-01T00:00:00-04:00', '2026-11-01', 4]])
    expect(await counts(`${toronto}&interval=hour`)).toEqual([
      ['2026-11-01T01:00:00-04:00', '2026-11-01', 2],
      ['2026-11-01T01:00:00-05:00', '2026-11-01', 2],
    ])
    expect(await counts(`${toronto}&interval=month`)).toEqual([['2026-11-01T00:00:00-04:00', '2026-11-01', 4]])
    expect(await counts(toronto.replace('America/Toronto', 'Asia/Kolkata'))).toEqual([
      ['2026-11-01T00:00:00+05:30', '2026-11-01', 4],
    ])
    expect(await counts(toronto.replace('America/Toronto', '%2B05:37'))).toEqual([
      [{ code: null, message: 'must differ from UTC by whole quarters of an hour' }],
    ])
    const all = (await shop.ask(path(`${toronto}&interval=hour`, 'coast'), { credentials })).json.rows
    expect(all).toHaveLength(49)
  })

  test('are a merchant’s own', async () => {
    await saveMerchant(shop.service, 'other', { name: 'Other Shop' })
    expect((await shop.ask(path('fromDate=2026-06-01&toDate=2026-06-02', 'other'))).status).toBe(403)
    expect((await shop.ask(path('fromDate=2026-06-01&toDate=2026-06-02'), { credentials: null })).status).toBe(401)
  })

  test('tell what tills get wrong, and which addresses were validated', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const send = (body: object) => shop.ask(shop.receipts(), { method: 'POST', body })
    await send(receipt({ items: [{ name: 'A' }, { price: 2 }], grandAmount: null }))
    await send(receipt({ items: [{ price: 1 }], supportingDocuments: { 'ada@example.com': 1 } }))
    await shop.ask('/email-validation?emailAddress=nobody,@nowhere')
    await shop.service.events.flush()
    const of = async (groupBy: string) =>
      (await shop.ask(path(`fromDate=${today}&toDate=${today}&interval=all&groupBy=${groupBy}`))).json
    const { rows, totals } = await of('refusal')
    expect(totals).toMatchObject({ refusedRequests: 2, validations: { invalid: 2, valid: 0 } })
    expect(rows).toContainEqual(
      expect.objectContaining({
        group: expect.objectContaining({ field: 'items[].name', message: 'may not be null' }),
        count: 2,
      }),
    )
    expect(JSON.stringify(rows)).not.toContain('ada@')
    expect((await of('validation')).rows).toMatchObject([{ group: { status: 'invalid' }, count: 2 }])
  })
})

describe.each(databases)('statistics of mails, on %s', database => {
  test('have each mail in one state, on the day of its receipt', async () => {
    let fails: MailFault | undefined
    const transport = {
      name: 'smtp' as const,
      async send() {
        if (fails) throw fails
        return { code: '250', detail: 'ok' }
      },
      check: async () => {},
      close: async () => {},
    }
    await using shop = await startService({ database, transport, waits: [60_000] })
    const digital = { receiptDateTime: '2026-06-07T12:00:00-05:00' }
    const deliveries = async (query = 'fromDate=2026-06-07&toDate=2026-06-07') =>
      (await shop.ask(path(query))).json.totals.deliveries
    const states = async () => {
      const { sent, failed, bounced, trying, canceled, resent, attempts } = await deliveries()
      return { sent, failed, bounced, trying, canceled, resent, attempts }
    }
    const becomes = (expected: object) => expect.poll(states, { timeout: 20_000 }).toMatchObject(expected)

    const id = await shop.create(receipt(digital))
    await becomes({ sent: 1, attempts: 1 })
    fails = new MailFault({
      permanent: true,
      code: '550',
      detail: 'user unknown',
      reason: 'unknown_mailbox',
      badAddress: true,
    })
    await shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress: 'b@example.com' } })
    await becomes({ sent: 1, bounced: 1, resent: 1, attempts: 2 })
    fails = new MailFault({ permanent: true, code: '552', detail: 'full' })
    await shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress: 'c@example.com' } })
    await becomes({ failed: 1, resent: 2 })
    fails = new MailFault({ permanent: false, code: '450', detail: 'later' })
    const admin = (body: object, action: string) =>
      shop.ask(`/admin/deliveries/${action}`, {
        method: 'POST',
        body,
        credentials: null,
        headers: { authorization: `Bearer ${adminToken}` },
      })
    await admin({ since: '2020-01-01T00:00:00Z' }, 'retry')
    // Nobody has the other address, so it is written to no more: its mail stays one that came back.
    await becomes({ sent: 1, bounced: 1, failed: 0, trying: 1, canceled: 0 })
    await admin({ since: '2020-01-01T00:00:00Z' }, 'cancel')
    await becomes({ sent: 1, bounced: 1, failed: 0, trying: 0, canceled: 1 })
    fails = undefined
    for (let turn = 0; turn < 20; turn++) await shop.create(receipt({ ...digital, transactionNumber: String(turn) }))
    await becomes({ sent: 21 })
    const { secondsToMail } = await deliveries()
    expect(secondsToMail.mails).toBe(21)
    expect(secondsToMail.p50).toBeLessThanOrEqual(secondsToMail.p99)
    expect((await shop.ask(path('fromDate=2026-06-08&toDate=2030-06-08'))).json.totals.deliveries.sent).toBe(0)
  })
})
