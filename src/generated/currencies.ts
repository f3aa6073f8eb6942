// Generated from ISO 4217 (scripts/tables/iso-4217.csv) and CLDR 48.2.0 by npm run tables. Do not edit.

/** The currencies of the interface: 147 in use and 50 withdrawn. */
// biome-ignore format: one code a line is too long to read
export const listed = [
  'ADP', 'AED', 'AFA', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'ATS', 'AUD', 'AWG', 'AZM', 'BAM', 'BBD', 'BDT', 'BEF',
  'BGL', 'BGN', 'BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYR', 'BZD', 'CAD', 'CDF',
  'CHF', 'CLF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CYP', 'CZK', 'DEM', 'DJF', 'DKK', 'DOP', 'DZD', 'ECS',
  'ECV', 'EEK', 'EGP', 'ERN', 'ESP', 'ETB', 'EUR', 'FIM', 'FJD', 'FKP', 'FRF', 'GBP', 'GEL', 'GHC', 'GIP', 'GMD',
  'GNF', 'GRD', 'GTQ', 'GWP', 'GYD', 'HKD', 'HNL', 'HRK', 'HTG', 'HUF', 'IDR', 'IEP', 'ILS', 'INR', 'IQD', 'IRR',
  'ISK', 'ITL', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP',
  'LKR', 'LRD', 'LSL', 'LTL', 'LUF', 'LVL', 'LYD', 'MAD', 'MDL', 'MGF', 'MKD', 'MMK', 'MNT', 'MOP', 'MRO', 'MTL',
  'MUR', 'MVR', 'MWK', 'MXN', 'MXV', 'MYR', 'MZM', 'NAD', 'NGN', 'NIO', 'NLG', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB',
  'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PTE', 'PYG', 'QAR', 'ROL', 'RUB', 'RUR', 'RWF', 'SAR', 'SBD', 'SCR', 'SDD',
  'SEK', 'SGD', 'SHP', 'SIT', 'SKK', 'SLL', 'SOS', 'SRG', 'STD', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMM', 'TND',
  'TOP', 'TPE', 'TRL', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'USN', 'USS', 'UYU', 'UZS', 'VEB', 'VND', 'VUV',
  'WST', 'XAF', 'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XCD', 'XDR', 'XFO', 'XFU', 'XOF', 'XPD', 'XPF', 'XPT', 'XTS',
  'YER', 'YUM', 'ZAR', 'ZMK', 'ZWD',
] as const

/** ISO 4217 currencies that are newer than the interface’s list. */
// biome-ignore format: one code a line is too long to read
export const newer = [
  'AFN', 'AZN', 'BYN', 'CHE', 'CHW', 'COU', 'GHS', 'MGA', 'MRU', 'MZN', 'RON', 'RSD', 'SDG', 'SLE', 'SRD', 'SSP',
  'STN', 'TMT', 'TRY', 'UYI', 'UYW', 'VED', 'VES', 'XAD', 'XBD', 'XCG', 'XSU', 'XUA', 'ZMW', 'ZWG',
] as const

/** Currencies by their decimals, if not two: from ISO 4217, or CLDR if withdrawn; `none` if there is no minor unit. */
// biome-ignore format: as written
export const minorUnits: Readonly<Record<string, string>> = {
  '0':
    'ADP BIF BYR CLP DJF ESP GNF ISK ITL JPY KMF KRW LUF MGF MRO PYG RWF SLL STD TMM TRL UGX UYI VND VUV XAF XOF ' +
    'XPF ZMK ZWD',
  '3':
    'BHD IQD JOD KWD LYD OMR TND',
  '4':
    'CLF UYW',
  'none':
    'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA',
}

/** Currencies that CLDR prints with fewer decimals than ISO 4217 defines, and Taiwan’s dollar. */
// biome-ignore format: one code a line is too long to read
export const seldomWithDecimals = [
  'AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SOS', 'SYP', 'TWD',
  'YER',
] as const

/** Countries by their currency’s decimals, if not two. */
// biome-ignore format: as written
export const usualDecimals: Readonly<Record<string, string>> = {
  '0':
    'BF BI BJ CF CG CI CL CM DJ GA GN GQ GW IS JP KM KR ML NC NE PF PY RW SN TD TG UG VN VU WF',
  '3':
    'BH IQ JO KW LY OM TN',
}

/** Currencies to countries that use them, if the code doesn’t begin with the country. */
// biome-ignore format: as written
export const tenderElsewhere: Readonly<Record<string, string>> = {
  'AUD':
    'CC CX HM KI NF NR TV',
  'CHF':
    'LI',
  'DKK':
    'FO GL',
  'EUR':
    'AD AT AX BE BG BL CY DE EA EE ES FI FR GF GP GR HR IC IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF ' +
    'VA XK YT',
  'GBP':
    'GG GS IM JE',
  'ILS':
    'PS',
  'INR':
    'BT',
  'JOD':
    'PS',
  'MAD':
    'EH',
  'NOK':
    'BV SJ',
  'NZD':
    'CK NU PN TK',
  'USD':
    'AS BQ EC FM GU HT IO MH MP PA PR PW SV TC TL UM VG VI ZW',
  'XAF':
    'CF CG CM GA GQ TD',
  'XCD':
    'AG AI DM GD KN LC MS VC',
  'XCG':
    'CW SX',
  'XOF':
    'BF BJ CI GW ML NE SN TG',
  'XPF':
    'NC PF WF',
  'ZAR':
    'LS NA',
}

/** Countries that have one currency, and which. */
// biome-ignore format: one code a line is too long to read
export const onlyTender = [
  'AD:EUR', 'AE:AED', 'AF:AFN', 'AG:XCD', 'AI:XCD', 'AL:ALL', 'AM:AMD', 'AO:AOA', 'AR:ARS', 'AS:USD', 'AT:EUR',
  'AU:AUD', 'AW:AWG', 'AX:EUR', 'AZ:AZN', 'BA:BAM', 'BB:BBD', 'BD:BDT', 'BE:EUR', 'BF:XOF', 'BG:EUR', 'BH:BHD',
  'BI:BIF', 'BJ:XOF', 'BL:EUR', 'BM:BMD', 'BN:BND', 'BO:BOB', 'BQ:USD', 'BR:BRL', 'BS:BSD', 'BV:NOK', 'BW:BWP',
  'BY:BYN', 'BZ:BZD', 'CA:CAD', 'CC:AUD', 'CD:CDF', 'CF:XAF', 'CG:XAF', 'CH:CHF', 'CI:XOF', 'CK:NZD', 'CL:CLP',
  'CM:XAF', 'CN:CNY', 'CO:COP', 'CR:CRC', 'CU:CUP', 'CV:CVE', 'CW:XCG', 'CX:AUD', 'CY:EUR', 'CZ:CZK', 'DE:EUR',
  'DJ:DJF', 'DK:DKK', 'DM:XCD', 'DO:DOP', 'DZ:DZD', 'EA:EUR', 'EC:USD', 'EE:EUR', 'EG:EGP', 'EH:MAD', 'ER:ERN',
  'ES:EUR', 'ET:ETB', 'FI:EUR', 'FJ:FJD', 'FK:FKP', 'FM:USD', 'FO:DKK', 'FR:EUR', 'GA:XAF', 'GB:GBP', 'GD:XCD',
  'GE:GEL', 'GF:EUR', 'GG:GBP', 'GH:GHS', 'GI:GIP', 'GL:DKK', 'GM:GMD', 'GN:GNF', 'GP:EUR', 'GQ:XAF', 'GR:EUR',
  'GS:GBP', 'GT:GTQ', 'GU:USD', 'GW:XOF', 'GY:GYD', 'HK:HKD', 'HM:AUD', 'HN:HNL', 'HR:EUR', 'HU:HUF', 'IC:EUR',
  'ID:IDR', 'IE:EUR', 'IL:ILS', 'IM:GBP', 'IN:INR', 'IO:USD', 'IQ:IQD', 'IR:IRR', 'IS:ISK', 'IT:EUR', 'JE:GBP',
  'JM:JMD', 'JO:JOD', 'JP:JPY', 'KE:KES', 'KG:KGS', 'KH:KHR', 'KI:AUD', 'KM:KMF', 'KN:XCD', 'KP:KPW', 'KR:KRW',
  'KW:KWD', 'KY:KYD', 'KZ:KZT', 'LA:LAK', 'LB:LBP', 'LC:XCD', 'LI:CHF', 'LK:LKR', 'LR:LRD', 'LT:EUR', 'LU:EUR',
  'LV:EUR', 'LY:LYD', 'MA:MAD', 'MC:EUR', 'MD:MDL', 'ME:EUR', 'MF:EUR', 'MG:MGA', 'MH:USD', 'MK:MKD', 'ML:XOF',
  'MM:MMK', 'MN:MNT', 'MO:MOP', 'MP:USD', 'MQ:EUR', 'MR:MRU', 'MS:XCD', 'MT:EUR', 'MU:MUR', 'MV:MVR', 'MW:MWK',
  'MX:MXN', 'MY:MYR', 'MZ:MZN', 'NC:XPF', 'NE:XOF', 'NF:AUD', 'NG:NGN', 'NI:NIO', 'NL:EUR', 'NO:NOK', 'NP:NPR',
  'NR:AUD', 'NU:NZD', 'NZ:NZD', 'OM:OMR', 'PE:PEN', 'PF:XPF', 'PG:PGK', 'PH:PHP', 'PK:PKR', 'PL:PLN', 'PM:EUR',
  'PN:NZD', 'PR:USD', 'PT:EUR', 'PW:USD', 'PY:PYG', 'QA:QAR', 'RE:EUR', 'RO:RON', 'RS:RSD', 'RU:RUB', 'RW:RWF',
  'SA:SAR', 'SB:SBD', 'SC:SCR', 'SD:SDG', 'SE:SEK', 'SG:SGD', 'SH:SHP', 'SI:EUR', 'SJ:NOK', 'SK:EUR', 'SL:SLE',
  'SM:EUR', 'SN:XOF', 'SO:SOS', 'SR:SRD', 'SS:SSP', 'ST:STN', 'SV:USD', 'SX:XCG', 'SY:SYP', 'SZ:SZL', 'TC:USD',
  'TD:XAF', 'TF:EUR', 'TG:XOF', 'TH:THB', 'TJ:TJS', 'TK:NZD', 'TL:USD', 'TM:TMT', 'TN:TND', 'TO:TOP', 'TR:TRY',
  'TT:TTD', 'TV:AUD', 'TW:TWD', 'TZ:TZS', 'UA:UAH', 'UG:UGX', 'UM:USD', 'US:USD', 'UY:UYU', 'UZ:UZS', 'VA:EUR',
  'VC:XCD', 'VE:VES', 'VG:USD', 'VI:USD', 'VN:VND', 'VU:VUV', 'WF:XPF', 'WS:WST', 'XK:EUR', 'YE:YER', 'YT:EUR',
  'ZA:ZAR', 'ZM:ZMW',
] as const
