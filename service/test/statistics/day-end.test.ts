import { parseReceipt } from 'counterfoil'
import { describe, expect, test } from 'vitest'
import { OutOfReachError } from '../../src/basics/reach.ts'
import { dayEndCommand } from '../../src/commands/figure-commands.ts'
import { countReceipt } from '../../src/statistics/counting/receipt/count-receipt.ts'
import { dayAsked, shownDayEnd } from '../../src/statistics/day-end/answer.ts'
import { clock, clockText } from '../../src/statistics/day-end/clock.ts'
import {
  countedRows,
  dayWords,
  notCountedRows,
  partTables,
  signedNotes,
  type Teller,
} from '../../src/statistics/day-end/sheet.ts'
import { addReceipts, createSums, type DayEndPart, partOf } from '../../src/statistics/day-end/sums.ts'
import { dayEndCsv, dayEndText } from '../../src/statistics/day-end/write.ts'
import { sale, saturday, store, visa } from '../support/saturday.ts'
import { adminToken, databases, receipt, startService, type TestService } from '../support/service.ts'

const admin = async (shop: TestService, path: string, body?: unknown) => {
  const method = body === undefined ? 'GET' : 'POST'
  return shop.ask(`/admin${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${adminToken}` },
    credentials: null,
  })
}

test.each(databases)('a day-end is what a drawer is counted against, on %s', async database => {
  await using shop = await startService({ database, withoutWorker: true, now: () => Date.UTC(2026, 10, 29, 12) })
  for (const sent of saturday) await shop.create(sent)
  await shop.create(
    sale('28T10:00', '1', {
      workstation: { id: '1', store: { ...store, id: '13' } },
      items: [{ name: 'Tea', total: 9 }],
      grandAmount: 9,
    }),
  )
  // A minute before it began, and as it was over; the store had another name in the morning.
  for (const time of ['28T03:59', '29T04:00'])
    await shop.create(sale(time, '1', { items: [{ name: 'Tea', total: 7 }], grandAmount: 7 }))
  const named = { ...store, name: 'Queen Street, old' }
  await shop.create(sale('28T08:00', '1', { mode: 'TRAINING', grandAmount: 7, workstation: { id: '1', store: named } }))
  const path = '/merchants/demo/day-end'
  const { json: day } = await admin(shop, `${path}?storeId=12&date=2026-11-28&cutOff=04:00`)

  expect(day).toMatchObject({ date: '2026-11-28', storeName: 'Queen Street', cutOff: '04:00', notCountedCount: 0 })
  expect(day.registers.map((each: { workstationId: string }) => each.workstationId)).toEqual(['1', '2', '10'])
  expect(day.total.cash).toEqual([{ currency: 'CAD', expected: '63.00', tips: '0.00' }])
  expect(day.registers[0].cash).toEqual([{ currency: 'CAD', expected: '11.30', tips: '0.00' }])
  const [amounts] = day.total.figures.amounts
  expect(amounts).toMatchObject({
    ...{ currency: 'CAD', salesAmount: '192.10', returnsAmount: '56.50', grandAmount: '135.60', taxes: '15.60' },
    ...{ discounts: '10.00', tips: '4.00', giftCardsRedeemed: '50.00', changeDue: '3.50', takings: '85.60' },
  })
  expect(day.total.figures).toMatchObject({ receipts: 7, sales: 4, returns: 1, training: 2 })
  const tenders = day.total.tenders.map(
    (each: { tenderTypeCode: string; figures: { amounts: { tenderApplied: string }[] } }) => [
      each.tenderTypeCode,
      each.figures.amounts[0]?.tenderApplied,
    ],
  )
  expect(day.total.orders).toEqual([])
  expect(tenders).toEqual([
    ['Cash', '63.00'],
    ['CreditDebit', '22.60'],
    ['GiftCard', '50.00'],
  ])
  expect(day.total.taxes).toMatchObject([
    { taxTypeCode: 'HST', percent: '0.13', figures: { amounts: [{ amount: '15.60', taxableAmount: '120.00' }] } },
  ])

  // By the calendar's day, it is what the statistics say of the store.
  const { json: calendar } = await admin(shop, `${path}?storeId=12&date=2026-11-28`)
  const { json: counted } = await shop.ask(
    '/ws/rest/v1/merchants/demo/statistics?fromDate=2026-11-28&toDate=2026-11-28&interval=all&groupBy=store',
  )
  const row = counted.rows.find((each: { group: { id: string } }) => each.group.id === '12')
  expect(calendar.total.figures.amounts).toEqual(row.amounts)
  const byTender = (
    await shop.ask(
      '/ws/rest/v1/merchants/demo/statistics?fromDate=2026-11-28&toDate=2026-11-28&interval=all&groupBy=tenderType&storeId=12',
    )
  ).json
  for (const { tenderTypeCode, figures } of calendar.total.tenders)
    expect(byTender.rows.find((each: { group: { id: string } }) => each.group.id === tenderTypeCode).amounts).toEqual(
      figures.amounts,
    )

  const csv = (await admin(shop, `${path}?storeId=12&date=2026-11-28&cutOff=04:00&format=csv`)).text
  expect(csv).toContain('2026-11-28,12,,tender,CreditDebit,CAD,1,22.60\r\n')
  expect(csv).toContain('2026-11-28,12,1,cash,Expected in the drawer,CAD,,11.30\r\n')
  const text = (await admin(shop, `${path}?storeId=12&date=2026-11-28&cutOff=04:00&format=text`)).text
  expect(text).toContain('HST 13 % (5)                     15.60 CAD\n')
  expect(text.split('\n').filter(line => line.length > 42)).toEqual([])
})

test('a day is signed off once, and keeps what it said', async () => {
  await using shop = await startService({ withoutWorker: true, now: () => Date.UTC(2026, 10, 29, 12) })
  for (const sent of saturday) await shop.create(sent)
  const path = '/merchants/demo/day-end'
  const which = { storeId: '12', date: '2026-11-28', cutOff: '04:00' }
  expect((await admin(shop, path, { ...which, storeId: '99' })).status).toBe(404)
  // It can't be taken back, so what nobody can have counted is refused.
  for (const cash of [
    [{ currency: 'CAD', counted: '60.005' }],
    [{ currency: 'JPY', counted: '60.5' }],
    [
      { currency: 'CAD', counted: '60' },
      { currency: 'CAD', counted: '6' },
    ],
  ])
    expect([cash, (await admin(shop, path, { ...which, cash })).status]).toEqual([cash, 422])
  const signed = await admin(shop, path, {
    ...which,
    cash: [
      { currency: 'CAD', counted: '60' },
      { currency: 'USD', counted: '5.5' },
      { currency: 'JPY', counted: '1200' },
    ],
  })
  expect(signed.json.signed).toMatchObject({
    cash: [
      { currency: 'CAD', counted: '60.00', expected: '63.00', difference: '-3.00' },
      { currency: 'USD', counted: '5.50', expected: '0', difference: '5.50' },
      { currency: 'JPY', counted: '1200', expected: '0', difference: '1200' },
    ],
    isChanged: false,
  })
  const again = await admin(shop, path, which)
  expect([again.status, JSON.stringify(again.json)]).toEqual([422, expect.stringContaining('was signed off before')])

  // A receipt that a till sends later.
  await shop.create(sale('28T20:00', '2', { items: [{ name: 'Tea', total: 5 }], grandAmount: 5, tenders: [visa(5)] }))
  const later = (await admin(shop, `${path}?storeId=12&date=2026-11-28&cutOff=04:00`)).json
  expect(later.signed).toMatchObject({ isChanged: true, cash: [{ difference: '-3.00' }, {}, {}] })
  expect(later.total.figures.amounts[0].salesAmount).toBe('197.10')

  // An order that is opened, and paid in part by a means that only this till has.
  await shop.create(
    sale('28T21:00', '3', {
      ...{ transactionType: 'OrderTransaction', grandAmount: 200, balanceDue: 150 },
      orders: [{ number: 'SO-7', items: [{ name: 'Desk', total: 200 }], totalAmount: 200 }],
      tenders: [{ tenderTypeCode: 'Vipps', amount: 50 }],
    }),
  )
  const register = (await admin(shop, `${path}?storeId=12&workstationId=3&date=2026-11-28&cutOff=04:00`)).json
  expect(register.registers).toHaveLength(1)
  expect(register.total.orders).toEqual([{ currency: 'CAD', opened: 1, openedAmount: '200.00', paidAmount: '50.00' }])
  expect(register.total.tenders.map((each: { tenderTypeCode: string }) => each.tenderTypeCode)).toEqual(['Vipps'])

  let out = ''
  const code = await dayEndCommand(
    ['show', 'demo', '--store', '12', '--date', '2026-11-28', '--cut-off', '04:00', '--format', 'text'],
    { DATA_DIR: shop.config.dataDir },
    { stdout: { write: text => (out += text) }, stderr: { write: () => true } },
  )
  expect(code).toBe(0)
  expect(out).toMatch(/Counted {2,}60\.00 CAD\nDifference {2,}-3\.00 CAD\n(?:.+\n){4}Signed off 2026-11-29T12:00/)
  expect((await admin(shop, `${path}?storeId=12&date=today`)).status).toBe(422)
  const other = await admin(shop, '/merchants/alder/day-end?storeId=12&date=2026-11-28')
  expect([other.status, other.json?.registers ?? []]).toEqual([404, []])
})

test('receipts that can’t be counted fully are named', async () => {
  await using shop = await startService({ withoutWorker: true, now: () => Date.UTC(2026, 10, 29, 12) })
  await shop.create(
    sale('28T11:00', '1', {
      transactionNumber: 'big',
      items: [{ name: 'Bond', total: 9e11 }],
      grandAmount: 9e11,
      tenders: [visa(9e11)],
    }),
  )
  // What takes no money is counted fully without payments.
  const tea = { items: [{ name: 'Tea', total: 9 }], grandAmount: 9 }
  const link = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  for (const sent of [
    { ...tea, ...link },
    { ...tea, mode: 'TRAINING' },
    { items: [{ name: 'Tea' }], grandAmount: 0 },
    { ...tea, relatedTransactionReference: { transactionNumber: 'A-4410' } },
  ])
    await shop.create(sale('28T12:00', '1', sent))
  const { json } = await admin(shop, '/merchants/demo/day-end?storeId=12&date=2026-11-28')
  expect(json.notCounted).toEqual([
    { transactionNumber: 'big', workstationId: '1', why: ['unsummed', 'takings_unknown'] },
  ])
  expect(json.notCountedCount).toBe(1)
})

test('what is added up is in the order of names, and a payment on an earlier order is none that was opened', () => {
  const receiptDateTime = '2026-11-28T10:00:00-05:00'
  const locale = { requested: null, chosen: 'en-CA', source: 'default', languages: ['en-CA'] } as const
  const at = Date.parse(receiptDateTime)
  const counted = [
    {
      ...{ items: [{ name: 'Maple syrup', total: 20 }], grandAmount: 23 },
      taxes: [
        { taxTypeCode: 'QST', percent: 0.1, amount: 2, taxableAmount: 20 },
        { taxTypeCode: 'GST', percent: 0.05, amount: 1, taxableAmount: 20 },
      ],
      tenders: [
        { tenderTypeCode: 'GiftCard', amount: 10 },
        { tenderTypeCode: 'Cash', amount: 9 },
        { tenderTypeCode: 'Check', amount: 4 },
      ],
    },
    {
      ...{ transactionType: 'PaymentTransaction', grandAmount: 50, tenders: [{ tenderTypeCode: 'Cash', amount: 50 }] },
      relatedTransactionReference: { transactionNumber: 'SO-7' },
    },
  ].map(sent =>
    countReceipt({
      receipt: parseReceipt(receipt({ currency: 'CAD', receiptDateTime, ...sent })),
      ...{ date: receiptDateTime, dateAt: at, receivedAt: at, locale, offers: 0 },
    }),
  )
  const sums = createSums()
  addReceipts([sums], counted)
  const part = partOf(sums)
  expect(part.tenders.map(({ tenderTypeCode }) => tenderTypeCode)).toEqual(['Cash', 'Check', 'GiftCard'])
  expect(part.taxes.map(({ taxTypeCode, percent }) => [taxTypeCode, percent])).toEqual([
    ['GST', '0.05'],
    ['QST', '0.1'],
  ])
  expect(part.orders).toEqual([{ currency: 'CAD', opened: 0, openedAmount: '0.00', paidAmount: '50.00' }])
})

test('a day is asked for by its date, of a store within reach', () => {
  const asked = { storeId: '12', date: '2026-11-28', cutOff: 240 }
  const day = { merchantId: 'demo', storeId: '12', day: 20_785, cutOff: 240 }
  expect(dayAsked({ merchantId: 'demo', stores: ['12'] }, asked)).toEqual(day)
  expect(() => dayAsked({ merchantId: 'demo', stores: ['13'] }, asked)).toThrow(OutOfReachError)
})

test.each([
  ['00:00', 0],
  ['04:05', 245],
  ['19:30', 1170],
  ['23:59', 1439],
])('a day may begin at %s', (text, minutes) => {
  expect(clock.parse(text)).toBe(minutes)
  expect(clockText(minutes)).toBe(text)
})

test.each(['24:00', '29:15', '04:60', '4:00', '04:5', '004:00', '04:000', '04.00', 'noon'])(
  'no day begins at %s',
  text => {
    expect(clock.safeParse(text).error?.issues[0]?.message).toBe('must be a time, such as 04:00')
  },
)

describe('a day-end as a file and on a slip', () => {
  const amounts = (more: Record<string, string>) => [{ currency: 'CAD', ...more }]
  const evening: DayEndPart = {
    figures: {
      ...{ receipts: 3, sales: 2, returns: 0, training: 1 },
      amounts: amounts({ salesAmount: '124.30', discounts: '0.00', taxes: '14.30', takings: '74.30' }) as never,
    },
    tenders: [
      { tenderTypeCode: 'Cash', figures: { count: 2, amounts: amounts({ tenderApplied: '51.70' }) as never } },
      { tenderTypeCode: 'Vipps', figures: { count: 1, amounts: amounts({ tenderApplied: '22.60' }) as never } },
    ],
    taxes: [
      { taxTypeCode: 'QST', percent: '0.09975', figures: { count: 2, amounts: amounts({ amount: '9.98' }) as never } },
      { taxTypeCode: 'Levy', figures: { count: 1, amounts: amounts({ amount: '0.00' }) as never } },
    ],
    orders: [{ currency: 'CAD', opened: 1, openedAmount: '200.00', paidAmount: '50.00' }],
    cash: [{ currency: 'CAD', expected: '0.00', tips: '4.00' }],
  }
  const day = {
    ...{ date: '2026-11-28', storeId: '12', storeName: 'Queen Street', cutOff: '04:00' },
    ...{ total: evening, registers: [{ ...evening, workstationId: '1' }], notCounted: [], notCountedCount: 2 },
  }
  const cash = [{ currency: 'CAD', counted: '48.00', expected: '51.70', difference: '-3.70' }]
  const signed = { at: '2026-11-29T12:00:00.000Z', by: 'key:front', cutOff: '04:00', cash, isChanged: false }

  test('prints what isn’t 0, and always the drawer', () => {
    expect(dayEndText({ ...day, signed })).toBe(`Queen Street (12)
Day-end 2026-11-28, from 04:00

Register 1
------------------------------------------
Receipts                                 3
Sales                                    2
Training                                 1
Sales                           124.30 CAD
Taxes                            14.30 CAD
Takings                          74.30 CAD
Orders and layaways opened (1)  200.00 CAD
Paid on orders and layaways      50.00 CAD
Cash (2)                         51.70 CAD
Vipps (1)                        22.60 CAD
QST 9.975 % (2)                   9.98 CAD
Levy (1)                          0.00 CAD
Expected in the drawer            0.00 CAD

2 receipts can't be counted fully.

Counted                          48.00 CAD
Difference                       -3.70 CAD
Signed off 2026-11-29T12:00:00.000Z
`)
  })

  test('adds up registers, says what isn’t signed off, and cuts what is too long for the paper', () => {
    const long = [{ ...evening.tenders[0]!, tenderTypeCode: 'Voucher of the chamber of commerce' }]
    const two = [
      { ...evening, workstationId: '1' },
      { ...evening, tenders: long, workstationId: '2' },
    ]
    const text = dayEndText({ ...day, storeName: '', cutOff: '00:00', registers: two, notCountedCount: 0 })
    expect(text).toMatch(/^Store \(12\)\nDay-end 2026-11-28\n\nRegister 1\n.*\nRegister 2\n.*\n\nStore\n/s)
    expect(text).toContain('Voucher of the chamber of commer 51.70 CAD\n')
    expect(text).toMatch(/0\.00 CAD\n\nNot signed off\.\n$/)
  })

  test('has a line for each figure in CSV, also where it is 0', () => {
    const lines = dayEndCsv(day).split('\r\n')
    expect(lines).toHaveLength(1 + 2 * 24 + 1)
    for (const line of [
      '2026-11-28,12,1,count,Returns,,0,',
      '2026-11-28,12,,count,Sales,,2,',
      '2026-11-28,12,,amount,Fees,CAD,,0',
      '2026-11-28,12,,order,Orders and layaways opened,CAD,1,200.00',
      '2026-11-28,12,,tax,QST 9.975 %,CAD,2,9.98',
      '2026-11-28,12,,tax,Levy,CAD,1,0.00',
    ])
      expect(lines).toContain(line)
  })

  const teller: Teller = {
    say: (key, { name } = {}) => [key, ...(name === undefined ? [] : [name])].join(' '),
    ...{ known: key => (key === 'tender.Cash' ? 'Cash' : undefined), number: String },
    ...{ amount: (amount, currency) => `${amount} ${currency}`, percent: part => `${(part * 100).toFixed(3)} %` },
    ...{ day: date => date, clock: text => text, time: String },
  }

  test('says when the day began unless at midnight, what was counted, and why receipts aren’t', () => {
    const timed = { ...teller, say: (key: string, { time = '' } = {}) => `${key} ${time}`.trim() }
    expect(dayWords(day, timed)).toBe('2026-11-28, dayEnd.from 04:00')
    expect(dayWords({ ...day, cutOff: '00:00' }, timed)).toBe('2026-11-28')
    expect(countedRows(cash, teller)).toEqual([
      { name: 'dayEnd.row.expected', value: '51.70 CAD' },
      { name: 'dayEnd.row.counted', value: '48.00 CAD' },
      { name: 'dayEnd.row.difference', value: '-3.70 CAD', isSum: true },
    ])
    const why = ['mixed_signs', 'takings_unknown'] as const
    expect(notCountedRows([{ transactionNumber: 'A-4411', workstationId: '1', why: [...why] }], teller)).toEqual([
      { name: 'A-4411', value: 'dayEnd.why.mixed_signs, dayEnd.why.takings_unknown' },
    ])
  })

  test('shows its tables without what is 0, and tips that are in the drawer', () => {
    const tables = partTables(evening, teller).map(({ title, rows }) => [
      title,
      rows.map(({ name, value, count, isSum }) => [name, value, count, isSum].filter(Boolean).join(' | ')),
    ])
    expect(Object.fromEntries(tables)).toEqual({
      'dayEnd.part.counts': ['dayEnd.row.receipts | 3', 'dayEnd.row.sales | 2', 'dayEnd.row.training | 1'],
      'dayEnd.part.amounts': [
        'dayEnd.row.sales | 124.30 CAD',
        'dayEnd.row.taxes | 14.30 CAD',
        'dayEnd.row.takings | 74.30 CAD | true',
        'dayEnd.row.ordersOpened | 200.00 CAD | 1',
        'dayEnd.row.ordersPaid | 50.00 CAD',
      ],
      'dayEnd.part.tenders': ['Cash | 51.70 CAD | 2', 'Vipps | 22.60 CAD | 1'],
      'dayEnd.part.taxes': ['QST 9.975 % | 9.98 CAD | 2', 'Levy | 0.00 CAD | 1'],
      'dayEnd.part.cash': ['dayEnd.row.expected | 0.00 CAD | true', 'dayEnd.row.cashTips | 4.00 CAD'],
    })
    const later = { ...evening.orders[0]!, opened: 0, openedAmount: '0.00' }
    const [orders] = partTables({ ...evening, figures: {}, orders: [later] }, teller)
    expect(orders?.rows.map(({ name }) => name)).toEqual(['dayEnd.row.ordersPaid'])
    const nothing = { ...evening, figures: {}, tenders: [], taxes: [], orders: [], cash: [] }
    expect(partTables(nothing, teller)).toEqual([])
    const notes = (more: object) => signedNotes({ ...day, signed: { ...signed, ...more } }, teller)
    expect(notes({})).toEqual(['dayEnd.signed role.key'])
    expect(notes({ by: 'ADMIN_TOKEN' })).toEqual(['dayEnd.signed dayEnd.operator'])
    expect(notes({ by: 'person:p1', name: 'mira', cutOff: '00:00', isChanged: true })).toEqual([
      ...['dayEnd.signed mira', 'dayEnd.signedFrom', 'dayEnd.changed'],
    ])
    expect(signedNotes(day, teller)).toEqual(['dayEnd.notSigned'])
  })

  test('names who signed it off while they are known, and compares days of one beginning only', () => {
    const { date: _, storeId: __, cutOff: ___, ...counted } = day
    const about = { merchantId: 'demo', storeId: '12', day: 20785, cutOff: 240 }
    const shown = (by: string, then: { cutOff?: number; storeName?: string } = {}) => {
      const { cutOff = 240, storeName = 'Queen Street' } = then
      const dayEnd = { ...counted, storeName, newest: 1 }
      const row = { signedAt: Date.UTC(2026, 10, 29, 12), signedBy: by, cutOff, cash: [], dayEnd }
      return shownDayEnd(about, { ...counted, newest: 2 }, row, new Map([['p1', 'mira']])).signed
    }
    expect(shown('person:p1')).toMatchObject({ by: 'person:p1', name: 'mira', cutOff: '04:00', isChanged: false })
    expect(shown('person:p2')).not.toHaveProperty('name')
    expect(shown('person:p1', { storeName: 'Queen St' })?.isChanged).toBe(true)
    expect(shown('person:p1', { storeName: 'Queen St', cutOff: 0 })?.isChanged).toBe(false)
  })
})
