// Generated from localized-address-format 1.3.3 (Google's libaddressinput) by npm run tables. Do not edit.

/** Formats to their countries; the notation is that of `locale/format/address-formats.ts`. */
// biome-ignore format: as written
export const inLatin: Readonly<Record<string, string>> = {
  'A|C - S, Z':
    'BR',
  'A|C - Z|S':
    'BD',
  'A|C S Z':
    'AU CA CC CX FM HM MH NF PW UM',
  'A|C S|Z':
    'CU',
  'A|C Z S':
    'PG',
  'A|C Z, S':
    'VE',
  'A|C Z|S':
    'BH BM BN BT IL IN JO KH KW LB LS MT MV NG NP NZ PE SA SG VC',
  'A|C, S Z':
    'AS BB BS GU IR JP KN KR KZ MP PR SO TW US VI',
  'A|C, S, Z':
    'CO',
  'A|C, S|Z':
    'HN IQ',
  'A|C, Z|S':
    'MM',
  'A|C-Z|S':
    'PK',
  'A|C|S Z':
    'AE AG AO AW BF BI BJ BO BQ BV BW BZ CD CF CG CI CK CM CQ CW DJ DM EA ER FJ GA GD GH GM GQ GY HK IC ID JM KM ' +
    'KY LC LY ML MN MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TH TK TL TO TT TV UG VN VU WS ' +
    'YE ZW',
  'A|C|S, Z':
    'CN KP',
  'A|C|S|Z':
    'AF AI EG FK GB GG GI GS IE IM IO JE KE LK NA PN RU SD SH SZ TC UA VG ZA',
  'A|C|Z S':
    'PH',
  'A|S, C|Z':
    'CR',
  'A|S|C, Z':
    'LV',
  'A|S|C|Z':
    'KI',
  'A|Z C (S)':
    'CH ES',
  'A|Z C S':
    'EE IT LT MZ PF UY',
  'A|Z C, S':
    'MX',
  'A|Z C, jud. S':
    'RO',
  'A|Z C/S':
    'TR',
  'A|Z C|S':
    'AD AR AT AX AZ BA BE BG BL CL CV CY CZ DE DK DO DZ EH ET FI FO FR GE GF GL GN GP GR GW HR HT IS KG LA LI LR ' +
    'LU MA MC MD ME MF MG MK MQ MY NC NE NL NO PL PM PT PY RE RS SE SI SJ SK SM SN TJ TM TN TZ UZ VA WF XK YT ZM',
  'A|Z, C|S':
    'BY',
  'A|Z-C|S':
    'GT SV',
  'A|Z|C, S':
    'NI',
  'A|Z|C|S':
    'AL AM EC MU OM',
  'Z C, A|S':
    'HU',
}

/** Formats in the country’s own script, for countries that write from large to small. */
// biome-ignore format: as written
export const inOwnScript: Readonly<Record<string, string>> = {
  '(Z) S C A':
    'KR',
  'S|C|A|Z':
    'IR',
  'S~C~A Z':
    'CN HK',
  'Z, S, C, A':
    'KZ RU UA',
  'Z|S|C|A':
    'KP',
  'Z~S~C~A':
    'TW',
  '〒Z|S~C~A':
    'JP',
}
