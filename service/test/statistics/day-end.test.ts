import { expect, test } from 'vitest'
import { dayEndCommand } from '../../src/commands/figure-commands.ts'
import { sale, saturday, store, visa } from '../support/saturday.ts'
import { adminToken, databases, startService, type TestService } from '../support/service.ts'

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
  expect(day.total.figures).toMatchObject({ receipts: 6, sales: 4, returns: 1, training: 1 })
  const tenders = day.total.tenders.map(
    (each: { tenderTypeCode: string; figures: { amounts: { tenderApplied: string }[] } }) => [
      each.tenderTypeCode,
      each.figures.amounts[0]?.tenderApplied,
    ],
  )
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
  const signed = await admin(shop, path, { ...which, cash: [{ currency: 'CAD', counted: '60' }] })
  expect(signed.json.signed).toMatchObject({
    cash: [{ currency: 'CAD', counted: '60.00', expected: '63.00', difference: '-3.00' }],
    isChanged: false,
  })
  const again = await admin(shop, path, which)
  expect([again.status, JSON.stringify(again.json)]).toEqual([422, expect.stringContaining('was signed off before')])

  // A receipt that a till sends later.
  await shop.create(sale('28T20:00', '2', { items: [{ name: 'Tea', total: 5 }], grandAmount: 5, tenders: [visa(5)] }))
  const later = (await admin(shop, `${path}?storeId=12&date=2026-11-28&cutOff=04:00`)).json
  expect(later.signed).toMatchObject({ isChanged: true, cash: [{ difference: '-3.00' }] })
  expect(later.total.figures.amounts[0].salesAmount).toBe('197.10')

  let out = ''
  const code = await dayEndCommand(
    ['show', 'demo', '--store', '12', '--date', '2026-11-28', '--cut-off', '04:00', '--format', 'text'],
    { DATA_DIR: shop.config.dataDir },
    { stdout: { write: text => (out += text) }, stderr: { write: () => true } },
  )
  expect(code).toBe(0)
  expect(out).toMatch(/Counted {2,}60\.00 CAD\nDifference {2,}-3\.00 CAD\nSigned off 2026-11-29T12:00/)
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
  const { json } = await admin(shop, '/merchants/demo/day-end?storeId=12&date=2026-11-28')
  expect(json.notCounted).toEqual([
    { transactionNumber: 'big', workstationId: '1', why: ['unsummed', 'takings_unknown'] },
  ])
})
