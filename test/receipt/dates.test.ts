import { describe, expect, test } from 'vitest'
import { maskCardNumbersInJson } from '../../src/receipt/card-data/mask-json.ts'
import { receiptData } from '../../src/receipt/data/receipt-data.ts'
import { datesIn } from '../../src/receipt/false-dates.ts'
import { readReceipt, readStored } from '../../src/receipt/parse.ts'
import type { Field } from '../../src/receipt/schema/field.ts'
import fc from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'
import { briefly, receiptWith } from './support.ts'

/** A receipt with a date in each field that the interface declares a string. */
function withDates(date: unknown) {
  const history = [{ tenderTypeCode: 'Cash', dateTime: date, amount: 5 }]
  return receiptWith({
    loyalty: { number: 'S-90233', expirationDateTime: date },
    tenders: [
      {
        tenderTypeCode: 'Cash',
        dateTime: date,
        amount: 12.99,
        signature: { text: 'Agreed', imageMimeType: 'image/png', dateTime: date },
      },
    ],
    tenderHistory: history,
    deliveryPickup: { dateTime: date },
    signature: { text: 'Received in good order', imageMimeType: 'image/png', dateTime: date },
    terms: [{ signature: { text: 'Returns within 30 days', imageMimeType: 'image/png', dateTime: date } }],
    orders: [
      {
        number: 'L-204',
        deliveryPickup: { dateTime: date },
        tenderHistory: history,
        paymentSchedules: [{ amountDue: 4, dueDate: date }],
      },
    ],
  })
}

const places = [
  'loyalty.expirationDateTime',
  'tenders[0].dateTime',
  'tenders[0].signature.dateTime',
  'tenderHistory[0].dateTime',
  'deliveryPickup.dateTime',
  'signature.dateTime',
  'terms[0].signature.dateTime',
  'orders[0].deliveryPickup.dateTime',
  'orders[0].tenderHistory[0].dateTime',
  'orders[0].paymentSchedules[0].dueDate',
]

describe('a date that the interface declares a string', () => {
  test.each(['12/31/2027', 'Friday afternoon', 'nächste Woche', '2026-02-30', 'T12:30'])(
    'may be any text: %s',
    date => {
      const { receipt, errors, warnings } = readReceipt(withDates(date))
      expect(errors).toEqual({})
      expect(briefly(warnings).sort()).toEqual(places.map(path => `${path} date_as_text`).sort())
      expect(JSON.stringify(receipt).split(JSON.stringify(date))).toHaveLength(places.length + 1)
    },
  )

  test.each(['2027-12-31', '20271231', '2027-W52-5', '2027-365T24:00', '2027-12-31T17:45:00.5-05:00'])(
    'is kept as sent: %s',
    date => {
      const { receipt, warnings } = readReceipt(withDates(date))
      expect(briefly(warnings)).toEqual([])
      expect(receipt?.orders?.[0]?.paymentSchedules?.[0]?.dueDate).toBe(date)
    },
  )

  test('is text like any other: cleaned, masked, stored masked, and no longer than others', () => {
    const sent = withDates('by card\u202e 4111 1111 1111 1111')
    const { receipt, masked, warnings } = readStored(JSON.stringify(sent))
    expect(receipt?.deliveryPickup?.dateTime).toBe('by card ••••1111')
    expect(masked).not.toContain('1111 1111')
    expect(briefly(warnings)).toContain('deliveryPickup.dateTime card_number_masked')
    expect(briefly(warnings)).toContain('deliveryPickup.dateTime text_cleaned')
    expect(readReceipt(withDates('x'.repeat(4001))).errors['signature.dateTime']?.[0]?.message).toBe(
      'size must be between 0 and 4000',
    )
  })

  test('is absent if blank', () => {
    expect(readReceipt(withDates(' ')).receipt?.orders?.[0]).toEqual({
      number: 'L-204',
      paymentSchedules: [{ amountDue: 4 }],
      tenderHistory: [{ tenderTypeCode: 'Cash', amount: 5 }],
    })
  })
})

describe('receiptDateTime and revision.dateTime', () => {
  const sent = (date: string) => receiptWith({ receiptDateTime: date, revision: { number: '2', dateTime: date } })

  test.each(['12/31/2027', 'Friday afternoon', '2026-02-30', '2026-11', '20261120T23:30'])('refuse %s', date => {
    const refused = [{ code: null, message: 'must use ISO 8061 date format.' }]
    expect(readReceipt(sent(date)).errors).toEqual({ receiptDateTime: refused, 'revision.dateTime': refused })
  })

  test.each(['2026-11-20', '20261120', '2026-324', '2026-W47-5T12:00Z', '20261120T120000-0500', '2026-11-20T24:00'])(
    'take %s without a word',
    date => {
      const { receipt, warnings } = readReceipt(sent(date))
      expect(warnings).toEqual([])
      expect(receipt).toMatchObject({ receiptDateTime: date, revision: { dateTime: date } })
    },
  )

  const otherForms = [
    '2026-11-20 12:00',
    '2026-11-20t12:00z',
    '2026-11-20T12:00:00-0500',
    '2026-11-20T12:00:00.123456789-03:00[America/Argentina/Buenos_Aires]',
    '2026-11-20T12:00Z[UTC]',
  ]
  test.each(otherForms)('take %s with a warning', date => {
    const { receipt, warnings } = readReceipt(sent(date))
    expect(receipt).toMatchObject({ receiptDateTime: date, revision: { dateTime: date } })
    expect(briefly(warnings)).toEqual(['receiptDateTime date_form', 'revision.dateTime date_form'])
  })
})

test('no date is taken for a card number when it is stored', () => {
  const wall = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(wall, fc.boolean(), fc.constantFrom('', 'Z', '+0530'), (date, isBasic, zone) => {
      const text = date.toISOString().slice(0, 23)
      const json = JSON.stringify(withDates((isBasic ? text.replace(/[-:]/g, '') : text) + zone))
      expect(maskCardNumbersInJson(json)).toBe(json)
      expect(readStored(json).masked).toBe(json)
    }),
    { numRuns: tries(300) },
  )
})

describe('a date that no sale has', () => {
  const past = [
    '0001-01-01T00:00:00Z',
    '1900-01-01',
    '1970-01-01T00:00:00Z',
    '1969-12-31T19:00:00-05:00',
    '19800101',
    '2060-01-01',
    '9999-W52-5',
  ]
  /** Those of what happened. */
  const happened = places.filter(path => !/expiration|deliveryPickup|dueDate/.test(path))

  test.each(past)('is left out with a warning: %s', date => {
    const { receipt, errors, warnings } = readReceipt({
      ...withDates(date),
      receiptDateTime: date,
      revision: { number: '2', dateTime: date },
    })
    expect(errors).toEqual({})
    const isLate = date.startsWith('20')
    const left = isLate
      ? ['receiptDateTime', 'revision.dateTime', ...happened]
      : ['receiptDateTime', 'revision.dateTime', ...places]
    expect(briefly(warnings).sort()).toEqual(left.map(path => `${path} date_impossible`).sort())
    expect(JSON.stringify(receipt).split(JSON.stringify(date))).toHaveLength(isLate ? 5 : 1)
  })

  test('is in what is stored, as it was sent', () => {
    const { masked } = readStored(JSON.stringify(withDates('1970-01-01T00:00:00Z')))
    expect(masked).toContain('1970-01-01T00:00:00Z')
  })

  test('is one that is due or expires in 2100 or later, but not before', () => {
    const left = (date: string) => briefly(readReceipt(withDates(date)).warnings)
    expect(left('2100-01-01')).toContain('loyalty.expirationDateTime date_impossible')
    expect(left('9999-12-31T23:59:59Z')).toContain('orders[0].paymentSchedules[0].dueDate date_impossible')
    expect(left('2099-12-31').sort()).toEqual(happened.map(path => `${path} date_impossible`).sort())
  })

  test('is one a year after the receipt arrived, where that is known', () => {
    const receivedAt = Date.parse('2026-11-20T12:00:00Z')
    const left = (date: string, more = {}) =>
      briefly(readReceipt({ ...withDates('12/31'), receiptDateTime: date }, { receivedAt, ...more }).warnings).filter(
        warning => warning.endsWith('date_impossible'),
      )
    expect(left('2027-11-22T12:00:00Z')).toEqual(['receiptDateTime date_impossible'])
    expect(left('2027-11-19T12:00:00Z')).toEqual([])
    expect(left('2027-11-22T12:00:00Z', { receivedAt: undefined })).toEqual([])
    expect(briefly(readReceipt(withDates('2028-01-01'), { receivedAt }).warnings).sort()).toEqual(
      happened.map(path => `${path} date_impossible`).sort(),
    )
  })

  test('is found in every field that has a date', () => {
    const named = (field: Field, keys: string[] = []): string[] => {
      if (field.kind === 'list') return named(field.of, [...keys, '[]'])
      if (field.kind === 'object') return [...field.parts].flatMap(([key, part]) => named(part.field, [...keys, key]))
      return /date/i.test(keys.at(-1) ?? '') && field.kind !== 'withheld' ? [keys.join('.')] : []
    }
    expect(named(receiptData.field)).toEqual(datesIn(receiptData.field).map(({ keys }) => keys.join('.')))
  })

  test('that is just text isn’t looked at', () => {
    expect(briefly(readReceipt(withDates('1970')).warnings)).toEqual(places.map(path => `${path} date_as_text`))
  })
})
