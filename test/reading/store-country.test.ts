import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { currenciesOf } from '../../src/reading/currencies.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, plain } from '../support/receipts.ts'

const engine = await createEngine({
  locales: {
    default: 'en-US',
    countries: { CA: 'canada' },
    territories: { 'CA-QC': 'quebec' },
    groups: {
      canada: { locale: 'en-CA', currency: 'CAD' },
      quebec: { locale: 'en-CA', requiredLanguages: ['fr'], bilingual: false },
    },
  },
})
afterAll(() => engine.close())

describe('a store in Quebec is in Canada, whether sent as code, value or name', () => {
  test.each([{ code: 'CA' }, { value: 'CA' }, { value: 'Canada' }, { value: 'CAN' }, { code: '', value: 'Canada' }])(
    '%j',
    country => {
      const address = {
        addressLine1: '84 Laurier O',
        city: 'Montréal',
        territory: 'QC',
        postalCode: 'H2T 2N4',
        country,
      }
      const store = { id: '1', name: 'Rivage', address, telephone: { areaCode: '514', localNumber: '5550142' } }
      const sent = aReceipt({ workstation: { id: '1', store }, currency: undefined, grandAmount: 1234.5 })
      const { chosen, source, languages, currency } = engine.locale(sent)
      expect({ chosen, source, languages, currency }).toEqual({
        chosen: 'en-CA',
        source: 'territory',
        languages: ['fr-CA'],
        currency: 'CAD',
      })
      const { heading } = engine.view(sent)
      expect(heading.placeLines.map(plain)).toEqual(['84 Laurier O', 'Montréal QC H2T 2N4', '(514) 555-0142'])
      expect(plain(heading.amount)).toBe('1 234,50 $')
    },
  )
})

test('a buyer abroad has that country’s phone format, however the country is named', () => {
  const soldTo = {
    customerName: 'Imogen Rowe',
    address: { city: 'London', country: { value: 'United Kingdom' } },
    telephone1: { areaCode: '020', localNumber: '79460142' },
  }
  expect(engine.view(aReceipt({ soldTo })).soldTo!.lines.map(plain)).toEqual([
    'Imogen Rowe',
    'London',
    'United Kingdom',
    '020 7946 0142',
  ])
})

test('the currencies of a receipt are its own, then those of payments and gift cards, each once', () => {
  const balance = (currencyCode: string) => ({ giftCard: { balance: { amount: 20, currencyCode } } })
  const items = [
    { name: 'Mug', total: 12 },
    { name: 'Gift card', total: 10, giftCard: { accountNumber: '4410' } },
    { name: 'Gift card', total: 20, ...balance('GBP') },
  ]
  const tenders = [
    { tenderTypeCode: 'Cash', amount: 20, currency: 'USD' },
    { tenderTypeCode: 'GiftCard', amount: 2, giftCard: { accountNumber: '4411' } },
    { tenderTypeCode: 'GiftCard', amount: 20, currency: 'CAD', ...balance('EUR') },
  ]
  expect(currenciesOf(parseReceipt(aReceipt({ items, tenders })), 'CAD')).toEqual(['CAD', 'USD', 'GBP', 'EUR'])
  expect(currenciesOf(parseReceipt(aReceipt({ items: undefined, tenders: undefined })), undefined)).toEqual([])
})
