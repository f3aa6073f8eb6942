import { wholeReach } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { answerStatistics } from './answer.ts'
import { type Grouping, groupings, type StatisticsAnswer, type StatisticsRow } from './answer-shape.ts'
import { canRead } from './query.ts'

type CsvValues = Readonly<Record<string, unknown>>

/**
 * An answer as CSV (RFC 4180): a line for each row and currency, under the names of the JSON. `receipts`, `sales` and amounts are
 * those of the currency; what isn't told by currency is in a row's first line only. So all lines add up.
 */
export function csvOf(answer: StatisticsAnswer): string {
  return csvHeader(answer.groupBy as Grouping | null, answer.thenBy as Grouping | undefined) + csvLines(answer)
}

function csvHeader(groupBy: Grouping | null, thenBy?: Grouping): string {
  return lineOf(columnsOf(groupBy, thenBy))
}

function csvLines(answer: StatisticsAnswer): string {
  const columns = columnsOf(answer.groupBy as Grouping | null, answer.thenBy as Grouping | undefined)
  return answer.rows.map(row => csvRow(row, answer, columns)).join('')
}

/**
 * A value as a cell. A spreadsheet would carry out a text that begins like a formula, also in the wide letters of Japanese, and a till may send
 * one. Some separate cells by semicolons, so these are quoted, too.
 */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text =
    /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(value) && !/^-?\d+(?:\.\d+)?$/.test(value)
      ? `'${value}`
      : value
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function csvRow(row: StatisticsRow, { timeZone }: StatisticsAnswer, columns: readonly string[]): string {
  const { amounts = [], deliveries: { secondsToMail, ...mails } = {}, byReceiptType, group, ...figures } = row
  const about = { start: row.start, end: row.end, date: row.date, timeZone, ...prefixed('group', group) }
  const first = {
    ...figures,
    ...byReceiptType,
    ...prefixed('mails', mails),
    ...prefixed('secondsToMail', secondsToMail),
    ...amounts[0],
  }
  const lines: CsvValues[] = [first, ...amounts.slice(1)]
  const all = lines.map(values => ({ ...values, ...about }) as CsvValues)
  return all.map(values => lineOf(columns.map(name => values[name]))).join('')
}

function lineOf(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function prefixed(prefix: string, values: object | undefined): CsvValues {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [prefixedName(prefix, name), value]))
}

function prefixedName(prefix: string, name: string): string {
  return `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`
}

/** Groups whose columns aren't named like them. */
const groupColumns: Readonly<Partial<Record<Grouping, string>>> = {
  store: 'groupStoreId groupStoreName',
  register: 'groupStoreId groupStoreName groupWorkstationId',
  tenderType: 'groupTenderTypeCode',
  cardBrand: 'groupCardTypeCode',
  taxType: 'groupTaxTypeCode groupPercent',
  item: 'groupItemSKUNumber groupItemName',
  mailReason: 'groupReason',
  mailDomain: 'groupDomain',
  refusal: 'groupField groupMessage',
  validation: 'groupStatus',
}

const receiptColumns =
  'receipts sales currency grossAmount grossKnown netAmount netKnown grandAmount salesAmount averageBasket discounts taxes tips ' +
  'fees serviceCharges refunds changeDue roundingAdjustment returns paymentRequests training revised late notSummed DigitalOnly ' +
  'DigitalAndPaper PaperOnly NoReceipt digitalShare withAddress addressShare offersShown items itemsReturned itemsPerSale mailsSent ' +
  'mailsFailed mailsBounced mailsTrying mailsCanceled mailsResent mailsAttempts mailsAttemptsPerMail secondsToMailMails ' +
  'secondsToMailP50 secondsToMailP95 secondsToMailP99 returnsAmount giftCardsSold giftCardsRedeemed takings takingsKnown ' +
  'paymentsAmount payments deposits laterInvoices giftReceipts mixedSigns discountsIgnored taxesFromItems timesWithoutOffset'

/** Always the same for a grouping, so that files can be put together. */
function columnsOf(groupBy: Grouping | null, thenBy?: Grouping): string[] {
  const about = ['start', 'end', 'date', 'timeZone', 'partial']
  const both = [groupBy, thenBy].filter(each => each !== null && each !== undefined)
  const group = both.flatMap(each => (groupColumns[each] ?? prefixedName('group', each)).split(' '))
  return [...about, ...(groupBy === null ? [] : ['groupId']), ...group, ...figureColumns(thenBy ?? groupBy).split(' ')]
}

function figureColumns(groupBy: Grouping | null): string {
  switch (groupBy) {
    case 'mailReason':
    case 'mailDomain':
    case 'refusal':
    case 'validation':
      return 'count'
    case 'tenderType':
    case 'cardBrand':
      return 'receipts count currency amount changeDue tips tenderApplied'
    case 'discount':
      return 'receipts count currency amount'
    case 'taxType':
      return 'receipts count currency amount taxableAmount'
    case 'category':
    case 'item':
      return 'receipts count items itemsReturned currency amount refunds'
    default:
      return receiptColumns
  }
}

/** CSV, or a JSON object on each line. */
export const exportFormats = ['csv', 'ndjson'] as const

/** How figures are written to a file. */
export type ExportFormat = (typeof exportFormats)[number]

interface DayToExport {
  merchantId: string
  /** Days since 1970. */
  day: number
  by: Grouping
  shownZone: string
  format: ExportFormat
}

/** What an export begins with. */
export function exportHeader(by: Grouping, format: ExportFormat): string {
  return format === 'csv' ? csvHeader(by) : ''
}

/** A day's figures by the hour, as far as there are hours, without a header; empty if there are none. */
export async function exportDay(
  db: Database,
  { merchantId, day, by, shownZone, format }: DayToExport,
): Promise<string> {
  const about = { dimension: groupings[by], stores: null, during: undefined }
  const interval = canRead({ ...about, interval: 'hour' }) ? 'hour' : 'day'
  const query = {
    ...wholeReach(merchantId),
    from: day,
    to: day,
    interval,
    groupBy: by,
    shownZone,
    weekStart: 0,
    orderBy: 'amount',
  } as const
  const answer = await answerStatistics(db, query, Date.now(), Number.POSITIVE_INFINITY)
  if (typeof answer === 'string') throw new Error(`A day can't be exported: ${answer}`)
  if (format === 'csv') return csvLines(answer)
  const { timeZone } = answer
  return answer.rows.map(row => `${JSON.stringify({ merchantId, timeZone, ...row })}\n`).join('')
}
