import { describe, expect, test } from 'vitest'
import type { DetailView } from '../../../src/view/receipt-view.ts'
import { packed } from '../../../src/view/sections/details.ts'
import { textOf } from '../../support/html.ts'
import { aReceipt, plain, type SentReceipt, spacedPlainly, viewOf } from '../../support/receipts.ts'
import { mailOf } from '../../support/stages.ts'

const store = { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } }
const detailsOf = (differs: SentReceipt = {}, language = 'en-US') => viewOf(aReceipt(differs), language).details
/** A subject with its lines, as `subject | line | line`. */
const said = (details: readonly DetailView[]) =>
  details.map(({ subject, lines }) => [subject, ...lines].map(plain).join(' | '))

describe('the title', () => {
  test.each([
    ['a sale', {}, 'Receipt details'],
    ['a return', { transactionType: 'ReturnTransaction', grandAmount: -12 }, 'Receipt details'],
    ['a gift', { items: [{ name: 'Teapot' }], grandAmount: 0 }, 'Receipt details'],
    ['an order', { transactionType: 'OrderTransaction' }, 'Order details'],
    [
      'a request to pay',
      { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
      'Request details',
    ],
  ])('is that of %s', (_, differs, title) => expect(detailsOf(differs).title).toBe(title))

  test('is translated', () => expect(detailsOf({}, 'de-DE').title).toBe('Belegdetails'))
})

describe('what they are about', () => {
  test('is the receipt, then the store', () => {
    expect(said(detailsOf().about)).toEqual(['Receipt 20931', 'Store 118 | Register 3'])
  })

  test('includes revision, reference and mode, and who was at the till', () => {
    const sent = {
      ...{ revision: { number: 'R-2' }, referenceId: 'X-77', mode: 'Offline' },
      workstation: { id: '3', operator: 'Ada', associate: 'Jonah', store },
    }
    expect(said(detailsOf(sent).about)).toEqual(
      ['Receipt 20931 | Revision R-2 · Reference X-77', 'Store 118 | Register 3 (Ada) · Served by Jonah'].map(line =>
        expect.stringContaining(line),
      ),
    )
  })

  test('has every fact of the receipt once', () => {
    const sent = {
      ...{ revision: { number: 'R-2' }, referenceId: 'X-77', mode: 'Offline' },
      workstation: { id: '3', operator: 'Ada', associate: 'Jonah', store },
    }
    const view = viewOf(aReceipt(sent))
    const text = said(view.details.about).join('\n')
    for (const { label, value } of view.facts) expect(text.split(`${label} ${plain(value)}`)).toHaveLength(2)
  })

  test('leaves out the receipt’s number if it stands below its code', () => {
    expect(said(detailsOf({ barcodeNumber: '20931' }).about)).toEqual(['Store 118 | Register 3'])
    expect(said(detailsOf({ barcodeNumber: '118-20931' }).about)[0]).toBe('Receipt 20931')
    expect(said(detailsOf({ barcodeNumber: '20931', referenceId: 'X-77' }).about)[0]).toBe('Reference X-77')
  })
})

describe('the order that a receipt is of', () => {
  const orderOf = (order: object, differs: object = {}) => {
    const { order: found } = detailsOf({ orders: [{ items: [{ name: 'Kayak', total: 12 }], ...order }], ...differs })
    return found && said([found])
  }

  test('is among them, for its goods have no title', () => {
    expect(orderOf({ number: 'ORD-7' })).toEqual(['Order ORD-7'])
    expect(orderOf({ number: 'ORD-7', action: 'Layaway' })).toEqual(['Order ORD-7 · Layaway'])
    expect(orderOf({ number: 'ORD-7', barcodeNumber: '614141' })).toEqual(['Order ORD-7'])
  })

  test.each([
    ['its number is the receipt’s', { number: '20931' }, {}],
    ['its number stands below its code', { number: 'ORD-7', barcodeNumber: 'ORD-7' }, {}],
    ['it has no number', {}, {}],
    ['it has no number, but a code', { barcodeNumber: 'ORD-7' }, {}],
    ['it has a title, beside goods sold', { number: 'ORD-7' }, { items: [{ name: 'Paddle', total: 12 }] }],
    ['it has a title, for it was canceled', { number: 'ORD-7', action: 'Cancel' }, {}],
  ])('is not if %s', (_, order, differs) => expect(orderOf(order, differs)).toBeUndefined())
})

describe('the goods', () => {
  const pegs = { name: 'Pegs', brand: 'Skarn', sku: 'K1', total: 12 }

  test('are those with something to tell them by: sold, brought back, ordered', () => {
    const sent = {
      items: [pegs, { name: 'Bag', total: 1 }],
      returns: [{ items: [{ ...pegs, name: 'Tent', total: -12 }] }],
      orders: [{ items: [{ ...pegs, name: 'Kayak' }] }],
    }
    expect(said(detailsOf(sent).goods)).toEqual([
      'Pegs | Skarn · SKU K1',
      'Tent | Skarn · SKU K1',
      'Kayak | Skarn · SKU K1',
    ])
  })

  test('are none of twelve or more: each says it below its name', () => {
    expect(detailsOf({ items: Array.from({ length: 11 }, () => pegs) }).goods).toHaveLength(11)
    expect(detailsOf({ items: Array.from({ length: 12 }, () => pegs) }).goods).toEqual([])
  })

  test('that were brought back say the sale that they are from', () => {
    const from = (...items: object[]) =>
      said(detailsOf({ returns: [{ originalTransactionNumber: 'TX-64', originalStoreNumber: '364', items }] }).goods)
    const cap = { name: 'Canvas cap', total: -22 }
    expect(from(cap)).toEqual(['Canvas cap | Original receipt TX-64 · Store 364'])
    expect(from({ ...cap, sku: '31045' })).toEqual(['Canvas cap | SKU 31045 | Original receipt TX-64 · Store 364'])
    // Of several, or of one that has no name, the return says it.
    expect(from(cap, { ...cap, sku: '31045' })).toEqual([
      'Returned | Original receipt TX-64 · Store 364',
      'Canvas cap | SKU 31045',
    ])
    expect(from({ name: ' ', total: -22 })).toEqual(['Returned | Original receipt TX-64 · Store 364'])
    expect(from()).toEqual(['Returned | Original receipt TX-64 · Store 364'])
  })

  test('that were brought back say it of twelve or more, too', () => {
    const items = Array.from({ length: 12 }, () => ({ name: 'Canvas cap', sku: '31045', total: -1 }))
    expect(said(detailsOf({ returns: [{ originalTransactionNumber: 'TX-64', items }] }).goods)).toEqual([
      'Returned | Original receipt TX-64',
    ])
  })
})

describe('groups of facts', () => {
  const linesOf = (subject: string, ...groups: (string | undefined)[]) => packed(subject, groups).lines.map(plain)
  const of = (length: number, letter = 'x') => letter.repeat(length)

  test('share a line with their subject up to 50 characters', () => {
    // 10, then a dot and 17, and a dot and 17 more.
    expect(linesOf(of(10), of(17), of(17, 'y'))).toEqual([`${of(17)} · ${of(17, 'y')}`])
    expect(linesOf(of(10), of(17), of(18, 'y'))).toEqual([of(17), of(18, 'y')])
  })

  test('share further lines up to 50 characters', () => {
    expect(linesOf('Tent', of(45), of(20), of(27, 'y'))).toEqual([of(45), `${of(20)} · ${of(27, 'y')}`])
    expect(linesOf('Tent', of(45), of(20), of(28, 'y'))).toEqual([of(45), of(20), of(28, 'y')])
  })

  test('stay whole, however long they or their subject are', () => {
    expect(linesOf(of(60), of(70), 'SKU K1')).toEqual([of(70), 'SKU K1'])
  })

  test('count wide letters twice, and direction isolates not at all', () => {
    expect(linesOf('傘', of(7, '店'), of(14, '係'))).toHaveLength(1)
    expect(linesOf('傘', of(7, '店'), of(15, '係'))).toHaveLength(2)
    expect(linesOf(of(10), `\u2066${of(17)}\u2069`, of(17, 'y'))).toHaveLength(1)
  })

  test('are one text, too, which flows', () => {
    const { lines, text } = packed('Tent', [of(45), of(20), of(27, 'y')])
    expect(lines).toHaveLength(2)
    expect(plain(text)).toBe(lines.map(plain).join(' · '))
  })

  test('that are empty are left out', () => {
    expect(spacedPlainly(packed('Tent', [undefined, '', 'SKU K1']))).toEqual({
      subject: 'Tent',
      lines: ['SKU K1'],
      text: 'SKU K1',
    })
    expect(packed('Tent', [])).toEqual({ subject: 'Tent', lines: [] })
  })
})

describe('all details', () => {
  const sent = aReceipt({
    customer: { emailAddress: 'amsel@example.com' },
    relatedTransactionReference: { transactionNumber: 'TX-7', reasonCode: 'RC-1' },
    tenders: [
      {
        ...{ tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', typeCode: 'Visa' } },
        emv: { aid: 'A0000000031010', additionalAttributes: { TVR: '8080008000' } },
      },
    ],
  })
  const forArchives = ['TVR 8080008000', 'amsel@example.com', 'RC-1']

  test('are in a mail only if the merchant wants them', () => {
    const mail = (details?: 'some' | 'all') => plain(textOf(mailOf(viewOf(sent, 'en-US', { details })).html))
    expect(mail()).toContain('AID A0000000031010')
    for (const words of forArchives) {
      expect(mail()).not.toContain(words)
      expect(mail('some')).not.toContain(words)
      expect(mail('all')).toContain(words)
    }
  })

  test('are in its plain text anyway', () => {
    const { text } = mailOf(viewOf(sent))
    for (const words of forArchives) expect(plain(text)).toContain(words)
  })

  test('are marked in the view', () => {
    expect(viewOf(sent, 'en-US', { details: 'all' }).allDetails).toBe(true)
    for (const details of ['some', undefined] as const)
      expect(viewOf(sent, 'en-US', { details })).not.toHaveProperty('allDetails')
  })
})
