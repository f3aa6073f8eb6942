import { describe, expect, test } from 'vitest'
import type { DetailView } from '../../../src/view/receipt-view.ts'
import { detail } from '../../../src/view/sections/details.ts'
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
    expect(said(detailsOf().about)).toEqual(['Receipt | 20931', 'Store | 118 | Register 3'])
  })

  test('includes revision, reference and mode, and who was at the till', () => {
    const sent = {
      ...{ revision: { number: 'R-2' }, referenceId: 'X-77', mode: 'Offline' },
      workstation: { id: '3', operator: 'Ada', associate: 'Jonah', store },
    }
    expect(said(detailsOf(sent).about)).toEqual(
      ['Receipt | 20931 | Revision R-2 | Reference X-77', 'Store | 118 | Register 3 (Ada) | Served by Jonah'].map(
        line => expect.stringContaining(line),
      ),
    )
  })

  test('has every fact of the receipt once', () => {
    const sent = {
      ...{ revision: { number: 'R-2' }, referenceId: 'X-77', mode: 'Offline' },
      workstation: { id: '3', operator: 'Ada', associate: 'Jonah', store },
    }
    const view = viewOf(aReceipt(sent))
    const text = said(view.details.about)
      .join('\n')
      .replace(/^(\w+) \| /gm, '$1 ')
    for (const { label, value } of view.facts) expect(text.split(`${label} ${plain(value)}`)).toHaveLength(2)
  })

  test('leaves out the receipt’s number if it stands below its code', () => {
    expect(said(detailsOf({ barcodeNumber: '20931' }).about)).toEqual(['Store | 118 | Register 3'])
    expect(said(detailsOf({ barcodeNumber: '118-20931' }).about)[0]).toBe('Receipt | 20931')
    expect(said(detailsOf({ barcodeNumber: '20931', referenceId: 'X-77' }).about)[0]).toBe('Reference | X-77')
  })
})

describe('the order that a receipt is of', () => {
  const orderOf = (order: object, differs: object = {}) => {
    const { order: found } = detailsOf({ orders: [{ items: [{ name: 'Kayak', total: 12 }], ...order }], ...differs })
    return found && said([found])
  }

  test('is among them, for its goods have no title', () => {
    expect(orderOf({ number: 'ORD-7' })).toEqual(['Order | ORD-7'])
    expect(orderOf({ number: 'ORD-7', action: 'Layaway' })).toEqual(['Order | ORD-7 | Layaway'])
    expect(orderOf({ number: 'ORD-7', barcodeNumber: '614141' })).toEqual(['Order | ORD-7'])
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

describe('goods that were brought back', () => {
  const from = (...items: object[]) => {
    const { details, returns } = viewOf(
      aReceipt({ returns: [{ originalTransactionNumber: 'TX-64', originalStoreNumber: '364', items }] }),
    )
    const shown = returns[0]!.items?.groups.flatMap(group => group.items) ?? []
    return [said(details.goods), ...shown.map(({ summary, notes }) => [summary ?? '', ...notes].map(plain).join(' | '))]
  }
  const cap = { name: 'Canvas cap', total: -22 }

  test('say below a single one which sale it is from', () => {
    expect(from(cap)).toEqual([[], 'Original receipt TX-64 · Store 364'])
    expect(from({ ...cap, sku: '31045' })).toEqual([[], 'SKU 31045 · Original receipt TX-64 · Store 364'])
    expect(from({ ...cap, sku: '31045', description: 'Unworn, in its bag' })).toEqual([
      [],
      'Unworn, in its bag · SKU 31045 | Original receipt TX-64 · Store 364',
    ])
  })

  test('say it of several in the details', () => {
    const row = ['Returned | Original receipt TX-64 · Store 364']
    expect(from(cap, { ...cap, sku: '31045' })).toEqual([row, '', 'SKU 31045'])
    expect(from()).toEqual([row])
  })

  test('don’t say the store that the receipt is from', () => {
    const sale = { originalTransactionNumber: 'TX-64', originalStoreNumber: store.id, items: [cap, cap] }
    expect(said(detailsOf({ returns: [sale], workstation: { id: '3', store } }).goods)).toEqual([
      'Returned | Original receipt TX-64',
    ])
  })
})

describe('a row', () => {
  test('has its facts in groups, and as one text which flows', () => {
    expect(spacedPlainly(detail('Tent', ['Skarn', 'SKU K1']))).toEqual({
      subject: 'Tent',
      lines: ['Skarn', 'SKU K1'],
      text: 'Skarn · SKU K1',
    })
  })

  test('leaves out empty groups, and has no text without any', () => {
    expect(detail('Tent', [undefined, '', 'SKU K1']).lines).toEqual(['SKU K1'])
    expect(detail('Tent', [])).toEqual({ subject: 'Tent', lines: [] })
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
