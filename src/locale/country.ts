/** Countries whose three-letter code (ISO 3166-1 alpha-3) tills send as often as the two-letter one. */
const ALPHA_3 =
  'ARE AE,ARG AR,AUS AU,AUT AT,BEL BE,BHR BH,BRA BR,CAN CA,CHE CH,CHL CL,CHN CN,COL CO,CRI CR,CZE CZ,DEU DE,DNK DK,DOM DO,' +
  'ECU EC,EGY EG,ESP ES,FIN FI,FRA FR,GBR GB,GRC GR,GTM GT,HKG HK,HUN HU,IDN ID,IND IN,IRL IE,ISL IS,ISR IL,ITA IT,JOR JO,' +
  'JPN JP,KOR KR,KWT KW,LUX LU,MAR MA,MEX MX,MYS MY,NLD NL,NOR NO,NZL NZ,OMN OM,PAN PA,PER PE,PHL PH,POL PL,PRI PR,PRT PT,' +
  'QAT QA,ROU RO,RUS RU,SAU SA,SGP SG,SVK SK,SVN SI,SWE SE,THA TH,TUN TN,TUR TR,TWN TW,UKR UA,URY UY,USA US,VNM VN,ZAF ZA'

const FROM_ALPHA_3 = new Map(ALPHA_3.split(',').map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]))

/**
 * The two-letter code (ISO 3166-1 alpha-2, upper case) of a country as a receipt names it, by two or three letters in
 * either case; `undefined` when the text is no such code. `UK` is read as `GB`.
 */
export function countryCode(text: string | undefined): string | undefined {
  const code = text?.trim().toUpperCase() ?? ''
  if (code === 'UK') return 'GB'
  return /^[A-Z]{2}$/.test(code) ? code : FROM_ALPHA_3.get(code)
}
