import { describe, expect, test } from 'vitest'
import { aReceipt, aReceiptFrom, asText, plain, viewOf } from '../support/receipts.ts'

describe('a receipt in two languages, as the law of Quebec has it', () => {
  const sent = aReceiptFrom(
    { country: { code: 'CA' }, territory: 'QC' },
    {
      currency: 'CAD',
      grandAmount: 23,
      items: [{ name: 'Thé', total: 20 }],
      taxes: [
        { taxTypeCode: 'GST', percent: 0.05, amount: 1 },
        { taxTypeCode: 'PST', percent: 0.09975, amount: 2 },
      ],
      tenders: [{ tenderTypeCode: 'Cash', amount: 25 }],
      changeDue: 2,
    },
  )
  const view = viewOf(sent, ['fr-CA', 'en-CA'])

  test('has French words first, the other beside them, each once', () => {
    expect(view.heading.kind).toBe('Reçu / Receipt')
    expect(view.totals!.total!.label).toBe('Total')
    expect(asText(view.tenders!.after)).toEqual(['Monnaie / Change | 2,00 $'])
    expect(view.totals!.lines.map(({ label }) => plain(label))).toEqual(['TPS / GST 5 %', 'TVQ / QST 9,975 %'])
  })

  test('writes figures as the first language does, and is in that language', () => {
    expect(plain(view.totals!.total!.amount)).toBe('23,00 $')
    expect(view.lang).toBe('fr-CA')
  })
})

describe('a receipt from right to left', () => {
  const view = viewOf(
    aReceipt({ items: [{ name: 'Espresso', total: 4.5, sku: 'AB-12' }, { name: 'قهوة' }], currency: 'KWD' }),
    'ar',
  )

  test('says so, and keeps Latin names and codes in one piece', () => {
    expect(view.dir).toBe('rtl')
    expect(view.items!.groups[0]!.items.map(({ name }) => name)).toEqual(['\u2066Espresso\u2069', 'قهوة'])
    expect(view.items!.groups[0]!.items[0]!.summary).toContain('\u2066AB-12\u2069')
  })

  test('has no such marks in subject, title and inbox line', () => {
    expect([view.subject, view.title, view.preheader].join()).not.toMatch(/[\u2066-\u2069]/)
  })

  test('has three decimals of the dinar', () =>
    expect(plain(view.items!.groups[0]!.items[0]!.amount)).toContain('4.500'))
})

test('a section with nothing to say is not in the view', () => {
  const view = viewOf(aReceipt())
  expect(Object.keys(view).filter(key => view[key as keyof typeof view] === undefined)).toEqual([])
  for (const absent of ['header', 'soldTo', 'items', 'taxes', 'tenders', 'barcode', 'offers', 'raw', 'slot1'])
    expect(view).not.toHaveProperty(absent)
})

test('notes keep their lines, and tabs as room', () => {
  const { header, slot3 } = viewOf(
    aReceipt({ header: '\\nWelcome\\n\\nOpen\\tdaily  \\n', additionalInfo3: 'one\ntwo' }),
  )
  expect(header!.lines).toEqual(['Welcome', '', 'Open\u2003daily'])
  expect(slot3!.lines).toEqual(['one', 'two'])
})

test('the subject says kind, shop and amount; the inbox line how it was paid and when', () => {
  const sent = aReceipt({
    receiptDateTime: '2026-10-31T17:45:12-04:00',
    tenders: [{ tenderTypeCode: 'Cash', amount: 12 }],
  })
  expect(viewOf(sent)).toMatchObject({
    subject: 'Receipt from Pebble & Pine: $12.00',
    preheader: '$12.00\u00a0· Paid in cash, Oct 31, 2026. Pebble & Pine',
    title: 'Receipt 20931\u00a0· Pebble & Pine',
    issued: '2026-10-31T17:45:12-04:00',
  })
})

test('fields outside the interface are text under their path', () => {
  expect(viewOf(aReceipt({ membershipStatus: 'gold', till: { lane: 4 } })).extra).toEqual({
    membershipStatus: 'gold',
    'till.lane': '4',
  })
})
