import { language } from '../parts/words.ts'

/** A range of days, both included, as `2026-11-20`. */
export interface Period {
  from: string
  to: string
}

const day = 86_400_000

/** How many days a period has. */
export function daysOf({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / day + 1
}

/** The period some days earlier. */
export function earlier({ from, to }: Period, days: number): Period {
  return { from: shifted(from, -days), to: shifted(to, -days) }
}

/** Rows of a chart: as many as can be told apart. */
export function intervalOf(period: Period): 'day' | 'week' | 'month' {
  const days = daysOf(period)
  return days <= 92 ? 'day' : days <= 400 ? 'week' : 'month'
}

/** A row's date at the axis. */
export function axisLabel(date: string, interval: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    month: 'short',
    numberingSystem: 'latn',
    calendar: 'gregory',
    ...(interval === 'month' ? { year: '2-digit' } : { day: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`))
}

/** The first day of a week here: 1 is Monday. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}
