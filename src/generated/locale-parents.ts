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
