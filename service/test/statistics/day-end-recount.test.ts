import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { seeded } from '../../reliability/random.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { adminToken, fewDatabases, startService, type TestService } from '../support/service.ts'
import { clockOf, compareRow, dayOf, type Found } from './year/compare.ts'
import { countNaively, micros, type Tables } from './year/naive.ts'
import { shops } from './year/shops.ts'
import { type Sent, yearOf } from './year/trade.ts'

const year = yearOf(seeded(54), isExhaustive ? 600 : 150)

/** The business day on which a receipt counts, such as `2025-11-28`. */
function businessDay(sent: Sent, cutOff: string): string {
  const day = dayOf(sent)
  if (clockOf(sent) >= cutOff) return day
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

describe.each(fewDatabases)('a year’s day-ends on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    const groups = Object.fromEntries(shops.map(({ id, zone: timeZone }) => [id, { locale: 'en', timeZone }]))
    const stores = Object.fromEntries(shops.map(({ id }) => [id, id]))
    await saveMerchant(shop.service, 'demo', { name: 'Outfitters', settings: { locales: { stores, groups } } })
    for (const { body } of year) await shop.create(body)
  })
  afterAll(() => shop.stop())

  // In the middle of opening hours, so that both days have receipts of one date.
  test.each(['13:30', '00:00'].slice(0, isExhaustive ? 2 : 1))(
    'that begin at %s are what the naive counter says of the same receipts',
    async cutOff => {
      const found: Found = { figures: 0, differ: [] }
      const days = Map.groupBy(year, sent => `${sent.shop.id} ${businessDay(sent, cutOff)}`)
      let [registers, opened] = [0, 0]
      for (const [day, sent] of days) {
        const [storeId, date] = day.split(' ')
        const { json } = await shop.ask(
          `/admin/merchants/demo/day-end?storeId=${storeId}&date=${date}&cutOff=${cutOff}`,
          { headers: { authorization: `Bearer ${adminToken}` }, credentials: null },
        )
        comparePart(found, day, json.total, sent)
        const byRegister = Map.groupBy(sent, ({ body }) => (body.workstation as { id: string }).id)
        expect(json.registers.map((each: { workstationId: string }) => each.workstationId)).toEqual(
          [...byRegister.keys()].sort(),
        )
        for (const part of json.registers)
          comparePart(found, `${day} ${part.workstationId}`, part, byRegister.get(part.workstationId) ?? [])
        registers += byRegister.size
        opened += json.total.orders.length
      }
      expect([found.differ.slice(0, 20), found.differ.length]).toEqual([[], 0])
      expect(found.figures).toBeGreaterThan(5000)
      expect(registers).toBeGreaterThan(days.size)
      expect(opened).toBeGreaterThan(10)
    },
  )
})

/** Compares all figures of a register or a store. */
// biome-ignore lint/suspicious/noExplicitAny: a part of JSON
function comparePart(found: Found, about: string, part: any, sent: readonly Sent[]): void {
  const { receipts, parts } = countNaively(sent)
  compareRow(found, about, part.figures, 'all|', receipts)
  const known = new Set<string>()
  for (const { tenderTypeCode, figures } of part.tenders) {
    known.add(`tenderType|${tenderTypeCode}`)
    compareRow(found, about, figures, `tenderType|${tenderTypeCode}`, parts, true)
  }
  for (const { taxTypeCode, percent, figures } of part.taxes) {
    known.add(`taxType|${taxTypeCode} ${percent}`)
    compareRow(found, about, figures, `taxType|${taxTypeCode} ${percent}`, parts, true)
  }
  const missing = [...parts.keys()].filter(key => /^(?:tenderType|taxType)\|/.test(key) && !known.has(key))
  if (missing.length > 0) found.differ.push(`${about} lacks ${missing}`)
  compareDrawer(found, about, part.cash, parts)
  compareOrders(found, about, part.orders, sent)
}

function compareDrawer(
  found: Found,
  about: string,
  cash: { currency: string; expected: string; tips: string }[],
  parts: Tables['parts'],
): void {
  const naive = new Map(
    [...(parts.get('tenderType|Cash') ?? [])].map(([currency, figures]) => {
      const of = (figure: string) => figures.get(figure) ?? 0n
      return [currency, of('tenderApplied') + of('tips')]
    }),
  )
  for (const { currency, expected } of cash) {
    found.figures += 1
    if (micros(expected) !== naive.get(currency)) found.differ.push(`${about} drawer ${currency} ${expected}`)
    naive.delete(currency)
  }
  for (const [currency, amount] of naive) if (amount !== 0n) found.differ.push(`${about} no drawer of ${currency}`)
}

/** An order is opened by a receipt with orders, or of that type, that is a sale; and whatever is paid on others comes on top. */
function compareOrders(
  found: Found,
  about: string,
  orders: { currency: string; opened: number; openedAmount: string; paidAmount: string }[],
  sent: readonly Sent[],
): void {
  const isOrder = ({ body }: Sent) => body.transactionType === 'OrderTransaction' || body.orders !== undefined
  const opening = countNaively(sent.filter(isOrder)).receipts.get('all|')
  const all = countNaively(sent).receipts.get('all|') ?? new Map<string, Map<string, bigint>>()
  for (const [currency, figures] of all) {
    const own = (figure: string) => opening?.get(currency)?.get(figure) ?? 0n
    const earlier = own('paymentsAmount')
    const paid = own('takings') - earlier + (figures.get('paymentsAmount') ?? 0n)
    const said = orders.find(each => each.currency === currency)
    found.figures += 3
    const is = [BigInt(said?.opened ?? 0), micros(said?.openedAmount ?? 0), micros(said?.paidAmount ?? 0)]
    const expected = [own('sales'), own('salesAmount') + own('giftCardsSold'), paid]
    if (String(is) !== String(expected)) found.differ.push(`${about} orders ${currency}: ${is}, expected ${expected}`)
  }
}
