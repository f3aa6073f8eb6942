import { z } from 'zod'
import { catalogue } from '../../basics/catalogue.ts'
import { InvalidInputError, readBy } from '../../basics/errors/errors.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { maxAnswerRows, type Unanswerable } from '../../statistics/answers/answer.ts'
import { pairsInWords, storePairs } from '../../statistics/answers/pairs.ts'
import { dateOf, dayOf } from '../../statistics/answers/periods.ts'
import { tableGroupings } from '../../statistics/tables/columns.ts'
import {
  NoTableError,
  pageOf,
  readTable,
  type TableQuestion,
  type WholeTable,
} from '../../statistics/tables/read-table.ts'
import { tableCsv, tableLines } from '../../statistics/tables/table-file.ts'
import { type ActContext, act, BodyAnswer } from '../act.ts'

const day = z.string().transform(readBy(dayOf, 'must be a date, such as 2026-11-21'))

const whichTable = {
  by: z.enum(tableGroupings).describe('A row for each of these.'),
  thenBy: z
    .enum(storePairs)
    .optional()
    .describe('A row for each of both: of `store` and any of these, or of `register` and `operator` with a `storeId`.'),
  from: day.meta({ format: 'date', description: 'First day, by the stores’ calendar.' }),
  to: day.meta({ format: 'date', description: 'Last day, inclusive.' }),
  storeId: z.string().min(1).max(200).optional().describe('Only this store. Not of territories, categories and items.'),
  beside: z
    .literal('year')
    .optional()
    .describe('`year`: each row also has the figures of the same days a year before.'),
  currency: z
    .string()
    .regex(/^(?:[A-Z]{3})?$/, 'must be a currency, such as CAD')
    .optional()
    .describe('Whose amounts; default the one with the most receipts.'),
  sort: z.string().max(40).optional().describe('A column, or `name`; default what was sold, or the amount.'),
  way: z.enum(['up', 'down']).optional().describe('Default `down`, of names `up`.'),
  words: z.string().trim().max(200).optional().describe('Only rows that have all of these words in a name or number.'),
}

const showInput = z.object({
  ...whichTable,
  page: z.coerce.number().int().min(1).max(1000).default(1).describe('Of 50 rows.'),
  language: z.string().max(35).optional().describe('Of the names that receipts have words for; default `en-US`.'),
})

const exportInput = z.object({
  ...whichTable,
  format: z.enum(['csv', 'jsonl']).default('csv').describe('`jsonl`: a JSON object on each line.'),
})

const values = z
  .array(z.union([z.string(), z.number(), z.null()]))
  .describe('In the order of `columns`: counts and shares as numbers, amounts as decimal strings; null without any.')

const row = z
  .object({
    id: z.string().describe('Tells the row from the others.'),
    names: z.array(z.string()).describe('What it is of, for each of `by`.'),
    group: z.record(z.string(), z.unknown()).describe('What it is of, as `group` of the statistics has it.'),
    values,
    before: values.optional(),
  })
  .meta({ id: 'TableRow' })

const column = z.string().describe('A column.')

const shown = z
  .object({
    by: z.array(z.string()).describe('As asked.'),
    columns: z.array(column).describe('Figures of a row, named as in the statistics; `netSales`: sales less returns.'),
    rows: z.array(row).describe('A page of them.'),
    count: z.number().describe('How many rows there are.'),
    pages: z.number().describe('How many pages.'),
    currency: z.string().describe('Whose amounts; empty if unknown.'),
    currencies: z.array(z.string()).describe('Those that there are, the one with the most receipts first.'),
    sort: z.string().describe('By what they are sorted.'),
    isRising: z.boolean().describe('Whether the least is first.'),
    totals: values
      .optional()
      .describe('Of all groups, whatever was searched; absent where a receipt may be in several.'),
    totalsBefore: values.optional().describe('The same of the year before.'),
    marked: z.number().describe('How many rows have the figure `mark`: all but those of other currencies.'),
    marks: z.array(z.number()).describe('That figure of the first thousand of them, to draw.'),
    mark: column,
    outliers: z.array(row).describe('Rows whose `mark` is far from the others’, six at most.'),
    recounting: z.boolean().describe('As `freshness.recounting` of the statistics.'),
  })
  .meta({ id: 'StatisticsTable' })

const words = '--by <grouping> --from <date> --to <date> [--then-by <grouping>] [--store <id>] [--beside year]'
const view = '[--currency <code>] [--sort <column>] [--way up|down] [--words <text>]'

/** Tables of the statistics: a row for each group, all of them, sorted and searched; by the page, or all as a file. */
export const tableActs = {
  showTable: act({
    id: 'showTable',
    at: 'GET /merchants/{merchantId}/table',
    access: {
      ...{ admin: 'read', console: 'statistics', stores: 'some' },
      command: `table show <merchant> ${words} ${view} [--page <number>] [--language <tag>]`,
    },
    summary: 'Show a table of the statistics',
    description: 'Exact and as of now, by the days that receipts print. The figures are those of the statistics.',
    input: showInput,
    outcomes: { 200: { description: 'A page of the table', schema: shown } },
    async run(context, { page, language = '', ...input }) {
      const known = catalogue().locales.includes(language) ? language : 'en-US'
      return pageOf(await tableAsked(context, input), page, known)
    },
  }),

  exportTable: act({
    id: 'exportTable',
    at: 'GET /merchants/{merchantId}/table/rows',
    access: {
      ...{ admin: 'read', console: 'desk', stores: 'some' },
      command: `table export <merchant> ${words} ${view} [--format csv|jsonl]`,
    },
    summary: 'Export a table of the statistics',
    description:
      'All rows, as a file. In CSV, a text that a spreadsheet would take for a formula begins with an apostrophe.',
    isRecorded: true,
    input: exportInput,
    outcomes: {
      200: { description: 'All rows', contentType: 'text/csv', otherTypes: ['application/x-ndjson'] },
    },
    async run(context, { format, ...input }) {
      const table = await tableAsked(context, input)
      const { rows, currency, groupings } = table
      const [from, to] = [dateOf(input.from), dateOf(input.to)]
      const file = { groupings, currency, from, to, rows }
      const name = `${groupings.join('-')}-${from}-${to}.${format}`
      const saved = { 'content-disposition': `attachment; filename="${name}"` }
      return format === 'csv'
        ? new BodyAnswer(tableCsv(file), 'text/csv', saved)
        : new BodyAnswer(tableLines(file), 'application/x-ndjson', saved)
    },
    audit: ({ by, thenBy, from, to, format }) => ({
      detail: { by: thenBy ? `${by}, ${thenBy}` : by, from: dateOf(from), to: dateOf(to), format },
    }),
  }),
}

async function tableAsked({ db, reach, merchant }: ActContext, asked: TableQuestion): Promise<WholeTable> {
  if (asked.to < asked.from) throw wrong('to', 'must not be before from')
  try {
    return await readTable({ db, reach, zone: zoneOf(merchant.settings) }, asked)
  } catch (error) {
    if (error instanceof NoTableError) throw wrong(...whyNot(error.why, asked.storeId === undefined))
    throw error
  }
}

/** Whoever sees some stores named none: so the grouping is at fault. */
function whyNot(why: Unanswerable, isOfAll: boolean): [field: string, message: string] {
  switch (why) {
    case 'no such pair':
      return ['thenBy', pairsInWords.replaceAll('groupBy', 'by')]
    case 'of one store':
      return ['storeId', 'must be sent with by=register and thenBy']
    case 'not by store':
      return isOfAll
        ? ['by', 'isn’t counted by store, so it is only for who sees all stores']
        : ['storeId', 'must not be sent with this grouping']
    case 'too many rows':
      return ['to', `must be nearer to from, or name a storeId: a table has at most ${maxAnswerRows} rows`]
    default:
      return ['to', `can’t be answered: ${why}`]
  }
}

function wrong(field: string, message: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: 'custom', message }] })
}
