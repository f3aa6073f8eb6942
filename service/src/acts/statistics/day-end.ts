import { currencyDigits } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import { namesOfPeople } from '../../people/people.ts'
import { dayAsked, showDayEnd, shownDayEnd } from '../../statistics/day-end/answer.ts'
import { clock, clockText } from '../../statistics/day-end/clock.ts'
import { readDayEnd } from '../../statistics/day-end/read.ts'
import { signDayEnd } from '../../statistics/day-end/sign.ts'
import { dayEndCsv, dayEndText } from '../../statistics/day-end/write.ts'
import { type ActContext, act, BodyAnswer, UnknownTargetError } from '../act.ts'

/** Which day of which store is asked for. */
export const whichDay = {
  storeId: z.string().min(1).max(200).describe('The store’s id, as its tills send it.'),
  workstationId: z.string().min(1).max(200).optional().describe('Only this register; default all of the store’s.'),
  date: z.iso.date('must be a date, such as 2026-11-28').describe('The date on which the business day begins.'),
  cutOff: clock
    .default(0)
    .describe(
      'When it begins by the store’s clock; default `00:00`. With `04:00`, what is sold at 1 a.m. is of the evening before.',
    ),
}

const showInput = z.object({
  ...whichDay,
  format: z.enum(['json', 'csv', 'text']).default('json').describe('`text`: for a receipt printer, 42 columns.'),
})

const amount = z.string().regex(/^-?\d{1,12}(?:\.\d{1,6})?$/, 'must be an amount, such as 412.50')

const signInput = z
  .strictObject({
    ...whichDay,
    cash: z
      .array(
        z.strictObject({
          currency: z
            .string()
            .regex(/^[A-Z]{3}$/, 'must be a currency, such as CAD')
            .describe('ISO 4217.'),
          counted: amount.describe('How much there was.'),
        }),
      )
      .max(10)
      .default([])
      .describe('What was counted in the drawer beyond its float, by currency.'),
  })
  .meta({ id: 'SignDayEndInput' })

const currency = z.string().describe('ISO 4217; empty if unknown.')
const figures = z
  .record(z.string(), z.unknown())
  .describe('As a row of the statistics has them: counts, and `amounts` by currency.')

const part = z
  .object({
    workstationId: z.string().optional().describe('The register; absent for the whole store.'),
    figures,
    tenders: z
      .array(z.object({ tenderTypeCode: z.string().describe('The means of payment.'), figures }))
      .describe('By means of payment, in the order of their names.'),
    taxes: z
      .array(
        z.object({
          taxTypeCode: z.string().describe('The tax.'),
          percent: z.string().optional().describe('Its rate as a fraction; absent if it wasn’t sent.'),
          figures,
        }),
      )
      .describe('By type and rate.'),
    orders: z
      .array(
        z.object({
          currency,
          opened: z.number().describe('How many were opened.'),
          openedAmount: z.string().describe('What they come to.'),
          paidAmount: z.string().describe('What was paid on them and on earlier ones, as in `takings`.'),
        }),
      )
      .describe('Orders and layaways.'),
    cash: z
      .array(
        z.object({
          currency,
          expected: z.string().describe('Cash less change and cash given back.'),
          tips: z.string().describe('What of it are tips.'),
        }),
      )
      .describe('What the drawer has more than in the morning.'),
  })
  .meta({ id: 'DayEndPart' })

const why = z.enum(['unsummed', 'mixed_signs', 'discounts_ignored', 'takings_unknown'])

const shown = z
  .object({
    date: z.string().describe('The date on which it began.'),
    storeId: z.string().describe('The store’s id.'),
    storeName: z.string().describe('Its name on the day’s newest receipt; empty without one.'),
    cutOff: z.string().describe('When it began, by the store’s clock.'),
    total: part,
    registers: z.array(part).describe('Each register that had a receipt.'),
    notCounted: z
      .array(
        z.object({
          transactionNumber: z.string().describe('The receipt’s number.'),
          workstationId: z.string().describe('Its register.'),
          why: z.array(why).describe('What isn’t in the figures, or may be wrong in them.'),
        }),
      )
      .describe('Receipts whose figures aren’t complete, a hundred at most.'),
    notCountedCount: z.number().describe('How many there are.'),
    signed: z
      .object({
        at: z.string().describe('ISO 8601, UTC.'),
        by: z.string().describe('Who, as the audit trail names them.'),
        name: z.string().optional().describe('What they sign in with; absent for an operator, or if they are gone.'),
        cutOff: z.string().describe('When the day began that was signed off.'),
        cash: z
          .array(
            z.object({
              currency,
              counted: z.string().describe('What was counted.'),
              expected: z.string().describe('What the receipts said then.'),
              difference: z.string().describe('Counted less expected.'),
            }),
          )
          .describe('The drawer, by currency.'),
        isChanged: z.boolean().describe('Whether receipts came or were erased since; the figures are those of now.'),
      })
      .optional()
      .describe('Absent until it is signed off.'),
  })
  .meta({ id: 'DayEnd' })

/** A business day of a store: what it took, by register, tender and tax, and who signed it off. */
export const dayEndActs = {
  showDayEnd: act({
    id: 'showDayEnd',
    at: 'GET /merchants/{merchantId}/day-end',
    access: {
      admin: 'read',
      console: 'statistics',
      stores: 'some',
      command:
        'day-end show <merchant> --store <id> --date <date> [--register <id>] [--cut-off <clock>] [--format <format>]',
    },
    summary: 'Show a store’s day-end',
    description:
      'Counted from the receipts that are stored now, by the rules of the statistics. The days are those that receipts print.',
    input: showInput,
    outcomes: {
      200: { description: 'The day', schema: shown, otherTypes: ['text/csv', 'text/plain'] },
      404: { description: 'There is no such merchant, or no such store within reach' },
    },
    async run({ db, reach }, { format, ...input }) {
      const about = dayAsked(reach, input)
      const answer = await showDayEnd(db, about, id => namesOfPeople(db, id))
      if (format === 'csv') return new BodyAnswer(dayEndCsv(answer), 'text/csv')
      return format === 'text' ? new BodyAnswer(dayEndText(answer), 'text/plain') : answer
    },
  }),

  signDayEnd: act({
    id: 'signDayEnd',
    at: 'POST /merchants/{merchantId}/day-end',
    access: {
      admin: 'deliveries',
      console: 'desk',
      stores: 'some',
      command:
        'day-end sign <merchant> --store <id> --date <date> [--register <id>] [--cut-off <clock>] [--currency <code> --counted <amount>]',
    },
    summary: 'Sign a day-end off',
    description:
      'Once for each store and register, with the cash that was counted. What it said then stays, whatever comes later.',
    input: signInput,
    outcomes: {
      200: { description: 'The day, signed off', schema: shown },
      404: { description: 'The store has no receipts of that day, or there is no such merchant' },
      422: { description: 'It was signed off before' },
    },
    async run({ db, reach, now, actor }: ActContext, { cash, ...input }) {
      refuseWrongCounts(cash)
      const about = dayAsked(reach, input)
      const dayEnd = await readDayEnd(db, about)
      if (dayEnd.registers.length === 0) throw new UnknownTargetError('The store has no receipts of that day.')
      const counted = cash.map(each => ({ ...each, counted: withDigits(each.counted, each.currency) }))
      const signed = await signDayEnd(db, about, dayEnd, { counted, by: actor, at: now() })
      if (!signed) throw new InvalidInputError({ date: [{ code: 'custom', message: 'was signed off before' }] })
      return shownDayEnd(about, dayEnd, signed, await namesOfPeople(db, reach.merchantId))
    },
    audit: ({ date, cutOff, cash }) => ({ detail: { date, cutOff: clockText(cutOff), cash: cash.length } }),
  }),
}

/** It is signed off only once, so what nobody can have counted is refused: parts of a cent, or a currency twice. */
function refuseWrongCounts(cash: z.output<typeof signInput>['cash']): void {
  const errors: InvalidInputError['fields'] = {}
  for (const [at, { currency, counted }] of cash.entries()) {
    const { minimum: most } = currencyDigits(currency)
    if ((counted.split('.')[1]?.length ?? 0) > most)
      errors[`cash[${at}].counted`] = [
        { code: 'custom', message: `must be an amount, such as ${most === 0 ? '412' : withDigits('412.5', currency)}` },
      ]
    if (cash.findIndex(each => each.currency === currency) < at)
      errors[`cash[${at}].currency`] = [{ code: 'custom', message: 'must be there only once' }]
  }
  if (Object.keys(errors).length > 0) throw new InvalidInputError(errors)
}

/** With the currency's decimals at least. */
function withDigits(text: string, currency: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const written = fraction.padEnd(currencyDigits(currency).minimum, '0')
  return written === '' ? whole : `${whole}.${written}`
}
