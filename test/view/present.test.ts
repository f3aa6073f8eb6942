import { describe, expect, test } from 'vitest'
import { aReceipt, aReceiptFrom, asText, plain, type SentReceipt, viewOf } from '../support/receipts.ts'

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
    expect(plain(view.subject)).toBe('Reçu – Pebble & Pine : 23,00 $ / Receipt from Pebble & Pine: 23,00 $')
    expect(view.totals!.total!.label).toBe('Total')
    expect(asText(view.tenders!.after)).toEqual(['Monnaie rendue / Change | 2,00 $'])
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

test('the subject says kind, shop and amount; the inbox line how it was paid and what it was', () => {
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

describe('the inbox line', () => {
  const lineOf = (differs: SentReceipt, language?: string) => viewOf(aReceipt(differs), language).preheader
  const goods = (count: number) => ({ items: [...Array(count).keys()].map(at => ({ name: `Tea ${at}` })) })

  test('names up to four goods, then three and how many more', () => {
    expect(lineOf(goods(4))).toBe('Tea 0 · Tea 1 · Tea 2 · Tea 3')
    expect(lineOf(goods(5))).toBe('Tea 0 · Tea 1 · Tea 2 · 2 more')
    expect(lineOf(goods(5), 'ja-JP')).toBe('Tea 0 · Tea 1 · Tea 2 · 他2点')
  })

  test('cuts a long name after sixty letters', () => {
    expect(lineOf({ items: [{ name: 'x'.repeat(60) }] })).toBe('x'.repeat(60))
    expect(lineOf({ items: [{ name: 'x'.repeat(61) }] })).toBe(`${'x'.repeat(60)}…`)
  })

  test('names a gift’s goods, and of a receipt that says nothing else the date', () => {
    expect(lineOf({ ...goods(1), grandAmount: 0 })).toBe('Tea 0')
    expect(lineOf({ receiptDateTime: '2026-10-31' })).toBe('Receipt · Saturday, October 31, 2026')
  })
})

test('fields outside the interface are text under their path', () => {
  expect(viewOf(aReceipt({ membershipStatus: 'gold', till: { lane: 4 } })).extra).toEqual({
    membershipStatus: 'gold',
    'till.lane': '4',
  })
})
