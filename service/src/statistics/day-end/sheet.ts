import type { ShownDayEnd } from './answer.ts'
import type { NotCounted } from './read.ts'
import type { DayEndPart } from './sums.ts'

/** Words and numbers in a language: what a page or a report says them with. */
export interface Teller {
  say(key: string, values?: Readonly<Record<string, string | number>>): string
  /** The words for a code; undefined if there are none. */
  known(key: string): string | undefined
  number(value: number): string
  amount(amount: string, currency: string): string
  percent(part: number): string
  day(date: string): string
  clock(text: string): string
  /** @param at milliseconds since 1970 */
  time(at: number): string
}

/** Figures under a heading, to be shown, printed or mailed. */
export interface SheetTable {
  title: string
  rows: SheetRow[]
}

/** A figure with its name. */
export interface SheetRow {
  name: string
  value: string
  /** How many it is of. */
  count?: string
  /** What everything comes to. */
  isSum?: boolean
}

/** The counts of a part, in the order of a till's own report: their words, and their names in the figures. */
export const countRows = [
  ['receipts', 'receipts'],
  ['sales', 'sales'],
  ['returns', 'returns'],
  ['payments', 'payments'],
  ['deposits', 'deposits'],
  ['training', 'training'],
] as const

/** Its sums. */
export const amountRows = [
  ['sales', 'salesAmount'],
  ['returns', 'returnsAmount'],
  ['discounts', 'discounts'],
  ['fees', 'fees'],
  ['taxes', 'taxes'],
  ['tips', 'tips'],
  ['rounding', 'roundingAdjustment'],
  ['giftCardsSold', 'giftCardsSold'],
  ['giftCardsRedeemed', 'giftCardsRedeemed'],
  ['payments', 'paymentsAmount'],
  ['takings', 'takings'],
] as const

/** What a register or the store took, in the order of a till's own report. What is 0 is left out, but for the drawer. */
export function partTables({ figures, tenders, taxes, orders, cash }: DayEndPart, teller: Teller): SheetTable[] {
  const { say, known, number, amount, percent } = teller
  const row = (name: string) => say(`dayEnd.row.${name}`)
  const counts = countRows.flatMap(([name, field]) =>
    figures[field] ? [{ name: row(name), value: number(figures[field] ?? 0) }] : [],
  )
  const sums = (figures.amounts ?? []).flatMap(of => [
    ...amountRows.flatMap(([name, field]) => {
      const value = of[field] ?? '0'
      const isSum = name === 'takings'
      return isSum || Number(value) !== 0 ? [{ name: row(name), value: amount(value, of.currency), isSum }] : []
    }),
  ])
  const ordered = orders.flatMap(({ currency, opened, openedAmount, paidAmount }) => [
    ...(opened === 0
      ? []
      : [{ name: row('ordersOpened'), value: amount(openedAmount, currency), count: number(opened) }]),
    { name: row('ordersPaid'), value: amount(paidAmount, currency) },
  ])
  const paid = tenders.flatMap(({ tenderTypeCode, figures: { count = 0, amounts = [] } }) =>
    amounts.map(({ currency, tenderApplied = '0' }) => ({
      name: known(`tender.${tenderTypeCode}`) ?? tenderTypeCode,
      value: amount(tenderApplied, currency),
      count: number(count),
    })),
  )
  const taxed = taxes.flatMap(({ taxTypeCode, percent: rate, figures: { count = 0, amounts = [] } }) =>
    amounts.map(({ currency, amount: sum = '0' }) => ({
      name: [known(`tax.${taxTypeCode}`) ?? taxTypeCode, ...(rate === undefined ? [] : [percent(Number(rate))])].join(
        ' ',
      ),
      value: amount(sum, currency),
      count: number(count),
    })),
  )
  const drawer = cash.flatMap(({ currency, expected, tips }) => [
    { name: row('expected'), value: amount(expected, currency), isSum: true },
    ...(Number(tips) === 0 ? [] : [{ name: row('cashTips'), value: amount(tips, currency) }]),
  ])
  const all = { counts, amounts: [...sums, ...ordered], tenders: paid, taxes: taxed, cash: drawer }
  return Object.entries(all).flatMap(([name, rows]) =>
    rows.length === 0 ? [] : [{ title: say(`dayEnd.part.${name}`), rows }],
  )
}

/** What was counted in the drawer when the day was signed off. */
export function countedRows(cash: NonNullable<ShownDayEnd['signed']>['cash'], { say, amount }: Teller): SheetRow[] {
  return cash.flatMap(({ currency, expected, counted, difference }) => [
    { name: say('dayEnd.row.expected'), value: amount(expected, currency) },
    { name: say('dayEnd.row.counted'), value: amount(counted, currency) },
    { name: say('dayEnd.row.difference'), value: amount(difference, currency), isSum: true },
  ])
}

/** Who signed the day off, and what has happened since; one sentence each. */
export function signedNotes({ signed, cutOff }: ShownDayEnd, { say, time, clock }: Teller): string[] {
  if (!signed) return [say('dayEnd.notSigned')]
  const name = signed.name ?? say(signed.by.startsWith('key:') ? 'role.key' : 'dayEnd.operator')
  return [
    say('dayEnd.signed', { name, time: time(Date.parse(signed.at)) }),
    ...(signed.cutOff === cutOff ? [] : [say('dayEnd.signedFrom', { time: clock(signed.cutOff) })]),
    ...(signed.isChanged ? [say('dayEnd.changed')] : []),
  ]
}

/** Receipts that can't be counted fully, each with why. */
export function notCountedRows(notCounted: readonly NotCounted[], { say }: Teller): SheetRow[] {
  return notCounted.map(({ transactionNumber, why }) => ({
    name: transactionNumber,
    value: why.map(each => say(`dayEnd.why.${each}`)).join(', '),
  }))
}

/** The day, and when it begins if that isn't midnight. */
export function dayWords({ date, cutOff }: Pick<ShownDayEnd, 'date' | 'cutOff'>, { say, day, clock }: Teller): string {
  return [day(date), ...(cutOff === '00:00' ? [] : [say('dayEnd.from', { time: clock(cutOff) })])].join(', ')
}
