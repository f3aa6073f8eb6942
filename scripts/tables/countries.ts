import { cldrVersion, supplemental, territories } from './cldr.ts'
import { head } from './layout.ts'

/** Country codes: three letters, then two. */
export function countries(): string {
  const codes = supplemental<Record<string, { _alpha3?: string }>>('codeMappings')
  const pairs = territories().flatMap(code => (codes[code]?._alpha3 ? [`${codes[code]._alpha3} ${code}`] : []))
  const lines: string[] = []
  const perLine = 16
  for (let at = 0; at < pairs.length; at += perLine) lines.push(pairs.slice(at, at + perLine).join(','))
  return `${head(cldrVersion)}
/** Countries by three letters (ISO 3166-1 alpha-3) and two: \`ABW AW,AFG AF\`. */
// biome-ignore format: as written
export const alpha3 =
  ${lines.map(line => `'${line}`).join(",' +\n  ")}'
`
}
