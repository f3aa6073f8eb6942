import { auditReceipt } from 'counterfoil'
import { readReceipt, readTrade } from 'counterfoil/internal'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { fillDemo } from '../../src/operations/demo/fill.ts'
import { createChance, readShops } from '../../src/operations/demo/shops.ts'
import { tradeUntil } from '../../src/operations/demo/trade.ts'
import { readConfig } from '../../src/settings/config.ts'
import { isRecounted } from '../../src/statistics/rebuilding/recounting.ts'
import { fewDatabases, makePlace } from '../support/service.ts'

const now = Date.UTC(2026, 10, 22, 15)

test.each(fewDatabases)(
  'the demo’s trade is there once, counted by today’s rules, and none of its mails is left to send, on %s',
  async database => {
    const place = await makePlace(database)
    const config = readConfig({ ...place.settings, ...(database === 'PostgreSQL' && { MAIL: 'folder' }) })
    const told: number[] = []
    const count = await fillDemo(config, now, 150, made => told.push(made))
    expect(count).toBe(150)
    expect(told).toEqual([15, 30, 45, 60, 75, 90, 105, 120, 135, 150])
    expect(await fillDemo(config, now, 150)).toBe(0)
    const { db, close } = await openDatabase(placeOf(config))
    const dates = await db.selectFrom('receipts').select(['receipt_date', 'received_at']).execute()
    expect(dates).toHaveLength(count)
    expect(dates.every(({ received_at }) => received_at <= now && received_at > now - 366 * 86_400_000)).toBe(true)
    const mails = await db.selectFrom('deliveries').select('status').execute()
    expect(mails.length).toBeGreaterThan(30)
    expect(mails.filter(({ status }) => status === 'queued')).toEqual([])
    expect(await isRecounted(db, 'demo')).toBe(false)
    await close()
    await place.remove()
  },
)

test.each([0, 8, 9.01, 12, 20.9, 23.9])('at %s o’clock, all of a year’s trade is over', oclock => {
  const at = Date.UTC(2026, 10, 22) + oclock * 3_600_000
  const sales = [...tradeUntil(at, 2000, readShops(), createChance(1))].map(sale => sale.at)
  expect(sales).toHaveLength(2000)
  expect(sales.toSorted((one, other) => one - other)).toEqual(sales)
  expect(sales.at(-1)).toBeLessThanOrEqual(at)
  expect(sales[0]).toBeGreaterThan(at - 366 * 86_400_000)
})

test('a year’s trade adds up, sale by sale, and is the same every time', () => {
  const shops = readShops()
  const all = [...tradeUntil(now, 500, shops, createChance(1))]
  expect([...tradeUntil(now, 500, shops, createChance(1))]).toEqual(all)
  expect(all).toHaveLength(500)
  for (const { receipt } of all) {
    expect(auditReceipt(receipt)).toEqual([])
    const {
      items = [],
      returns = [],
      orders = [],
      discounts = [],
      grandAmount,
      balanceDue = 0,
      tenders,
    } = receipt as {
      items?: { total: number }[]
      orders?: { items: { total: number }[]; tenderHistory?: { amount: number }[] }[]
      discounts?: { amount: number }[]
      balanceDue?: number
      returns?: { items: { total: number }[] }[]
      grandAmount: number
      tenders: { amount: number }[]
    }
    const lines = [...items, ...[...returns, ...orders].flatMap(each => each.items)]
    expect(grandAmount).toBeCloseTo(
      [...lines.map(line => line.total), ...discounts.map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0),
      6,
    )
    const paidBefore = orders.flatMap(order => order.tenderHistory ?? []).reduce((sum, { amount }) => sum + amount, 0)
    expect(tenders[0]?.amount).toBeCloseTo(grandAmount - balanceDue - paidBefore, 6)
  }
})

test('a year’s trade has orders, which are sales once, and payments on them', () => {
  const all = [...tradeUntil(now, 2000, readShops(), createChance(1))].map(({ receipt }) => {
    const { receipt: read } = readReceipt(JSON.stringify(receipt))
    return { receipt, trade: read && readTrade(read) }
  })
  const orders = all.filter(({ receipt }) => receipt.orders !== undefined)
  const first = orders.filter(({ receipt }) => receipt.relatedTransactionReference === undefined)
  expect(first.length).toBeGreaterThan(3)
  expect(orders.length).toBeGreaterThan(2 * first.length)
  for (const { receipt, trade } of orders) expect(trade).toBe(receipt.relatedTransactionReference ? 'payment' : 'sale')
})
