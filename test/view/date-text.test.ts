import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import { aReceipt, viewOf } from '../support/receipts.ts'
import { pageOf } from '../support/stages.ts'

const schedule = [{ description: 'Second of two', amountDue: 6, dueDate: '12/31/2027 <noon>' }]
const sent = aReceipt({
  receiptDateTime: '20261120T174500-0500',
  grandAmount: 12,
  loyalty: { number: 'S-90233', expirationDateTime: 'end of the season' },
  deliveryPickup: { dateTime: 'Friday afternoon', instructions: 'Ring twice' },
  tenders: [
    {
      tenderTypeCode: 'Cash',
      amount: 12,
      dateTime: 'yesterday evening',
      signature: { text: 'Agreed', dateTime: 'at the door' },
    },
  ],
  items: [{ name: 'Oak shelf', total: 12 }],
  orders: [{ number: 'L-204', paymentSchedules: schedule }],
})
const texts = ['end of the season', 'Friday afternoon', 'yesterday evening', 'at the door']
const plainly = (text: string) => text.replace(/<[^>]*>|[\u2060\u2066-\u2069]/g, '').replace(/&nbsp;|[\u00a0\s]+/g, ' ')

let engine: Engine
beforeAll(async () => {
  engine = await createEngine({
    structuredData: true,
    links: { calendar: 'https://shop.example.com/{transactionNumber}.ics' },
  })
})
afterAll(() => engine.close())

describe('a date that is just text prints as sent', () => {
  test('in mail, escaped', () => {
    const html = engine.html(sent)
    for (const text of texts) expect(plainly(html)).toContain(text)
    expect(html.replaceAll('\u00a0', ' ')).toContain('12/31/2027 &lt;noon&gt;')
    expect(html).not.toContain('<noon>')
  })

  test('in text, on a slip, and on paper', () => {
    const slip = engine.slip(sent, { columns: 42 }).parts.map(part => ('text' in part ? part.text : ''))
    for (const page of [engine.text(sent), slip.join('\n'), pageOf(viewOf(sent))])
      for (const text of [...texts, '12/31/2027']) expect(plainly(page)).toContain(text)
  })

  test('while a gift receipt has the one that is a date', () => {
    const gift = plainly(engine.text(sent, { variant: 'gift' }))
    expect(gift).toContain('Nov 20, 2026, 5:45 PM')
  })

  test('in its own direction', () => {
    const when = (text: string, language: string) =>
      viewOf(aReceipt({ deliveryPickup: { dateTime: text } }), language).fulfilment!.facts[0]!.value
    expect(when('Friday (2 pm)', 'ar')).toBe('\u2066Friday (2 pm)\u2069')
    expect(when('الجمعة', 'en-US')).toBe('\u2067الجمعة\u2069')
    expect(when('Friday afternoon', 'en-US')).toBe('Friday afternoon')
  })

  test('but a mail client gets no date that is none, and a calendar no such appointment', () => {
    expect(JSON.stringify(engine.view(sent))).not.toContain('.ics')
    const due = (dueDate: string) => {
      const asked = {
        ...sent,
        transactionType: 'PaymentLinkTransaction',
        paymentLink: 'https://pay.example.com/1',
        orders: [{ paymentSchedules: [{ amountDue: 12, dueDate }] }],
      }
      return JSON.parse(engine.view(asked).structuredData!) as {
        paymentDueDate?: string
        referencesOrder: { orderDate: string }
      }
    }
    expect(due('12/31/2027').paymentDueDate).toBeUndefined()
    expect(due('2027-W52-5').paymentDueDate).toBe('2027-12-31')
    expect(due('12/31/2027').referencesOrder.orderDate).toBe('2026-11-20T17:45:00-05:00')
  })
})

test('a request is due on the earliest date, or on the first that was sent if one is no date', () => {
  const due = (...dates: string[]) =>
    viewOf(
      aReceipt({
        transactionType: 'PaymentLinkTransaction',
        paymentLink: 'https://pay.example.com/1',
        orders: [{ paymentSchedules: dates.map(dueDate => ({ amountDue: 6, dueDate })) }],
      }),
    ).heading.outcome
  expect(due('2027-12-31', '20270301')).toContain('Mar 1, 2027')
  expect(due('end of May', '2027-03-01')).toContain('end of May')
  expect(due('2027-12-31', 'end of May')).toContain('Dec 31, 2027')
})

test('a payment within the hour of the receipt has no date, in whichever form both are', () => {
  const details = (dateTime: string) =>
    viewOf(
      aReceipt({ receiptDateTime: '2026-11-20T17:45:00', tenders: [{ tenderTypeCode: 'Cash', amount: 12, dateTime }] }),
    ).tenders!.tenders[0]!.details
  expect(details('20261120T1731')).toBeUndefined()
  expect(details('2026-324T17:31')).toBeUndefined()
  expect(details('20261120T1631')).toBe('Nov 20, 2026, 4:31\u202fPM')
  expect(details('2026-11-20T24:00')).toBe('Nov 21, 2026')
})
