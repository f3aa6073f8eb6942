import { displayOf } from '../../../src/locale/format/money.ts'
import type { Figures } from '../answers.ts'
import { language, number, t } from '../parts/words.ts'

export const measures = ['receipts', 'sales', 'takings', 'digital', 'delivery'] as const
export type Measure = (typeof measures)[number]

/** A measure of some receipts; undefined if there is nothing to measure. Amounts are rounded to what a chart can show. */
export function measured(figures: Figures, measure: Measure, currency: string): number | undefined {
  switch (measure) {
    case 'receipts':
      return figures.receipts ?? 0
    case 'sales': {
      const { salesAmount = 0, returnsAmount = 0 } = amountsIn(figures, currency)
      return rounded(Number(salesAmount) - Number(returnsAmount))
    }
    case 'takings':
      return Number(amountsIn(figures, currency).takings ?? 0)
    case 'digital':
      return figures.digitalShare ?? undefined
    case 'delivery': {
      const { sent = 0, failed = 0, bounced = 0 } = figures.deliveries ?? {}
      const ended = sent + failed + bounced
      return ended === 0 ? undefined : sent / ended
    }
  }
}

function amountsIn({ amounts = [] }: Figures, currency: string) {
  return amounts.find(amount => amount.currency === currency) ?? { currency }
}

/** Without the remains of binary arithmetic: amounts have up to six decimals. */
function rounded(amount: number): number {
  return Number(amount.toFixed(6))
}

/** Whether a measure is a share of something. */
export function isShare(measure: Measure): boolean {
  return measure === 'digital' || measure === 'delivery'
}

/** A value in words. */
export function written(value: number | undefined, measure: Measure, currency: string, isShort = false): string {
  if (value === undefined) return '–'
  if (isShare(measure)) return percent(value, value > 0.995 && value < 1 ? 2 : 1)
  if (measure === 'receipts') return isShort ? compact(value) : number(value)
  return new Intl.NumberFormat(language, {
    ...moneyStyle(language, currency),
    numberingSystem: 'latn',
    ...(isShort ? { notation: 'compact', maximumFractionDigits: 1 } : {}),
  }).format(value)
}

/** How an amount's currency is written: as in lists of receipts, `JPY 547` in English and `￥547` in Japanese. Empty for none. */
export function moneyStyle(tag: string, currency: string): Intl.NumberFormatOptions {
  if (currency === '') return {}
  const homeCountry = new Intl.Locale(tag).maximize().region
  const currencyDisplay = displayOf(tag, currency, { homeCountry, severalCurrencies: false })
  return { style: 'currency', currency, currencyDisplay }
}

/** How a value differs from the one before; undefined if that says nothing. */
export function change(value: number | undefined, before: number | undefined, measure: Measure) {
  if (value === undefined || before === undefined) return undefined
  const difference = isShare(measure) ? value - before : before === 0 ? undefined : value / before - 1
  if (difference === undefined || !Number.isFinite(difference)) return undefined
  const way = Math.abs(difference) < 0.0005 ? 'same' : difference > 0 ? 'more' : 'less'
  if (way === 'same') return { way, words: t('overview.same') } as const
  if (!isShare(measure))
    return { way, words: t(`overview.${way}`, { amount: percent(Math.abs(difference), 1) }) } as const
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1, numberingSystem: 'latn' })
  return { way, words: t(`overview.${way}Points`, { points: points.format(Math.abs(difference) * 100) }) } as const
}

function percent(value: number, digits: number): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: digits,
    numberingSystem: 'latn',
  }).format(value)
}

function compact(value: number): string {
  return new Intl.NumberFormat(language, { notation: 'compact', numberingSystem: 'latn' }).format(value)
}
