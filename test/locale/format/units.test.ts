import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { isMeasure } from '../../../src/locale/format/units.ts'
import { loadCatalogue } from '../../../src/locale/words/messages.ts'
import fc from '../../support/fast-check.ts'
import { inLatinDigits, shippedLocales } from '../../support/locales.ts'

const catalogue = loadCatalogue()
const english = createFormat('en-US', {})
const formatIn = (tag: string) => createFormat(tag, {}, catalogue.for([tag]))
const seen = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', '')

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
    for (const tag of shippedLocales) {
      expect(formatIn(tag).quantity(3.5, 'KG')).not.toContain(' ')
      expect(formatIn(tag).quantity(20, 'PK')).not.toContain(' ')
    }
  })

  test('the number is always printed, even where a language could leave it out', () => {
    const units = ['KG', 'LB', 'L', 'GAL', 'M', 'FT', 'HR', 'DAY', 'OZ', 'Each', 'crate', 'PK', 'SET', 'PR', 'DZ', 'BX']
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedLocales),
        fc.constantFrom(...units),
        fc.integer({ min: 0, max: 12 }),
        (tag, unit, n) => {
          expect(inLatinDigits(formatIn(tag).quantity(n, unit)).match(/\d+/)?.[0]).toBe(String(n))
        },
      ),
    )
  })

  // UN/ECE Recommendation 21, and with X and three letters Recommendation 20.
  test.each([
    ['PK PA PAK PACK PACKS PKT PACKET PACKETS PKG PACKAGE PACKAGES XPK XPA NMP', '1 pack', '2 packs'],
    ['SET SETS', '1 set', '2 sets'],
    ['PR PAIR PAIRS NPR', '1 pair', '2 pairs'],
    ['DZ DZN DOZ DOZEN DOZENS', '1 dozen', '2 dozen'],
    ['BX BOX BOXES XBX', '1 box', '2 boxes'],
  ])('each of %s is counted: %s, %s', (codes, one, two) => {
    const format = formatIn('en-US')
    for (const code of codes.split(' ')) {
      expect([1, 2].map(count => seen(format.quantity(count, code)))).toEqual([one, two])
      expect(format.unit(`${code.toLowerCase()} `)).toBe(one.slice(2))
      expect(isMeasure(code)).toBe(false)
    }
  })

  test.each([
    ['pl-PL', '1 para;2 pary;5 par;1,5 pary'],
    ['cs-CZ', '1 pár;2 páry;5 párů;1,5 páru'],
    ['uk-UA', '1 пара;2 пари;5 пар;1,5 пари'],
    ['ro-RO', '1 pereche;2 perechi;5 perechi;1,5 perechi'],
    ['ar', '1 زوج;2 زوج;5 أزواج;1.5 زوج'],
    ['he-IL', '1 זוג;2 זוגות;5 זוגות;1.5 זוגות'],
    ['fi-FI', '1 pari;2 paria;5 paria;1,5 paria'],
    ['fr-FR', '1 paire;2 paires;5 paires;1,5 paire'],
    ['ja-JP', '1組;2組;5組;1.5組'],
    ['zh-Hant-HK', '1雙;2雙;5雙;1.5雙'],
  ])('in %s with the forms of its numbers: %s', (tag, said) => {
    const format = formatIn(tag)
    expect([1, 2, 5, 1.5].map(count => seen(format.quantity(count, 'PR'))).join(';')).toBe(said)
  })

  test('the unit of a price is its form for one, without the number', () => {
    for (const tag of shippedLocales)
      for (const code of ['PK', 'SET', 'PR', 'DZ', 'BX']) {
        const unit = formatIn(tag).unit(code)
        expect(unit, tag).toMatch(/^[\p{L}\p{M}]+\.?$/u)
        expect(inLatinDigits(formatIn(tag).quantity(1, code)), tag).toMatch(new RegExp(`^1[\u00a0\u2060]?${unit}$`))
      }
    expect(formatIn('pl-PL').unit('BX')).toBe('pudełko')
  })

  /** Those of which ECMA-402 has no unit, as in CLDR 48's cldr-units-full; a tonne's is shorter. */
  test.each([
    ['ar', '2 م²;2 سم²;2 م³;2 طن;2 مغم;2 سنتيلتر;2 ديسيلتر;2 هكتولتر;2 دسم;2 ك.و.س'],
    ['el-GR', '2 τ.μ.;2 τ.εκ.;2 m³;2 τ.;2 mg;2 cL;2 dL;2 hL;2 δεκ.;2 kWh'],
    ['he-IL', '2 מ״ר;2 סמ״ר;2 מ״ק;2 טון;2 מ״ג;2 cL;2 דצ״ל;2 hL;2 ד״מ;2 קוט״ש'],
    ['hi-IN', '2 वर्ग मी॰;2 व॰ सें॰;2 घन मी॰;2 टन;2 मि॰ग्रा॰;2 सें॰ली॰;2 डे॰ली॰;2 हे॰ली॰;2 डे॰मी॰;2 kWh'],
    ['th-TH', '2 ตร.ม.;2 ตร.ซม.;2 ลบ.ม.;2 ตัน;2 มก.;2 ซล.;2 ดล.;2 ฮล.;2 ดม.;2 กว.-ชม.'],
    ['uk-UA', '2 м²;2 см²;2 м³;2 т;2 мг;2 сл;2 дл;2 гл;2 дм;2 кВт⋅год'],
    ['ru-RU', '2 м²;2 см²;2 м³;2 т;2 мг;2 сл;2 дл;2 гл;2 дм;2 кВт⋅ч'],
    ['zh-CN', '2平方米;2平方厘米;2立方米;2 t;2 mg;2厘升;2分升;2公石;2分米;2千瓦时'],
    ['zh-Hant-TW', '2 平方公尺;2 平方公分;2 立方公尺;2 公噸;2 毫克;2 釐升;2 公合;2 公石;2 公寸;2 千瓦小時'],
    ['zh-Hant-HK', '2 平方米;2 平方厘米;2 立方米;2 公噸;2 毫克;2 厘升;2 公合;2 公石;2 分米;2 千瓦小時'],
    ['bg-BG', '2 m²;2 cm²;2 m³;2 t;2 mg;2 cl;2 dl;2 hl;2 dm;2 kWh'],
  ])('%s has its own words for symbols', (tag, said) => {
    const codes = ['MTK', 'CMK', 'MTQ', 'TNE', 'MGM', 'CLT', 'DLT', 'HLT', 'DMT', 'KWH']
    expect(codes.map(code => seen(formatIn(tag).quantity(2, code))).join(';')).toBe(said)
  })

  test.each(['ar', 'he-IL', 'hi-IN', 'th-TH'])('%s has each unit in its script, or in Latin letters', tag => {
    const script = { ar: /^[\p{Script=Arabic}²³. ]+$/u, 'he-IL': /^[\p{Script=Hebrew}״׳″]+$/u }
    const own = { ...script, 'hi-IN': /^[\p{Script=Devanagari} ]+$/u, 'th-TH': /^[\p{Script=Thai}.-]+$/u }
    const codes =
      'KG G LB OZ L ML GAL FLOZ KM M CM MM FT IN YD HR MIN DAY MON MTK CMK MTQ TNE MG CL DL HL DM KWH PK SET PR DZ BX'
    const latin = codes.split(' ').filter(code => !own[tag as keyof typeof own].test(seen(formatIn(tag).unit(code))!))
    // CLDR's, and what the language has no word for.
    const known = { ar: '', 'he-IL': 'LB OZ FLOZ FT IN CL HL', 'hi-IN': 'KWH', 'th-TH': '' }
    expect(latin.join(' ')).toBe(known[tag as keyof typeof known])
  })

  test('without words they are printed as sent', () => {
    expect(seen(english.quantity(2, 'PK'))).toBe('2 PK')
    expect(english.unit('PK')).toBe('PK')
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
