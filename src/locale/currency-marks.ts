import { numberFormat } from './intl.ts'

const displays = ['code', 'symbol', 'narrowSymbol', 'name'] as const

/**
 * What a currency is called beside a figure, in a language and in English: 'EUR', '€', 'euro', 'euros', 'Euro'.
 *
 * @param code ISO 4217 code, upper case
 */
export function currencyMarks(tag: string, code: string): string[] {
  const marks = [tag, 'en'].flatMap(language => displays.flatMap(display => marksOf(language, code, display)))
  return [...new Set(marks)]
}

/** The words for one and for several pieces differ. */
function marksOf(tag: string, code: string, currencyDisplay: (typeof displays)[number]): string[] {
  const format = numberFormat(tag, `mark ${code} ${currencyDisplay}`, () => ({
    style: 'currency',
    currency: code,
    currencyDisplay,
  }))
  return [1, 2, 5].flatMap(count => format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? [])
}
