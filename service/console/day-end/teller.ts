import { halfWidthYen } from '../../../src/locale/format/intl.ts'
import type { Teller } from '../../src/statistics/day-end/sheet.ts'
import { moneyStyle } from '../overview/figures.ts'
import { amountWords, dateWords, dayText, known, language, number, t, timeText, type Word } from '../parts/words.ts'

/** Words and numbers of this page's language, for what reports have, too. */
export const teller: Teller = {
  say: (key, values) => t(key as Word, values),
  known: key => known(key),
  number: value => number(value),
  amount(amount, currency) {
    const decimals = amount.split('.')[1]?.length ?? 0
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return amountWords(halfWidthYen(number(Number(amount), { ...moneyStyle(language, currency), ...digits })))
  },
  percent: part => number(part, { style: 'percent', maximumFractionDigits: 3 }),
  day: dayText,
  clock: text => dateWords(new Date(`1970-01-01T${text}:00Z`), { timeStyle: 'short', timeZone: 'UTC' }),
  time: at => timeText(new Date(at).toISOString()),
}
