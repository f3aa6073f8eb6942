import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { shippedLocales } from '../../support/locales.ts'

const english = createFormat('en-US', {})
const seen = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')

describe('percentages', () => {
  test.each([
    [0.06, '6%'],
    [0.0825, '8.25%'],
    [0.09975, '9.975%'],
    [0.14975, '14.975%'],
    [0.08875, '8.875%'],
    [0, '0%'],
    [1, '100%'],
    [0.29, '29%'],
  ])('%d is %s', (fraction, text) => {
    expect(english.percent(fraction)).toBe(text)
  })

  test('the sign is where the language puts it', () => {
    expect(createFormat('fr-CA', {}).percent(0.09975)).toBe('9,975\u00a0%')
    expect(createFormat('de-DE', {}).percent(0.19)).toBe('19\u00a0%')
  })

  test('6 for six percent isn’t printed as 600 %', () => {
    expect([6, 1.01, -0.05, Number.NaN].map(english.percent)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('quantities', () => {
  test.each([
    [2, undefined, '2'],
    [2, 'Each', '2'],
    [2, 'EA', '2'],
    [1.234, 'KG', '1.234 kg'],
    [1.5, 'LB', '1.5 lb'],
    [10.123456, 'GAL', '10.123456 gal'],
    [0.75, 'LTR', '0.75 L'],
    [-1, 'lbs', '−1 lb'],
    [12, 'fl oz', '12 fl oz'],
    [3, 'Crate', '3 Crate'],
    [1, '  ', '1'],
    [1234.5, undefined, '1,234.5'],
  ])('%d of %s is %s', (value, unit, text) => {
    expect(seen(english.quantity(value, unit))).toBe(text)
  })

  // UN/ECE Recommendation 20 has the codes of three characters; the rest is what tills print.
  test.each([
    ['KG KGS KGM KILO KILOGRAM KILOGRAMS', 'kg'],
    ['G GR GRM GRAM GRAMS', 'g'],
    ['LB LBS LBR POUND POUNDS', 'lb'],
    ['OZ ONZ OUNCE OUNCES', 'oz'],
    ['L LT LTR LITER LITERS LITRE LITRES', 'L'],
    ['ML MLT MILLILITER MILLILITRE', 'mL'],
    ['GAL GLL GALLON GALLONS', 'gal'],
    ['FLOZ OZA', 'fl oz'],
    ['KM KMT KILOMETER KILOMETRE', 'km'],
    ['M MTR METER METERS METRE METRES', 'm'],
    ['CM CMT CENTIMETER CENTIMETRE', 'cm'],
    ['MM MMT', 'mm'],
    ['FT FOT FOOT FEET', 'ft'],
    ['IN INH INCH INCHES', 'in'],
    ['YD YDS YRD YARD YARDS', 'yd'],
    ['H HR HRS HUR HOUR HOURS', 'hr'],
    ['MIN MINUTE MINUTES', 'min'],
    ['DAY DAYS', 'day'],
    ['MON MONTH MONTHS', 'mth'],
    ['MTK M2 M² SQM QM', 'm²'],
    ['CMK CM2 CM²', 'cm²'],
    ['MTQ M3 M³ CBM', 'm³'],
    ['TNE TONNE TONNES', 't'],
    ['MGM MG', 'mg'],
    ['CLT CL', 'cl'],
    ['DLT DL', 'dl'],
    ['HLT HL', 'hl'],
    ['DMT DM', 'dm'],
    ['KWH', 'kWh'],
    ['EA EACH PC PCS PCE PIECE PIECES UN UNIT UNITS C62 H87 ST STK NMB NAR QTY COUNT CT ITEM ITEMS', undefined],
  ])('each of %s is %s', (codes, unit) => {
    for (const code of codes.split(' ')) {
      const dotted = `${code.slice(0, 1).toLowerCase()}.${code.slice(1)} `
      expect([code, seen(english.unit(code))]).toEqual([code, unit])
      expect([dotted, seen(english.unit(dotted))]).toEqual([dotted, unit])
      expect(seen(english.quantity(1, code))).toBe(unit === undefined ? '1' : `1 ${unit}`)
    }
  })

  test('number and unit stay on one line', () => {
    for (const tag of shippedLocales) expect(createFormat(tag, {}).quantity(3.5, 'KG')).not.toContain(' ')
  })

  test('the number is always printed, even where a language could leave it out', () => {
    const units = ['KG', 'LB', 'L', 'GAL', 'M', 'FT', 'HR', 'DAY', 'OZ', 'Each', 'crate']
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedLocales),
        fc.constantFrom(...units),
        fc.integer({ min: 0, max: 12 }),
        (tag, unit, n) => {
          expect(createFormat(tag, {}).quantity(n, unit).match(/\d+/)?.[0]).toBe(String(n))
        },
      ),
    )
  })

  test('a unit alone, for unit prices', () => {
    expect(['KG', 'kgm', 'GLL', 'Each', undefined, 'Crate'].map(english.unit)).toEqual([
      'kg',
      'kg',
      'gal',
      undefined,
      undefined,
      'Crate',
    ])
    expect(createFormat('ja-JP', {}).unit('HR')).toBe('時間')
    expect(createFormat('de-DE', {}).unit('HR')).toBe('Std.')
  })
})
