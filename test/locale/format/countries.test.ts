import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { formatAddress } from 'localized-address-format'
import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { currencyDigits } from '../../../src/standards/currency.ts'
import { shippedLocales } from '../../support/locales.ts'
import { spacedPlainly } from '../../support/receipts.ts'

/** Made-up addresses: country, language, currency, then street, town, province and postal code as a till there sends them. */
const countries = `
US | en-US | USD | 412 Alder Street | Portland | OR | 97205
CA | en-CA | CAD | 214 Queen St W | Toronto | ON | M5V 1Z4
MX | es-MX | MXN | Av. Álvaro Obregón 118 | Mérida | Yuc. | 97000
BR | pt-BR | BRL | Rua das Laranjeiras, 35 | Santos | SP | 11010-000
AR | es-AR | ARS | Calle Defensa 870 | Rosario | Santa Fe | S2000
CL | es-CL | CLP | Av. Providencia 1205 | Santiago | Región Metropolitana | 7500000
CO | es-CO | COP | Carrera 7 # 12-40 | Cali | Valle del Cauca | 760001
PE | es-PE | PEN | Jr. Unión 340 | Arequipa | Arequipa | 04001
UY | es-UY | UYU | Sarandí 520 | Montevideo | Montevideo | 11000
GB | en-GB | GBP | 7 Mill Lane | Leeds | | LS1 1AA
IE | en-IE | EUR | 18 Main Street | Naas | Co. Kildare | W91 X2Y3
FR | fr-FR | EUR | 3 rue du Port | Nantes | | 44000
BE | nl-BE | EUR | Nationalestraat 28 | Antwerpen | | 2000
LU | fr-LU | EUR | 12 Grand-Rue | Luxembourg | | 1661
NL | nl-NL | EUR | Oudegracht 204 | Utrecht | | 3511 NR
DE | de-DE | EUR | Gartenweg 5 | Kiel | | 24103
AT | de-AT | EUR | Herrengasse 14 | Graz | | 8010
CH | de-CH | CHF | Seestrasse 9 | Luzern | | 6003
IT | it-IT | EUR | Via Verdi 2 | Modena | MO | 41121
ES | es-ES | EUR | Calle Sol 9 | Getafe | Madrid | 28901
PT | pt-PT | EUR | Rua do Ouro 77 | Porto | | 4050-434
SE | sv-SE | SEK | Storgatan 11 | Uppsala | | 753 31
NO | nb-NO | NOK | Storgata 4 | Bergen | | 5003
DK | da-DK | DKK | Vestergade 21 | Odense | | 5000
FI | fi-FI | EUR | Hämeenkatu 8 | Tampere | | 33100
PL | pl-PL | PLN | ul. Długa 45 | Kraków | | 31-147
CZ | cs-CZ | CZK | Dlouhá 12 | Brno | | 602 00
SK | sk-SK | EUR | Hlavná 30 | Košice | | 040 01
HU | hu-HU | HUF | Fő utca 4 | Eger | | 3300
RO | ro-RO | RON | Strada Lungă 19 | Brașov | | 500035
BG | bg-BG | EUR | ul. Ivan Vazov 6 | Plovdiv | | 4000
HR | hr-HR | EUR | Ilica 55 | Zagreb | | 10000
GR | el-GR | EUR | Ermou 23 | Patra | | 262 21
TR | tr-TR | TRY | Deniz Sk. 6 | Urla | İzmir | 35430
UA | uk-UA | UAH | вул. Садова, 3 | Львів | Львівська область | 79000
IL | he-IL | ILS | Herzl 14 | Haifa | | 3303112
AE | ar-AE | AED | Palm Street 3 | Deira | Dubai |
IN | hi-IN | INR | 22 Lake Road | Pune | Maharashtra | 411001
SG | zh-SG | SGD | 3 Palm Road | Singapore | | 018956
AU | en-AU | AUD | 1 Bay Road | Cairns | QLD | 4870
NZ | en-NZ | NZD | 40 Cuba Street | Wellington | | 6011
JP | ja-JP | JPY | 銀座1-2-3 | 中央区 | 東京都 | 104-0061
KR | ko-KR | KRW | 세종대로 110 | 중구 | 서울 | 04524
CN | zh-CN | CNY | 中山路5号 | 鼓楼区 | 江苏省 | 210008
TW | zh-Hant-TW | TWD | 中山路5號 | 板橋區 | 新北市 | 220
HK | zh-Hant-HK | HKD | 18 Nathan Road | Tsim Sha Tsui | Kowloon |
TH | th-TH | THB | 99 Sukhumvit Road | Watthana | Bangkok | 10110
VN | vi-VN | VND | 12 Lê Lợi | Huế | Thừa Thiên Huế | 530000
ID | id-ID | IDR | Jl. Melati 7 | Bandung | Jawa Barat | 40111
MY | en-MY | MYR | 15 Jalan Merdeka | Ipoh | Perak | 30000
`
  .trim()
  .split('\n')
  .map(line => {
    const [country = '', tag = '', currency = '', street = '', town = '', province = '', code = ''] = line
      .split('|')
      .map(part => part.trim())
    return { country, tag, currency, street, town, province, code }
  })

type Country = (typeof countries)[number]

function formatOf({ country, tag, currency }: Country, storeCountry = country) {
  return createFormat(tag, { currency, storeCountry })
}

/** Where we differ, and why: country, ours, theirs. */
type Difference = readonly [country: string, ours: string, theirs: string]

const plainly = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u2060]/g, '')

function differences(
  compare: (country: Country) => readonly (readonly [ours: string, theirs: string])[],
): Difference[] {
  return countries.flatMap(each =>
    compare(each)
      .map(([ours, theirs]) => [each.country, plainly(ours), plainly(theirs)] as const)
      .filter(([, ours, theirs]) => ours !== theirs),
  )
}

test('fifty countries, each in a language that is spoken there', () => {
  expect(countries).toHaveLength(50)
  expect(countries.filter(({ tag }) => !shippedLocales.includes(tag))).toEqual([])
})

test('addresses are those of Google’s libaddressinput (localized-address-format)', () => {
  const found = differences(each => {
    const { country, street, town, province, code } = each
    const address = {
      ...{ addressLine1: street, city: town, country: { code: country } },
      ...(province && { territory: province }),
      ...(code && { postalCode: code }),
    }
    const fields = {
      ...{ postalCountry: country, addressLines: [street], locality: town },
      ...(province && { administrativeArea: province }),
      ...(code && { postalCode: code }),
    }
    const script = /[\p{Script=Han}\p{Script=Hangul}]/u.test(street) ? 'local' : 'latin'
    return [[spacedPlainly(formatOf(each).address(address)).join(' | '), formatAddress(fields, script).join(' | ')]]
  })
  expect(found).toEqual([
    ['BR', 'Rua das Laranjeiras, 35 | Santos - SP, 11010-000', 'Rua das Laranjeiras, 35 | Santos-SP | 11010-000'],
    // The prefix is for mail from abroad.
    ['LU', '12 Grand-Rue | 1661 Luxembourg', '12 Grand-Rue | L-1661 Luxembourg'],
    ['CH', 'Seestrasse 9 | 6003 Luzern', 'Seestrasse 9 | CH-6003 Luzern'],
    // Brackets tell a province from its city.
    ['ES', 'Calle Sol 9 | 28901 Getafe (Madrid)', 'Calle Sol 9 | 28901 Getafe Madrid'],
    ['SE', 'Storgatan 11 | 753 31 Uppsala', 'Storgatan 11 | SE-753 31 Uppsala'],
    ['FI', 'Hämeenkatu 8 | 33100 Tampere', 'Hämeenkatu 8 | FI-33100 Tampere'],
    ['HU', '3300 Eger, Fő utca 4', 'Eger | Fő utca 4 | 3300'],
    ['HR', 'Ilica 55 | 10000 Zagreb', 'Ilica 55 | HR-10000 Zagreb'],
    // On an envelope the town stands alone and the code last; documents have one line, from large to small.
    ['UA', '79000, Львівська область, Львів, вул. Садова, 3', 'вул. Садова, 3 | Львів | Львівська область | 79000'],
    // Their format has no place for a city; what was sent is printed.
    ['AE', 'Palm Street 3 | Deira | Dubai', 'Palm Street 3 | Dubai'],
    // Theirs is the country's name.
    ['SG', '3 Palm Road | Singapore 018956', '3 Palm Road | SINGAPORE 018956'],
    // Theirs have no place for a city, and all are for envelopes (slip-addresses.test.ts).
    ['JP', '〒104-0061 | 東京都中央区銀座1-2-3', '〒104-0061 | 東京都 | 銀座1-2-3'],
    ['KR', '(04524) 서울 중구 세종대로 110', '서울 중구 | 세종대로 110 | 04524'],
    ['CN', '江苏省鼓楼区中山路5号 210008', '210008 | 江苏省鼓楼区 | 中山路5号'],
    ['TW', '220新北市板橋區中山路5號', '220 | 新北市板橋區 | 中山路5號'],
  ])
})

test('phone numbers are those of libphonenumber with all its data; ours is the small set', () => {
  const found = differences(each => {
    const number = getExampleNumber(each.country as CountryCode, examples)
    if (!number) throw new Error(`no example of ${each.country}`)
    const typed = { localNumber: number.formatNational().replace(/\D/g, '') }
    const elsewhere = formatOf(each, each.country === 'FR' ? 'DE' : 'FR')
    return [
      [formatOf(each).phone(typed) ?? '', number.formatNational()],
      [formatOf(each).phoneHref(typed) ?? '', number.getURI()],
      [elsewhere.phone({ localNumber: number.number }) ?? '', number.formatInternational()],
    ]
  })
  expect(found).toEqual([])
})

const calendar = { timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' } as const
const sent = '2026-03-04T17:45'

test('long dates with their time are those of CLDR', () => {
  const found = differences(each => {
    const cldr = new Intl.DateTimeFormat(each.tag, { ...calendar, dateStyle: 'long', timeStyle: 'short' })
    return [[formatOf(each).dateTimeLong(sent), cldr.format(new Date(`${sent}Z`))]]
  })
  expect(found).toEqual([
    // Theirs says "at 5:45 pm o'clock".
    ['IN', '4 मार्च 2026, 5:45 pm', '4 मार्च 2026 को 5:45 pm बजे'],
    // An era is needed beside Buddhist years only, and a receipt has none.
    ['TH', '4 มีนาคม 2026 เวลา 17:45', '4 มีนาคม ค.ศ. 2026 เวลา 17:45'],
    // Theirs begins with "at".
    ['VN', '17:45 4 thg 3, 2026', 'lúc 17:45 4 tháng 3, 2026'],
  ])
})

test('short dates are those of CLDR, but their month is a word', () => {
  const found = differences(each => {
    const cldr = new Intl.DateTimeFormat(each.tag, { ...calendar, dateStyle: 'medium' })
    return [[formatOf(each).date(sent), cldr.format(new Date(`${sent}Z`))]]
  })
  const numbers = found.filter(([, , theirs]) => !/\p{L}{2}/u.test(theirs))
  expect(numbers.map(([country, ours]) => `${country} ${ours}`)).toEqual([
    'CL 4 mar 2026',
    'CO 4 de mar de 2026',
    'DE 4. März 2026',
    'AT 4. März 2026',
    'CH 4. März 2026',
    'PT 4 de mar. de 2026',
    'FI 4. maaliskuuta 2026',
    'CZ 4. března 2026',
    'SK 4. marca 2026',
    'BG 4 март 2026 г.',
    'AE 4 مارس 2026',
    'JP 2026年3月4日',
    'KR 2026년 3월 4일',
  ])
  // CLDR's pattern for a date with a short month (yMMMd), in place of its medium one, is that of Colombia, too.
  expect(found.filter(each => !numbers.includes(each))).toEqual([['AR', '4 de mar de 2026', '4 mar 2026']])
})

describe('amounts', () => {
  const cldr = ({ tag, currency }: Country, amount: number) => {
    const options = { style: 'currency', currency, numberingSystem: 'latn', signDisplay: 'negative' } as const
    // Our minus is as wide as a digit.
    return new Intl.NumberFormat(tag, options).format(amount).replace('-', '\u2212')
  }

  test('are those of CLDR', () => {
    const found = differences(each =>
      [0, 5, 1234, -1_234_567].map(amount => [formatOf(each).money(amount), cldr(each, amount)] as const),
    )
    expect(found.filter(([country]) => !['RO', 'TW', 'HK', 'JP'].includes(country))).toEqual([])
    // At home a currency has its short sign; the yen's is as wide as a figure. Taiwan has no cents in use.
    expect(found.filter((_, at) => at % 4 === 1)).toEqual([
      ['RO', '5,00 lei', '5,00 RON'],
      ['JP', '¥5', '￥5'],
      ['TW', '$5', '$5.00'],
      ['HK', '$5.00', 'HK$5.00'],
    ])
  })

  test('keep the hundredths of ISO 4217 that CLDR rounds off', () => {
    const found = differences(each =>
      currencyDigits(each.currency).minimum < 2 ? [] : [[formatOf(each).money(1234.5), cldr(each, 1234.5)]],
    )
    expect(found.filter(([country]) => !['RO', 'HK'].includes(country))).toEqual([
      ['CO', '$ 1.234,50', '$ 1.235'],
      ['HU', '1234,50 Ft', '1235 Ft'],
      ['ID', 'Rp 1.234,50', 'Rp 1.235'],
    ])
  })
})
