import { expect, test } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { aReceipt, type SentReceipt } from '../../support/receipts.ts'

const engine = await createEngine()
const linesOf = (sent: SentReceipt, columns: number, acceptLanguage = 'en-US') =>
  engine.text(aReceipt(sent), { columns, acceptLanguage }).replaceAll('\u00a0', ' ').split('\n')

test('an address ends no line between a town and its code', () => {
  const text = engine.text(fixtureNamed('bopus-order').receipt, { columns: 32 }).replaceAll('\u00a0', ' ')
  expect(text).toContain('3030 El Cajon Blvd,\n      San Diego, CA 92104\n')
})

test('the kind of receipt is whole, and above its date where both have no room on a line', () => {
  const returns = [{ items: [{ name: 'Mapa', total: -12 }] }]
  const refund = { transactionType: 'ReturnTransaction', returns, items: null, grandAmount: -12 } as SentReceipt
  const lines = linesOf({ ...refund, receiptDateTime: '2026-10-05T12:12:12+02:00' }, 32, 'pl-PL')
  const at = lines.indexOf('Potwierdzenie zwrotu')
  expect(lines[at + 1]).toMatch(/^ +\d.*\d$/)
  expect(lines[at + 1]).toHaveLength(32)
})

test('instalments say the day alone on narrow paper, each in the same way', () => {
  const orders = [
    {
      items: [{ name: 'Sofa', total: 1240 }],
      totalAmount: 1240,
      paymentSchedules: [
        { description: 'Payment 2', amountDue: 900, dueDate: '2026-07-01' },
        { description: 'Payment 3', amountDue: 50, dueDate: '2026-08-01' },
      ],
    },
  ]
  const sent = { transactionType: 'OrderTransaction', orders, grandAmount: 1240, tenderApplied: 290, balanceDue: 950 }
  expect(linesOf(sent, 32)).toEqual(
    expect.arrayContaining(['Payment 2 Jul 1, 2026    $900.00', 'Payment 3 Aug 1, 2026     $50.00']),
  )
  expect(linesOf(sent, 42)).toContain('Payment 2 due Jul 1, 2026          $900.00')
})

test('all facts of a payment stand in one column', () => {
  const emv = { additionalAttributes: { TVR: '8000008000', TSI: '6800' } }
  const tenders = [{ tenderTypeCode: 'Debit', amount: 12, miscInfo: 'Kept in the upper drawer', emv }]
  const lines = linesOf({ tenders }, 32)
  expect(lines).toContain('  Kept in the upper drawer')
  expect(lines).toContain('  TVR 8000008000 · TSI 6800')
})

test('what is above the goods’ handover is apart from it', () => {
  const lines = linesOf({ header: 'Welcome', deliveryPickup: { instructions: 'Ring twice' } }, 32)
  expect(lines[lines.findIndex(line => line.trim() === 'Welcome') + 1]).toBe('-'.repeat(32))
})

test('a note right below the header stands in the middle as it does; one without a header begins its line', () => {
  const notes = { additionalInfo1: 'Open on Sundays' }
  expect(linesOf({ header: 'Welcome', ...notes }, 32)).toContain('        Open on Sundays')
  expect(linesOf(notes, 32)).toContain('Open on Sundays')
})

test('what a tax is on stands whole below it where amount and note have no room on a line', () => {
  const tax = { taxTypeCode: 'VAT', percent: 0.11, taxableAmount: 21216216, amount: 2333784 }
  const sent = { taxes: [tax], items: [{ name: 'Batik', total: 23550000 }], grandAmount: 23550000, currency: 'IDR' }
  const lines = linesOf(sent as SentReceipt, 28, 'id-ID')
  const at = lines.findIndex(line => /^atas Rp 21.216.216$/.test(line))
  expect(lines[at - 1]).toMatch(/^PPN 11% +Rp 2.333.784$/)
})

test('no rule stands at the end, where nothing is below', () => {
  expect(
    linesOf({ footer: null }, 32)
      .filter(line => line !== '')
      .at(-1),
  ).not.toMatch(/^-+$/)
})
