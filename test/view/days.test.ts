import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { readMessageFiles } from '../../src/locale/words/message-files.ts'
import { packageRoot } from '../../src/package-root.ts'
import { receiptData } from '../../src/receipt/data/receipt-data.ts'
import { datesIn } from '../../src/receipt/false-dates.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { aReceipt, plain, viewOf } from '../support/receipts.ts'
import { isExhaustive } from '../support/scope.ts'

/** Every date of the interface but that of the receipt, which is a time. */
const fields = datesIn(receiptData.field).filter(({ keys }) => keys.join('.') !== 'receiptDateTime')

/** The receipt with every field, and each of its dates set; how many are of a field. */
function dated(date: string): { receipt: ReceiptInput; counts: number[] } {
  const receipt = structuredClone(fixtureNamed('everything').receipt) as ReceiptInput
  return { receipt, counts: fields.map(({ keys }) => set(receipt, keys, date)) }
}

function set(value: unknown, [key = '', ...rest]: readonly string[], date: string): number {
  if (key === '[]') return Array.isArray(value) ? value.reduce((count, entry) => count + set(entry, rest, date), 0) : 0
  const object = value as Record<string, unknown> | undefined
  if (object?.[key] === undefined) return 0
  if (rest.length > 0) return set(object[key], rest, date)
  object[key] = date
  return 1
}

const day = '2026-12-01'
const midnights = [
  `${day}T00:00:00Z`,
  `${day}T00:00:00`,
  `${day} 00:00`,
  '20261201T000000.000+0000',
  `${day}T00:00-00:00`,
]
const zones = [undefined, 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati']
const languages = [...readMessageFiles(join(packageRoot, 'locales')).keys()]

test('the receipt with every field has each date', () => {
  expect(fields.map(({ keys }) => keys.join('.').replaceAll('.[]', '[]'))).toMatchInlineSnapshot(`
    [
      "revision.dateTime",
      "loyalty.expirationDateTime",
      "orders[].deliveryPickup.dateTime",
      "orders[].tenderHistory[].dateTime",
      "orders[].paymentSchedules[].dueDate",
      "tenders[].dateTime",
      "tenders[].signature.dateTime",
      "tenderHistory[].dateTime",
      "deliveryPickup.dateTime",
      "signature.dateTime",
      "terms[].signature.dateTime",
    ]
  `)
  expect(dated(day).counts).not.toContain(0)
})

describe.each(zones)('in the zone %s', timeZone => {
  let engine: Engine
  beforeAll(async () => {
    engine = await createEngine({ structuredData: true, locales: timeZone === undefined ? {} : { timeZone } })
  })
  afterAll(() => engine.close())

  const zone = zones.indexOf(timeZone)
  const spoken = languages.filter((_, at) => isExhaustive || at % zones.length === zone)
  test.each(spoken)('a day sent as midnight is that day, in %s', locale => {
    const meant = engine.view(dated(day).receipt, { locale })
    // A language takes no part in how midnight is read: each has one of its forms.
    const one = languages.indexOf(locale) % midnights.length
    for (const midnight of isExhaustive ? midnights : [midnights[one]!])
      expect(engine.view(dated(midnight).receipt, { locale })).toEqual(meant)
  })

  test('in mail, text and on a slip', () => {
    const all = (date: string) => {
      const { receipt } = dated(date)
      return [engine.html(receipt), engine.text(receipt), engine.slip(receipt, { columns: 48 })]
    }
    const meant = all(day)
    for (const midnight of midnights.filter((_, at) => isExhaustive || (at + zone) % 2 === 0))
      expect(all(midnight)).toEqual(meant)
  })

  test('in the data for mail clients', () => {
    const request = (dueDate: string) =>
      engine.html({
        ...aReceipt({ grandAmount: 12, currency: 'USD', items: [{ name: 'Oak shelf', total: 12 }] }),
        transactionType: 'PaymentLinkTransaction',
        paymentLink: 'https://pay.example.com/1',
        orders: [{ number: '7', items: [], paymentSchedules: [{ amountDue: 12, dueDate }] }],
      })
    expect(request(day)).toContain(`"paymentDueDate":"${day}"`)
    for (const date of [...midnights, `${day}T23:59:59Z`]) expect(request(date)).toBe(request(day))
  })
})

test.each([
  ['14:30:00', '2:30 PM'],
  ['00:00:01', '12:00 AM'],
  ['00:00:00-05:00', '12:00 AM'],
  ['00:30:00Z', '12:30 AM UTC'],
  ['23:59:00', '11:59 PM'],
])('a true time of a pickup stays: %s', (time, shown) => {
  const { fulfilment } = viewOf(aReceipt({ deliveryPickup: { dateTime: `${day}T${time}` } }))
  expect(plain(fulfilment!.facts[0]!.value)).toBe(`Dec 1, 2026, ${shown}`)
})

test('what is due or expires by the end of a day of UTC is so on that day', async () => {
  const engine = await createEngine({ locales: { timeZone: 'Asia/Tokyo' } })
  const sent = aReceipt({ loyalty: { number: 'S-90233', expirationDateTime: `${day}T23:59:59.999Z` } })
  expect(plain(JSON.stringify(engine.view(sent).loyalty))).toContain('Dec 1, 2026')
  await engine.close()
})

test('a payment of the receipt’s day has no date, in whichever form both are', () => {
  const details = (dateTime: string) =>
    viewOf(
      aReceipt({
        receiptDateTime: '2026-12-01T17:45:00Z',
        tenders: [{ tenderTypeCode: 'Cash', amount: 12, dateTime }],
      }),
    ).tenders!.tenders[0]!.details
  expect(details(`${day}T00:00:00Z`)).toBeUndefined()
  expect(details('2026-335T00:00')).toBeUndefined()
  expect(plain(details('2026-11-30T00:00:00')!)).toBe('Nov 30, 2026')
})
