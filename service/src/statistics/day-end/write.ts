import { cellOf } from '../answers/csv.ts'
import type { ShownDayEnd } from './answer.ts'
import { amountRows, countRows } from './sheet.ts'
import type { DayEndPart } from './sums.ts'

/** What the rows are called in files and on slips, which are in English. */
const names = {
  receipts: 'Receipts',
  sales: 'Sales',
  returns: 'Returns',
  payments: 'Payments on orders and layaways',
  deposits: 'Deposits',
  training: 'Training',
  discounts: 'Discounts',
  fees: 'Fees',
  taxes: 'Taxes',
  tips: 'Tips',
  rounding: 'Rounding',
  giftCardsSold: 'Gift cards sold',
  giftCardsRedeemed: 'Gift cards redeemed',
  takings: 'Takings',
} as const

/** One line of a report. `count` and `amount` as texts; empty where there is none. */
interface Line {
  section: string
  name: string
  currency: string
  count: string
  amount: string
}

function linesOf({ figures, tenders, taxes, orders, cash }: DayEndPart): Line[] {
  const { amounts = [] } = figures
  const counts = countRows.map(([name, field]) => {
    return { section: 'count', name: names[name], currency: '', count: String(figures[field] ?? 0), amount: '' }
  })
  const sums = amounts.flatMap(amount =>
    amountRows.map(([name, field]) => ({
      section: 'amount',
      name: names[name],
      currency: amount.currency,
      count: '',
      amount: String(amount[field] ?? '0'),
    })),
  )
  const ordered = orders.flatMap(({ currency, opened, openedAmount, paidAmount }) => [
    {
      ...{ section: 'order', name: 'Orders and layaways opened', currency },
      ...{ count: String(opened), amount: openedAmount },
    },
    { section: 'order', name: 'Paid on orders and layaways', currency, count: '', amount: paidAmount },
  ])
  const paid = tenders.flatMap(({ tenderTypeCode, figures: { count = 0, amounts: of = [] } }) =>
    of.map(({ currency, tenderApplied = '0' }) => ({
      section: 'tender',
      name: tenderTypeCode,
      currency,
      count: String(count),
      amount: tenderApplied,
    })),
  )
  const taxed = taxes.flatMap(({ taxTypeCode, percent, figures: { count = 0, amounts: of = [] } }) =>
    of.map(({ currency, amount = '0' }) => ({
      section: 'tax',
      name: percent === undefined ? taxTypeCode : `${taxTypeCode} ${Number((Number(percent) * 100).toFixed(4))} %`,
      ...{ currency, count: String(count), amount },
    })),
  )
  const drawer = cash.map(({ currency, expected }) => ({
    section: 'cash',
    name: 'Expected in the drawer',
    currency,
    count: '',
    amount: expected,
  }))
  return [...counts, ...sums, ...ordered, ...paid, ...taxed, ...drawer]
}

/** As CSV (RFC 4180): a line for each figure of each register, then those of the whole store without a `workstationId`. Cells can't be formulas. */
export function dayEndCsv({ date, storeId, total, registers }: ShownDayEnd): string {
  const rows = [...registers, total].flatMap(part =>
    linesOf(part).map(({ section, name, currency, count, amount }) => [
      date,
      storeId,
      part.workstationId,
      section,
      name,
      currency,
      count,
      amount,
    ]),
  )
  const header = 'date,storeId,workstationId,section,name,currency,count,amount'
  return [header, ...rows.map(row => row.map(cellOf).join(','))].map(line => `${line}\r\n`).join('')
}

/** Columns of a roll of 80 mm in a receipt printer's usual letters. */
const columns = 42

/** As a printer's text, each register and the store. */
export function dayEndText({
  date,
  storeId,
  storeName,
  cutOff,
  total,
  registers,
  notCountedCount,
  signed,
}: ShownDayEnd): string {
  const across = (label: string, value: string) =>
    `${label.slice(0, columns - value.length - 1).padEnd(columns - value.length)}${value}`
  const part = (title: string, of: DayEndPart) => [
    title,
    '-'.repeat(columns),
    ...linesOf(of)
      .filter(({ section, count, amount }) => section === 'cash' || Number(count) !== 0 || Number(amount || 0) !== 0)
      .map(({ name, currency, count, amount }) => {
        const times = amount !== '' && count !== '' ? ` (${count})` : ''
        return across(`${name}${times}`, amount === '' ? count : `${amount} ${currency}`.trim())
      }),
    '',
  ]
  return [
    `${storeName || 'Store'} (${storeId})`,
    `Day-end ${date}${cutOff === '00:00' ? '' : `, from ${cutOff}`}`,
    '',
    ...registers.flatMap(of => part(`Register ${of.workstationId}`, of)),
    ...(registers.length === 1 ? [] : part('Store', total)),
    ...(notCountedCount === 0 ? [] : [`${notCountedCount} receipts can't be counted fully.`, '']),
    ...(signed?.cash ?? []).flatMap(({ currency, counted, difference }) => [
      across('Counted', `${counted} ${currency}`),
      across('Difference', `${difference} ${currency}`),
    ]),
    ...(signed ? [`Signed off ${signed.at}`] : ['Not signed off.']),
    '',
  ].join('\n')
}
