import { readFileSync } from 'node:fs'
import { cldrVersion, supplemental, territories } from './cldr.ts'
import { grouped, head, listOf, recordOf } from './layout.ts'

interface Row {
  code: string
  status: 'active' | 'withdrawn'
  /** Decimals; `NA` for metals, funds and test codes, empty for withdrawn currencies. */
  minor: string
  /** Whether it is on the interface's list. */
  interface: 'yes' | 'no'
}

interface CurrencyData {
  fractions: Record<string, { _digits: string }>
  /** By country, oldest first: currency to its period of use. */
  region: Record<string, Record<string, { _from?: string; _to?: string; _tender?: string }>[]>
}

const cldr = supplemental<CurrencyData>('currencyData')

/** Currencies, their decimals, and the countries that use them. */
export function currencies(): string {
  const rows = readRows()
  const codes = rows.map(row => row.code)
  const rowOf = new Map(rows.map(row => [row.code, row]))
  const digitsOf = (code: string): string => {
    const { status, minor } = rowOf.get(code)!
    return status === 'withdrawn' ? cldrDigits(code) : minor === 'NA' ? 'none' : minor
  }
  const isSeldom = ({ code, status, minor }: Row) =>
    // CLDR has cents of Taiwan's dollar, but for cash; its tills and uniform invoices have none at all.
    code === 'TWD' || (status === 'active' && minor !== 'NA' && Number(cldrDigits(code)) < Number(minor))
  const usual = (country: string) => {
    const [code] = tendersOf(country)
    const row = code === undefined ? undefined : rowOf.get(code)
    return row && row.minor !== '2' ? row.minor : undefined
  }
  const onlyTender = (country: string) => {
    const [code = '', other] = tendersOf(country)
    return other === undefined && rowOf.get(code)?.status === 'active' ? [`${country}:${code}`] : []
  }
  const elsewhere = new Map(
    codes.flatMap(code => {
      const countries = territories().filter(country => !code.startsWith(country) && tendersOf(country).includes(code))
      return countries.length > 0 ? [[code, countries] as const] : []
    }),
  )
  return (
    head(`ISO 4217 (scripts/tables/iso-4217.csv) and ${cldrVersion}`) +
    listOf('listed', 'The currencies of the interface: 147 in use and 50 withdrawn.', inList(rows, 'yes')) +
    listOf('newer', 'ISO 4217 currencies that are newer than the interface’s list.', inList(rows, 'no')) +
    recordOf(
      'minorUnits',
      'Currencies by their decimals, if not two: from ISO 4217, or CLDR if withdrawn; `none` if there is no minor unit.',
      grouped(codes, code => (digitsOf(code) === '2' ? undefined : digitsOf(code))),
    ) +
    listOf(
      'seldomWithDecimals',
      'Currencies that CLDR prints with fewer decimals than ISO 4217 defines, and Taiwan’s dollar.',
      rows.filter(isSeldom).map(row => row.code),
    ) +
    recordOf('usualDecimals', 'Countries by their currency’s decimals, if not two.', grouped(territories(), usual)) +
    recordOf(
      'tenderElsewhere',
      'Currencies to countries that use them, if the code doesn’t begin with the country.',
      elsewhere,
    ) +
    listOf('onlyTender', 'Countries that have one currency, and which.', territories().flatMap(onlyTender))
  )
}

/** `XXX` is not in the file: it means no currency, and a till just leaves the field out. */
function readRows(): Row[] {
  const [names, ...lines] = readFileSync(new URL('iso-4217.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line =>
    Object.fromEntries(line.split(',').map((cell, at) => [names!.split(',')[at], cell])),
  ) as never
}

function inList(rows: readonly Row[], listed: Row['interface']): string[] {
  return rows.filter(row => row.interface === listed).map(row => row.code)
}

function cldrDigits(code: string): string {
  return (cldr.fractions[code] ?? cldr.fractions.DEFAULT)!._digits
}

/** A country's current currencies: those with a start and no end. */
function tendersOf(country: string): string[] {
  const entries = (cldr.region[country] ?? []).flatMap(entry => Object.entries(entry))
  return entries.filter(([, { _from, _to, _tender }]) => _from && !_to && _tender !== 'false').map(([code]) => code)
}
