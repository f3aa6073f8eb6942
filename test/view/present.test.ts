import { describe, expect, test } from 'vitest'
import { aReceipt, aReceiptFrom, asText, plain, type SentReceipt, viewOf } from '../support/receipts.ts'

describe('a bilingual receipt, as Quebec law requires', () => {
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

  test('puts French first and English beside it, without repeating a word', () => {
    expect(view.heading.kind).toBe('Reçu / \u2068Receipt\u2069')
    expect(plain(view.subject)).toBe('Reçu – Pebble & Pine : 23,00 $ / Receipt from Pebble & Pine: 23,00 $')
    expect(view.totals!.total!.label).toBe('Total')
    expect(asText(view.tenders!.after)).toEqual(['Monnaie rendue / Change | 2,00 $'])
    expect(view.totals!.lines.map(({ label }) => plain(label))).toEqual([
      'Sous-total / Subtotal',
      'TPS / GST 5 %',
      'TVQ / QST 9,975 %',
    ])
  })

  test('formats amounts and sets lang by the first language', () => {
    expect(plain(view.totals!.total!.amount)).toBe('23,00 $')
    expect(view.lang).toBe('fr-CA')
  })
})

describe('a right-to-left receipt', () => {
  const view = viewOf(
    aReceipt({ items: [{ name: 'Espresso', total: 4.5, sku: 'AB-12' }, { name: 'قهوة' }], currency: 'KWD' }),
    'ar',
  )

  test('is marked rtl and isolates Latin names and codes', () => {
    expect(view.dir).toBe('rtl')
    expect(view.items!.groups[0]!.items.map(({ name }) => name)).toEqual(['\u2066Espresso\u2069', 'قهوة'])
    expect(view.items!.groups[0]!.items[0]!.summary).toContain('\u2066AB-12\u2069')
  })

  test('has no isolates in subject, title and preheader', () => {
    expect([view.subject, view.title, view.preheader].join()).not.toMatch(/[\u2066-\u2069]/)
  })

  test('shows three decimals for the dinar', () =>
    expect(plain(view.items!.groups[0]!.items[0]!.amount)).toContain('4.500'))
})

test('omits empty sections from the view', () => {
  const view = viewOf(aReceipt())
  expect(Object.keys(view).filter(key => view[key as keyof typeof view] === undefined)).toEqual([])
  for (const absent of ['header', 'soldTo', 'items', 'taxes', 'tenders', 'barcode', 'offers', 'raw', 'slot1'])
    expect(view).not.toHaveProperty(absent)
})

test('keeps line breaks in notes, and turns tabs into wide spaces', () => {
  const { header, slot3 } = viewOf(
    aReceipt({ header: '\\nWelcome\\n\\nOpen\\tdaily  \\n', additionalInfo3: 'one\ntwo' }),
  )
  expect(header).toEqual({ lines: ['Welcome', '', 'Open\u2003daily'], hasColumns: true })
  expect(slot3).toEqual({ lines: ['one', 'two'] })
})

test('keeps the gap between columns that a till made of spaces', () => {
  const { slot2 } = viewOf(aReceipt({ additionalInfo2: 'F food, not taxed   T taxable\n   N none,  really' }))
  expect(slot2!.lines).toEqual(['F food, not taxed\u2003T taxable', '   N none,  really'])
})

test('puts kind, store and amount in the subject, payment and items in the preheader', () => {
  const sent = aReceipt({
    receiptDateTime: '2026-10-31T17:45:12-04:00',
    tenders: [{ tenderTypeCode: 'Cash', amount: 12 }],
    items: [{ name: 'Tea, loose' }, { name: 'Cups' }],
    returns: [{ items: [{ name: 'Teapot' }] }],
  })
  expect(viewOf(sent)).toMatchObject({
    subject: 'Receipt from Pebble & Pine: $12.00',
    preheader: 'Paid in cash · Tea, loose · Cups · Returned: Teapot',
    title: 'Receipt 20931 · Pebble & Pine',
    issued: '2026-10-31T17:45:12-04:00',
  })
})

describe('the preheader', () => {
  const lineOf = (differs: SentReceipt, language?: string) => viewOf(aReceipt(differs), language).preheader
  const goods = (count: number) => ({ items: [...Array(count).keys()].map(at => ({ name: `Tea ${at}` })) })

  test('names up to four items, or three and a count of the rest', () => {
    expect(lineOf(goods(4))).toBe('Tea 0 · Tea 1 · Tea 2 · Tea 3')
    expect(lineOf(goods(5))).toBe('Tea 0 · Tea 1 · Tea 2 · 2 more')
    expect(lineOf(goods(5), 'ja-JP')).toBe('Tea 0 · Tea 1 · Tea 2 · 他2点')
  })

  test('truncates a name after 60 characters', () => {
    expect(lineOf({ items: [{ name: 'x'.repeat(60) }] })).toBe('x'.repeat(60))
    expect(lineOf({ items: [{ name: 'x'.repeat(61) }] })).toBe(`${'x'.repeat(60)}…`)
  })

  test('names a gift’s items, and falls back to the date', () => {
    expect(lineOf({ ...goods(1), grandAmount: 0 })).toBe('Tea 0')
    expect(lineOf({ receiptDateTime: '2026-10-31' })).toBe('Receipt · October 31, 2026')
  })
})

test('gives fields outside the interface their direction, as all values', () => {
  const extra = { helpdesk: '614-555-0188', tier: 'Gold member', greeting: 'شكرًا لكم' }
  expect(viewOf(aReceipt(extra), ['ar']).extra).toEqual({
    helpdesk: '\u2066614-555-0188\u2069',
    tier: '\u2066Gold member\u2069',
    greeting: 'شكرًا لكم',
  })
  expect(viewOf(aReceipt(extra)).extra).toEqual({ ...extra, greeting: '\u2067شكرًا لكم\u2069' })
})

test('keeps fields outside the interface as text, by path', () => {
  expect(viewOf(aReceipt({ membershipStatus: 'gold', till: { lane: 4 } })).extra).toEqual({
    membershipStatus: 'gold',
    'till.lane': '4',
  })
})
