import { halfWidthYen } from '../../../src/locale/format/intl.ts'
import { displayOf } from '../../../src/locale/format/money.ts'
import type { Figures } from '../answers.ts'
import { amountWords, dateWords, language, number, t } from '../parts/words.ts'

/** What the overview's chart can show, in the order in which it offers them. */
export const measures = ['receipts', 'sales', 'takings', 'digital', 'delivery'] as const

/** One of them, as the page's address names it. */
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

/** Whether a measure is an amount, and so of one currency. */
export function isAmount(measure: Measure): boolean {
  return measure === 'sales' || measure === 'takings'
}

/** Whether a measure is a share of something. */
export function isShare(measure: Measure): boolean {
  return measure === 'digital' || measure === 'delivery'
}

/** A value in words. */
export function written(value: number | undefined, measure: Measure, currency: string, isShort = false): string {
  if (value === undefined) return '–'
  if (isShare(measure)) return percent(value, value > 0.995 && value < 1 ? 2 : 1)
  if (measure === 'receipts') return number(value, isShort ? { notation: 'compact' } : {})
  const short = isShort ? ({ notation: 'compact', maximumFractionDigits: 1 } as const) : {}
  return amountWords(halfWidthYen(number(value, { ...moneyStyle(language, currency), ...short })))
}

/** How an amount's currency is written: as in lists of receipts, `JPY 547` in English and `¥547` in Japanese. Empty for none. */
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
  // A period in which trade only began is none to compare with.
  if (difference === undefined || Math.abs(difference) > mostChange) return undefined
  const way = Math.abs(difference) < 0.0005 ? 'same' : difference > 0 ? 'more' : 'less'
  if (way === 'same') return { way, words: t('overview.same') } as const
  if (!isShare(measure))
    return { way, words: t(`overview.${way}`, { amount: percent(Math.abs(difference), 1) }) } as const
  const points = number(Math.abs(difference) * 100, { maximumFractionDigits: 1 })
  return { way, words: t(`overview.${way}Points`, { points }) } as const
}

/** Changes beyond ten times say nothing. */
const mostChange = 10

function percent(value: number, digits: number): string {
  return number(value, { style: 'percent', maximumFractionDigits: digits })
}

/** A range of days, both included, as `2026-11-20`. */
export interface DayRange {
  from: string
  to: string
}

const day = 86_400_000

/** How many days a period has. */
function daysOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / day + 1
}

/** The period some days earlier. */
export function earlier({ from, to }: DayRange, days: number): DayRange {
  return { from: shifted(from, -days), to: shifted(to, -days) }
}

/** What a period is compared with: as many days before, back to the same weekdays. Months are beside months. */
export function periodBefore(period: DayRange): DayRange {
  const days = daysOf(period)
  return earlier(period, intervalOf(period) === 'month' ? days : Math.ceil(days / 7) * 7)
}

/** Rows of a chart: as many as can be told apart. */
export function intervalOf(period: DayRange): 'day' | 'week' | 'month' {
  const days = daysOf(period)
  return days <= 92 ? 'day' : days <= 400 ? 'week' : 'month'
}

/** A row's date at the axis. */
export function axisLabel(date: string, interval: string): string {
  const more = interval === 'month' ? ({ year: '2-digit' } as const) : ({ day: 'numeric' } as const)
  return dateWords(new Date(`${date}T00:00:00Z`), { timeZone: 'UTC', month: 'short', ...more })
}

/** The first day of a week here: 1 is Monday. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}
