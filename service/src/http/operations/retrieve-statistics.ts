import { z } from 'zod'
import { InvalidInputError, readBy, required } from '../../basics/errors/errors.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { maxAnswerRows, maxDaysInZone, type Statistics, type Unanswerable } from '../../statistics/answers/answer.ts'
import { type Grouping, groupings, orders, statisticsResponse } from '../../statistics/answers/answer-shape.ts'
import { csvOf } from '../../statistics/answers/csv.ts'
import { pairsInWords, storePairs } from '../../statistics/answers/pairs.ts'
import { dayOf, intervals } from '../../statistics/answers/periods.ts'
import { type Operation, operation, statisticsPath } from '../operation.ts'

const day = (message: string) =>
  z
    .string({ error: issue => (issue.input === undefined ? required(message) : 'must be sent once') })
    .min(1, { error: required(message), abort: true })
    .transform(readBy(dayOf, 'must be a date, such as 2026-11-21'))

const single = z.string('must be sent once')

const whole = (least: number, most: number) =>
  z.preprocess(
    sent => (typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent),
    z
      .int('must be a whole number')
      .min(least, `must be between ${least} and ${most}`)
      .max(most, `must be between ${least} and ${most}`),
  )

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const groupNames = Object.keys(groupings) as [Grouping, ...Grouping[]]

const parameters = z.object({
  fromDate: day('From Date is required').meta({
    format: 'date',
    description: 'First day, by the stores’ calendar: the day that receipts print.',
  }),
  toDate: day('To Date is required').meta({ format: 'date', description: 'Last day, inclusive.' }),
  interval: oneOf(intervals).optional().describe('How long a row is; default `day`. `all`: the whole range.'),
  groupBy: oneOf(groupNames).optional().describe('Default: all receipts together.'),
  thenBy: oneOf(storePairs)
    .optional()
    .describe(
      'By what each group is grouped once more: of `store` by any of these, of `register` by `operator` with one store. By the day.',
    ),
  storeId: single
    .optional()
    .describe('Only this store. Not for categories, items, territories and what isn’t a receipt.'),
  timeZone: single
    .refine(isZone, 'must be an IANA time zone, such as America/Toronto')
    .optional()
    .describe('Whose hours, days, weeks and months: any IANA zone. Default: each store’s own.'),
  weekStartsOn: whole(1, 7).optional().describe('First day of a week: 1 (Monday, default) to 7 (Sunday).'),
  top: whole(1, 1000).optional().describe('Only so many groups, the first by `orderBy` in the whole range.'),
  orderBy: oneOf(orders)
    .optional()
    .describe(
      'How groups are ranked: by `amount` (default), `returns`, or `count`: pieces of items and categories, else receipts, or entries.',
    ),
})

/** Statistics of a merchant, as JSON or CSV. */
export function retrieveStatistics({ statistics }: { statistics: Statistics }): Operation {
  return operation({
    id: 'retrieveStatistics',
    method: 'GET',
    path: statisticsPath,
    tag: 'Statistics',
    summary: 'Retrieve statistics',
    description:
      'Exact and as of now: a receipt counts once, from the moment it is accepted. Erased receipts still count. ' +
      'Days are the stores’; mails count on the day of their receipt.',
    security: 'merchant',
    keyScope: 'statistics',
    stores: 'some',
    query: parameters,
    requestHeaders: { Accept: '`text/csv` for a line by row and currency, without totals.' },
    outcomes: {
      200: {
        description: 'Figures by period and group',
        schema: statisticsResponse,
        otherTypes: ['text/csv'],
        headers: { 'Counterfoil-Recounting': '`true` while `freshness.recounting` is, which CSV has no place for.' },
      },
    },

    async handle(call) {
      const { merchant, reach, headers } = call
      const { fromDate: from, toDate: to, weekStartsOn = 1, ...rest } = call.parameters
      if (to < from) throw wrong('toDate', 'must not be before fromDate')
      const answer = await statistics.answer({
        ...reach,
        from,
        to,
        ...rest,
        interval: rest.interval ?? 'day',
        orderBy: rest.orderBy ?? 'amount',
        weekStart: weekStartsOn - 1,
        shownZone: zoneOf(merchant.settings),
      })
      if (typeof answer === 'string') throw wrong(...whyNot(answer, rest))
      const recounting = answer.freshness.recounting && { 'counterfoil-recounting': 'true' }
      if (!headers.accept?.includes('text/csv'))
        return { status: 200, ...(recounting && { headers: recounting }), json: answer }
      const file = `attachment; filename="statistics-${answer.fromDate}-${answer.toDate}.csv"`
      return {
        status: 200,
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': file, ...recounting },
        body: csvOf(answer),
      }
    },
  })
}

const refusals: Readonly<Record<Unanswerable, [field: string, message: string]>> = {
  'too many rows': [
    'toDate',
    `must be nearer to fromDate: an answer has at most ${maxAnswerRows} rows, also for times without receipts`,
  ],
  'too many days': ['toDate', `must be within ${maxDaysInZone} days of fromDate, with timeZone`],
  'not by store': ['storeId', 'must not be sent with this groupBy'],
  'no such pair': ['thenBy', pairsInWords],
  'of one store': ['storeId', 'must be sent with groupBy=register and thenBy'],
  'not by hour': ['groupBy', 'is by the day: send neither interval=hour nor timeZone, or no storeId'],
  'not by quarters': ['timeZone', 'must differ from UTC by whole quarters of an hour'],
  'hours of before': [
    'timeZone',
    'must differ by whole hours from zones whose receipts an earlier version counted: run `statistics rebuild` to lift this',
  ],
}

/** Whoever is limited to some stores named none: so what they asked for is at fault. */
function whyNot(
  why: Unanswerable,
  { storeId, thenBy }: { storeId?: string | undefined; thenBy?: string | undefined },
): [field: string, message: string] {
  if (why === 'not by hour' && thenBy !== undefined)
    return ['thenBy', 'is by the day: send neither interval=hour nor timeZone']
  if (storeId !== undefined || (why !== 'not by store' && why !== 'not by hour')) return refusals[why]
  return why === 'not by store'
    ? ['groupBy', 'isn’t counted by store, so it is only for who sees all stores']
    : ['groupBy', 'is by the day for who sees some stores: send neither interval=hour nor timeZone']
}

function wrong(field: string, message: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: null, message }] })
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
