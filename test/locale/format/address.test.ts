import { describe, expect, test } from 'vitest'
import { inLatin, inOwnScript } from '../../../src/generated/address-formats.ts'
import { createFormat } from '../../../src/locale/format/format.ts'
import { spacedPlainly } from '../../support/receipts.ts'

const inCanada = createFormat('en-CA', { storeCountry: 'CA' })

/** An address of a country, read in a store of that country. */
function linesAtHome(code: string, parts: string): string[] {
  const [addressLine1 = '', city = '', territory = '', postalCode = ''] = parts.split('|')
  const format = createFormat('en-US', { storeCountry: code })
  return format.address({
    addressLine1,
    country: { code },
    ...(city && { city }),
    ...(territory && { territory }),
    ...(postalCode && { postalCode }),
  })
}

describe('addresses', () => {
  test.each([
    ['US', '12 Elm St|Portland|OR|97201', ['12 Elm St', 'Portland, OR 97201']],
    ['CA', '40 King St W|Toronto|ON|M5V 1A1', ['40 King St W', 'Toronto ON M5V 1A1']],
    ['GB', '7 Mill Lane|Leeds||LS1 1AA', ['7 Mill Lane', 'Leeds', 'LS1 1AA']],
    ['FR', '3 rue du Port|Nantes||44000', ['3 rue du Port', '44000 Nantes']],
    ['DE', 'Gartenweg 5|Kiel||24103', ['Gartenweg 5', '24103 Kiel']],
    ['IT', 'Via Verdi 2|Modena|MO|41121', ['Via Verdi 2', '41121 Modena MO']],
    ['CH', 'Rue de Lausanne 41|Fribourg|FR|1700', ['Rue de Lausanne 41', '1700 Fribourg (FR)']],
    ['CH', 'Freie Strasse 12|Basel|Basel|4001', ['Freie Strasse 12', '4001 Basel']],
    ['VN', '155 Nguyễn Văn Linh|Đà Nẵng||550000', ['155 Nguyễn Văn Linh', 'Đà Nẵng 550000']],
    ['ID', 'Jl. Panembahan Senopati 2|Yogyakarta||55122', ['Jl. Panembahan Senopati 2', 'Yogyakarta 55122']],
    ['ID', 'Jl. Asia Afrika 49|Bandung|Jawa Barat|40111', ['Jl. Asia Afrika 49', 'Bandung', 'Jawa Barat 40111']],
    ['TH', '1160 Charoen Krung Rd|Bangkok||10500', ['1160 Charoen Krung Rd', 'Bangkok 10500']],
    ['GB', 'Mill Lane|Grassington||BD23 5AT', ['Mill Lane', 'Grassington', 'BD23 5AT']],
    ['KR', '70 Sogong-ro|Jung-gu|Seoul|04538', ['70 Sogong-ro', 'Jung-gu, Seoul 04538']],
    ['IR', '12 Hafez Street|Isfahan||81464', ['12 Hafez Street', 'Isfahan 81464']],
    ['IR', 'خیابان حافظ ۱۲|اصفهان||81464', ['اصفهان', 'خیابان حافظ ۱۲', '81464']],
    ['KZ', 'Bogenbai Batyr St 134|Almaty||050000', ['Bogenbai Batyr St 134', 'Almaty 050000']],
    ['KZ', 'ул. Богенбай батыра, 134|Алматы||050000', ['050000, Алматы, ул. Богенбай батыра, 134']],
    ['RU', '3-я Песчаная ул., д. 2А|Москва||125252', ['125252, Москва, 3-я Песчаная ул., д. 2А']],
    ['UA', 'вул. Хрещатик, 22|Київ||01001', ['01001, Київ, вул. Хрещатик, 22']],
    ['ES', 'Calle Sol 9|Madrid|Madrid|28012', ['Calle Sol 9', '28012 Madrid']],
    ['ES', 'Calle Sol 9|Getafe|Madrid|28901', ['Calle Sol 9', '28901 Getafe (Madrid)']],
    ['MX', 'Av. Luna 15|Mérida|Yuc.|97000', ['Av. Luna 15', '97000 Mérida, Yuc.']],
    ['BR', 'Rua Alta 8|Santos|SP|11010-000', ['Rua Alta 8', 'Santos - SP, 11010-000']],
    ['AU', '1 Bay Rd|Cairns|QLD|4870', ['1 Bay Rd', 'Cairns QLD 4870']],
    ['IN', '22 Lake Rd|Pune|Maharashtra|411001', ['22 Lake Rd', 'Pune 411001', 'Maharashtra']],
    ['HU', 'Fő utca 4|Eger||3300', ['3300 Eger, Fő utca 4']],
    ['TR', 'Deniz Sk. 6|Urla|İzmir|35430', ['Deniz Sk. 6', '35430 Urla/İzmir']],
    ['JP', '銀座1-2-3|中央区|東京都|104-0061', ['〒104-0061', '東京都中央区銀座1-2-3']],
    ['JP', '1-2-3 Ginza|Chuo-ku|Tokyo|104-0061', ['1-2-3 Ginza', 'Chuo-ku, Tokyo 104-0061']],
    ['TW', '中山路5號|板橋區|新北市|220', ['220新北市板橋區中山路5號']],
    ['KR', '세종대로 110|중구|서울|04524', ['(04524) 서울 중구 세종대로 110']],
    ['AE', 'Palm St 3|Deira|Dubai|', ['Palm St 3', 'Deira', 'Dubai']],
    ['SG', '3 Palm Rd|Singapore||018956', ['3 Palm Rd', 'Singapore 018956']],
    ['PR', 'Calle Luna 2|Ponce|PR|00730', ['Calle Luna 2', 'Ponce, PR 00730']],
    ['RU', 'ул. Садовая, 3|Казань|Татарстан|420111', ['420111, Татарстан, Казань, ул. Садовая, 3']],
    ['PH', '5 Mango St|Cebu City|Cebu|6000', ['5 Mango St', 'Cebu City', '6000 Cebu']],
    ['PH', '88 Maginhawa St|Quezon City||1101', ['88 Maginhawa St', '1101 Quezon City']],
    ['AX', 'Torggatan 3|Mariehamn||22100', ['Torggatan 3', '22100 Mariehamn']],
    ['MO', '3 Rua Central|Macao||', ['3 Rua Central', 'Macao']],
    ['KE', '2 Hill Rd|Nakuru||20100', ['2 Hill Rd', 'Nakuru', '20100']],
    ['CO', 'Calle 7|Cali|Valle|760001', ['Calle 7', 'Cali, Valle, 760001']],
  ])('%s: %s', (code, parts, lines) => {
    expect(spacedPlainly(linesAtHome(code, parts))).toEqual(lines)
  })

  test('every country’s format has each field exactly once', () => {
    for (const format of Object.keys({ ...inLatin, ...inOwnScript }))
      expect([...format].filter(field => /[ACSZ]/.test(field)).sort(), format).toEqual(['A', 'C', 'S', 'Z'])
  })

  test.each([
    ['US', '12 Elm St|Cape May|NJ|08204', 'Cape May, NJ_08204'],
    ['CA', '40 King St W|Port Hope|ON|M5V 1A1', 'Port Hope ON_M5V_1A1'],
    ['DE', 'Gartenweg 5|Bad Ems||56130', '56130_Bad Ems'],
    ['US', '12 Elm St|Portland|OR|ask at the desk of the hotel', 'Portland, OR ask at the desk of the hotel'],
  ])('a postal code keeps with the word beside it: %s, %s', (code, parts, line) => {
    expect(linesAtHome(code, parts)[1]).toBe(line.replaceAll('_', '\u00a0'))
  })

  test.each([
    ['PL', 'ul. Józefa Dietla 45/3|Kraków||31-070', '31-\u2060070\u00a0Kraków'],
    ['US', '12 Elm St|Portland|OR|97201-4410', 'Portland, OR\u00a097201-\u20604410'],
  ])('a postal code does not end a line at its hyphen: %s, %s', (code, parts, line) => {
    expect(linesAtHome(code, parts)[1]).toBe(line)
  })

  test('missing parts leave no empty line or stray comma', () => {
    expect(linesAtHome('US', '12 Elm St|||97201')).toEqual(['12 Elm St', '97201'])
    expect(linesAtHome('US', '12 Elm St|Portland||97201')).toEqual(['12 Elm St', 'Portland\u00a097201'])
    expect(linesAtHome('BR', 'Rua Alta 8||SP|')).toEqual(['Rua Alta 8', 'SP'])
    expect(linesAtHome('JP', '銀座1-2-3|||')).toEqual(['銀座1-2-3'])
    expect(inCanada.address({})).toEqual([])
    expect(inCanada.address(undefined)).toEqual([])
    expect(inCanada.address({ addressLine1: ' ', city: ' ' })).toEqual([])
  })

  test('all three address lines and the extension of the postal code are printed', () => {
    const lines = createFormat('en-US', { storeCountry: 'US' }).address({
      addressLine1: '12 Elm St',
      addressLine2: 'Suite 4',
      addressLine3: 'Back door',
      city: 'Portland',
      territory: 'OR',
      postalCode: '97201',
      postalCodeExtension: '1234',
      country: { code: 'USA', value: 'United States' },
    })
    expect(lines).toEqual(['12 Elm St', 'Suite 4', 'Back door', 'Portland, OR\u00a097201-\u20601234'])
  })

  test("the country is named only when the store is in another one, in the reader's language", () => {
    const abroad = {
      addressLine1: 'Gartenweg 5',
      city: 'Kiel',
      postalCode: '24103',
      country: { code: 'DE', value: 'DEUTSCHLAND' },
    }
    expect(inCanada.address(abroad).at(-1)).toBe('Germany')
    expect(createFormat('fr-CA', { storeCountry: 'CA' }).address(abroad).at(-1)).toBe('Allemagne')
    expect(createFormat('de-DE', { storeCountry: 'DE' }).address(abroad).at(-1)).toBe('24103\u00a0Kiel')
  })

  test('a country that isn’t a code is printed as sent', () => {
    expect(inCanada.address({ city: 'Port Hope', country: { value: 'Atlantis' } })).toEqual(['Port Hope', 'Atlantis'])
    expect(inCanada.address({ city: 'Port Hope', country: { code: 'ZX' } })).toEqual(['Port Hope', 'ZX'])
  })

  test("an address without a country has the order of the store's", () => {
    expect(inCanada.address({ city: 'Toronto', territory: 'ON', postalCode: 'M5V 1A1' })).toEqual([
      'Toronto ON\u00a0M5V\u00a01A1',
    ])
  })
})
