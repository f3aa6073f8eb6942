import { PhoneNumber } from 'libphonenumber-js/min'
import { describe, expect, test, vi } from 'vitest'
import { createFormat, createFormats } from '../../../src/locale/format/format.ts'

const format = createFormat('en-CA', { storeCountry: 'CA' })

describe('phone numbers', () => {
  test.each([
    ['CA', '416', '5550134', '(416) 555-0134', 'tel:+14165550134'],
    ['US', '212', '555-0142', '(212) 555-0142', 'tel:+12125550142'],
    ['USA', '(212)', '555 0142', '(212) 555-0142', 'tel:+12125550142'],
    ['GB', undefined, '02079460018', '020 7946 0018', 'tel:+442079460018'],
    ['FR', undefined, '0199001234', '01 99 00 12 34', 'tel:+33199001234'],
    ['DE', '030', '23125012', '030 23125012', 'tel:+493023125012'],
    ['JP', undefined, '0355550134', '03-5555-0134', 'tel:+81355550134'],
  ])('%s: %s %s is %s', (country, areaCode, localNumber, shown, href) => {
    const telephone = { localNumber, ...(areaCode && { areaCode }) }
    expect(format.phone(telephone, country)).toBe(shown)
    expect(format.phoneHref(telephone, country)).toBe(href)
  })

  test('a number from abroad keeps its country code', () => {
    expect(format.phone({ localNumber: '+442079460018' })).toBe('+44 20 7946 0018')
    expect(format.phone({ areaCode: '212', localNumber: '5550142' })).toBe('+1 212 555 0142')
  })

  test.each([
    ['416<script>', undefined],
    ['FLOWERS', '800'],
    ['5550134', undefined],
    ['555-0134 ext. 5', '416'],
    ['javascript:alert(1)', undefined],
    ['0'.repeat(60), undefined],
  ])('%s is no valid number: printed as sent, without a link', (localNumber, areaCode) => {
    const telephone = { localNumber, ...(areaCode && { areaCode }) }
    expect(format.phone(telephone)).toBe(areaCode ? `${areaCode} ${localNumber}` : localNumber)
    expect(format.phoneHref(telephone)).toBeUndefined()
  })

  test('an area code alone is no number, but may hold the whole one', () => {
    expect(format.phone({ areaCode: '541', localNumber: ' ' })).toBeUndefined()
    expect(format.phone({ areaCode: '4165550134', localNumber: '' }, 'CA')).toBe('(416) 555-0134')
  })

  test('no number prints nothing', () => {
    expect(format.phone(undefined)).toBeUndefined()
    expect(format.phone({ localNumber: ' ' })).toBeUndefined()
    expect(createFormat('en-US', {}).phoneHref({ localNumber: '4165550134' })).toBeUndefined()
  })
})

test('each engine’s formats read a number once', () => {
  const telephone = { localNumber: '4165550134' }
  const reads = vi.spyOn(PhoneNumber.prototype, 'isValid')
  const [one, other] = [createFormats(() => undefined), createFormats(() => undefined)]
  for (const tag of ['en-CA', 'fr-CA', 'en-CA']) one(tag, { storeCountry: 'CA' }).phone(telephone)
  expect(reads).toHaveBeenCalledTimes(1)
  other('en-CA', { storeCountry: 'CA' }).phone(telephone)
  expect(reads).toHaveBeenCalledTimes(2)
})
