// Generated from CLDR 48.2.0 by npm run tables. Do not edit.

/** Parent locales (Unicode LDML part 1, "Parent Locales") to their children. */
// biome-ignore format: as written
export const childrenOf: Readonly<Record<string, string>> = {
  'en-001':
    'en-150 en-AG en-AI en-AU en-BB en-BM en-BS en-BW en-BZ en-CC en-CK en-CM en-CX en-CY en-DG en-DM en-ER en-FJ ' +
    'en-FK en-FM en-GB en-GD en-GG en-GH en-GI en-GM en-GS en-GY en-HK en-ID en-IE en-IL en-IM en-IN en-IO en-JE ' +
    'en-JM en-KE en-KI en-KN en-KY en-LC en-LR en-LS en-MG en-MO en-MS en-MT en-MU en-MV en-MW en-MY en-NA en-NF ' +
    'en-NG en-NR en-NU en-NZ en-PG en-PK en-PN en-PW en-RW en-SB en-SC en-SD en-SG en-SH en-SL en-SS en-SX en-SZ ' +
    'en-TC en-TK en-TO en-TT en-TV en-TZ en-UG en-VC en-VG en-VU en-WS en-ZA en-ZM en-ZW',
  'en-150':
    'en-AT en-BE en-CH en-CZ en-DE en-DK en-EE en-ES en-FI en-FR en-GE en-HU en-IT en-LT en-LV en-NL en-NO en-PL ' +
    'en-PT en-RO en-SE en-SI en-SK en-UA',
  'es-419':
    'es-AR es-BO es-BR es-BZ es-CL es-CO es-CR es-CU es-DO es-EC es-GT es-HN es-JP es-MX es-NI es-PA es-PE es-PR ' +
    'es-PY es-SV es-US es-UY es-VE',
  'no':
    'nb nn',
  'pt-PT':
    'pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-ST pt-TL',
  'zh-Hant-HK':
    'zh-Hant-MO',
}

/** Languages, with their script if it is not the usual one, to countries other than their home where they are official, or a fifth speaks them. */
// biome-ignore format: as written
export const countriesOf: Readonly<Record<string, string>> = {
  'aa':
    'DJ',
  'af':
    'NA',
  'ar':
    'AE BH DJ DZ EG EH ER IL IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SS SY TD TN YE',
  'az-Arab':
    'IQ',
  'bn':
    'IN',
  'ca':
    'AD',
  'de':
    'AT BE CH LI LU',
  'el':
    'CY',
  'en':
    'AE AG AI AS AT AU BB BE BI BM BS BW BZ CA CC CH CK CM CX CY CZ DE DG DK DM EE ER ES FI FJ FK FM FR GB GD GG ' +
    'GH GI GM GS GU GY HK HU IE IL IM IN IO IT JE JM KE KI KN KY LC LR LS LT LV MG MH MO MP MS MT MU MV MW MY NA ' +
    'NF NG NL NR NU NZ PG PH PK PL PN PR PT PW RO RW SB SC SD SE SG SH SI SK SL SS SX SZ TC TK TO TT TV TZ UG UM ' +
    'VC VG VI VU WS ZA ZM ZW',
  'es':
    'AR BO BZ CL CO CR CU DO EA EC GQ GT HN IC MX NI PA PE PH PR PY SV US UY VE',
  'fa':
    'AF',
  'ff':
    'GN',
  'fr':
    'BE BF BI BJ BL CA CD CF CG CH CI CM DJ DZ GA GF GN GP GQ HT KM LU MA MC MF MG ML MQ MU NC NE PF PM RE RW SC ' +
    'SN TD TG TN VU WF YT',
  'ga':
    'GB',
  'gsw':
    'LI',
  'ha':
    'NE',
  'hr':
    'BA',
  'it':
    'CH SM VA',
  'kk':
    'KZ',
  'ko':
    'CN KP',
  'ms':
    'BN SG',
  'ms-Arab':
    'BN',
  'nb':
    'SJ',
  'ne':
    'IN',
  'nl':
    'AW BE BQ CW SR SX',
  'oc':
    'ES',
  'pap':
    'AW',
  'pt':
    'AO CV GQ GW MO MZ PT ST TL',
  'qu':
    'BO EC',
  'ro':
    'MD',
  'ru':
    'BY KG KZ UA',
  'so':
    'DJ',
  'sq':
    'MK XK',
  'sr':
    'BA XK',
  'sr-Latn':
    'BA ME XK',
  'ss':
    'SZ',
  'st':
    'LS',
  'sv':
    'AX FI',
  'sw':
    'CD KE UG',
  'ta':
    'LK SG',
  'ti':
    'ER',
  'tn':
    'BW',
  'tr':
    'CY',
  'ur':
    'IN',
  'yue':
    'MO',
  'zh':
    'SG',
  'zh-Hant':
    'HK MO',
}
