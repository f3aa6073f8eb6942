import { z } from 'zod'
import type { Reach } from '../../basics/reach.ts'
import type { PartMeasure, ReceiptMeasure } from '../../database/statistics/tables.ts'
import { allDimensions, type Dimension } from '../counting/dimensions.ts'
import type { PairGrouping } from './pairs.ts'
import type { Interval } from './periods.ts'

const count = (text: string) => z.int().describe(text)
const decimal = (text: string) => z.string().describe(text)
const share = (text: string) => z.number().nullable().describe(`${text}; null without any.`)

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape

const amounts = z
  .object({
    currency: z.string().describe('ISO 4217; empty if neither the receipt nor the merchant says.'),
    ...optional({
      receipts: count('Receipts in this currency.'),
      sales: count('Sales in this currency.'),
      grossAmount: decimal(
        '`grossAmount` of sales and of gift cards sold, less that of returns: before discounts, fees and taxes. Where none was sent, what the lines come to, if they lead to the total.',
      ),
      grossKnown: count('Receipts of sales, gift cards and returns that sent a `grossAmount`.'),
      netAmount: decimal(
        '`netAmount` of sales and of gift cards sold, less that of returns: after discounts and fees, before taxes. Where none was sent, what the lines come to, if they lead to the total.',
      ),
      netKnown: count('Receipts of sales, gift cards and returns that sent a `netAmount`.'),
      grandAmount: decimal('`salesAmount` and `giftCardsSold`, less `returnsAmount`.'),
      salesAmount: decimal(
        'What was sold or ordered, by `grandAmount`: after discounts, fees and taxes. Each sale once; without gift cards.',
      ),
      averageBasket: decimal('`salesAmount` by sale.'),
      discounts: decimal('Taken off receipts and items, less those taken back with returns.'),
      taxes: decimal('Taxes on sales, less those on returns.'),
      tips: decimal(
        'Tips; of tenders those paid with them: on the first card, or else the first tender, and never more than that.',
      ),
      fees: decimal('Fees on receipts, or else on their orders.'),
      serviceCharges: decimal('Service charges.'),
      returnsAmount: decimal(
        '`grandAmount` of returns, as a positive amount, with gift cards given for them, less gift cards taken back.',
      ),
      refunds: decimal(
        '`grandAmount` of returns, as a positive amount, and the line totals of what came back in sales.',
      ),
      giftCardsSold: decimal('Gift cards sold and loaded, less those taken back. Not in the sales.'),
      giftCardsRedeemed: decimal(
        'Paid with gift cards, also as a line below 0, less what was refunded to them. Not in the takings.',
      ),
      takings: decimal('What was paid, less change, tips and refunds: on sales, gift cards, payments and deposits.'),
      takingsKnown: count('Receipts that say what was paid.'),
      paymentsAmount: decimal('Of the takings, those of payments on earlier sales and of deposits.'),
      changeDue: decimal('Change to customers; of tenders, what was paid out of them: always cash.'),
      roundingAdjustment: decimal('Rounding.'),
      amount: decimal('Of tenders, taxes or items.'),
      tenderApplied: decimal('Of tenders: `amount` less `changeDue` and `tips`.'),
      taxableAmount: decimal('What taxes were on.'),
    }),
  })
  .meta({ id: 'StatisticsAmounts' })

const deliveries = z
  .object({
    sent: count('Taken by our mail server, and nothing came back.'),
    failed: count('Given up, but for bounces.'),
    bounced: count('Failed because the address doesn’t exist, or came back after our mail server had taken them.'),
    trying: count('Waiting, held, or being tried.'),
    canceled: count('Canceled by an operator, erased before they were sent, or withheld in test mode.'),
    resent: count('Of all these, resends.'),
    attempts: count('Attempts that have ended.'),
    attemptsPerMail: z.number().nullable().describe('Attempts by mail sent, failed or bounced; null without any.'),
    secondsToMail: z
      .object({
        mails: count('Mails counted: first ones, sent.'),
        p50: z.number().describe('Half of them were sent within so many seconds; by the nearest rank, within 5 %.'),
        p95: z.number().describe('95 % of them.'),
        p99: z.number().describe('99 % of them.'),
      })
      .optional()
      .describe('From the answer to the till until our mail server had the mail; absent below 20 mails.'),
  })
  .meta({ id: 'StatisticsDeliveries' })

const figures = optional({
  receipts: count('Receipts; of tenders, taxes and items those that have any.'),
  sales: count('Receipts of something sold or ordered, each sale once; exchanges, too.'),
  returns: count('Receipts of returns.'),
  paymentRequests: count('Payment requests. Their amounts aren’t in the sums.'),
  training: count('Receipts in `mode` Training or Test. Their amounts aren’t in the sums.'),
  payments: count('Payments on earlier sales and orders. Only what was paid is in the sums.'),
  deposits: count('Payments in advance. Only what was paid is in the sums.'),
  laterInvoices: count('Receipts that repeat an earlier sale. Their amounts aren’t in the sums.'),
  giftReceipts: count('Copies without prices. Their items aren’t in the sums.'),
  revised: count('Receipts with a `revision`: each counts, as does the one it replaces.'),
  late: count('Receipts that arrived after their day had ended.'),
  notSummed: count('Receipts whose amounts are too large to be summed. They are among the `sales`.'),
  mixedSigns: count(
    'Returns, and exchanges that pay back, of whose totals, taxes and tenders some were sent above 0 and some below.',
  ),
  discountsIgnored: count('Receipts with a discount that raises the price, which isn’t counted.'),
  taxesFromItems: count('Receipts with taxes at items only.'),
  timesWithoutOffset: count('Receipts whose `receiptDateTime` has no offset.'),
  byReceiptType: z
    .object({
      DigitalOnly: count('Only by email.'),
      DigitalAndPaper: count('By email and on paper.'),
      PaperOnly: count('Only on paper.'),
      NoReceipt: count('Neither.'),
    })
    .describe('Receipts by `receiptType`.'),
  digitalShare: share('Receipts by email (also on paper) ÷ all but `NoReceipt`'),
  withAddress: count('Receipts with a `customer.emailAddress`, also on paper only.'),
  addressShare: share('Receipts with an address ÷ all'),
  offersShown: count('Offers in the answers to tills.'),
  count: count('Tenders, tax lines, item lines, mails, requests or addresses.'),
  items: count('Pieces sold; what is weighed or measured is one.'),
  itemsReturned: count('Pieces returned.'),
  itemsPerSale: z.number().nullable().describe('Pieces by sale; null without any.'),
  amounts: z.array(amounts).describe('Sums by currency, never across; the one with the most receipts first.'),
  deliveries: deliveries.describe('Mails of these receipts, whenever they were sent.'),
})

const group = z
  .object({
    id: z.string().describe('Identifies the group in `groupBy`.'),
    ...optional({
      other: z.boolean().describe('All groups beyond the limit of a day.'),
      erased: z.boolean().describe('Groups whose receipts were erased, if they were fewer than five.'),
      storeId: z.string().describe('`workstation.store.id`.'),
      storeName: z.string().describe('Its latest `workstation.store.name`.'),
      workstationId: z.string().describe('`workstation.id`.'),
      operator: z.string().describe('`workstation.operator`; empty if none was sent.'),
      associate: z.string().describe('`workstation.associate`; empty if none was sent.'),
      territory: z.string().describe('Territory of the store’s address.'),
      receiptType: z.string().describe('As sent.'),
      transactionType: z.string().describe('As sent.'),
      language: z.string().describe('The receipt’s first language.'),
      currency: z.string().describe('ISO 4217.'),
      tenderTypeCode: z
        .string()
        .describe(
          'One for all spellings: `CreditDebit` for `CREDIT_DEBIT`, `Credit` for `CREDIT_CARD`, or else the latest that was sent.',
        ),
      cardTypeCode: z
        .string()
        .describe(
          'One for all spellings of `creditDebit.typeCode`: the brand’s name, or else the latest that was sent.',
        ),
      taxTypeCode: z
        .string()
        .describe(
          'One for all spellings of `taxTypeCode`, or else of the tax’s description. `PST` is `QST` in Quebec and `RST` in Manitoba.',
        ),
      percent: z.string().describe('The tax’s `percent`, a fraction.'),
      discount: z.string().describe('The discount’s `name`; empty if none was sent.'),
      category: z.string().describe('The item’s `category`, or else its `classCode`.'),
      itemSKUNumber: z.string().describe('The item’s `sku`, or else its `upc`, or else its name.'),
      itemName: z.string().describe('Its latest name.'),
      reason: z.string().describe('Why mails failed, bounced or were called spam: a delivery’s `reason`.'),
      domain: z.string().describe('The domain of their addresses.'),
      field: z.string().describe('The field that was refused.'),
      message: z.string().describe('Why.'),
      status: z.string().describe('`valid`, `invalid` or `unknown`.'),
    }),
  })
  .meta({ id: 'StatisticsGroup' })

const row = z
  .object({
    start: z.string().describe('Start, inclusive: ISO 8601 with offset.'),
    end: z.string().describe('End, exclusive.'),
    date: z.string().describe('The first day by the stores’ calendar, or the hour’s day.'),
    partial: z.boolean().optional().describe('The range has only a part of it, or it isn’t over.'),
    group: group.optional().describe('With `groupBy`.'),
    ...figures,
  })
  .meta({ id: 'StatisticsRow' })

const totals = z
  .object({
    ...figures,
    refusedRequests: count('Receipts that were refused as invalid (422).').optional(),
    validations: z
      .object({
        valid: count('Takes mail.'),
        invalid: count('Takes no mail.'),
        unknown: count('Can’t be determined.'),
      })
      .optional()
      .describe('Addresses validated.'),
  })
  .meta({ id: 'StatisticsTotals' })

/** A merchant's statistics, as the API gives them. Amounts are decimal strings, so that no client reads them as binary floats. */
export const statisticsResponse = z
  .object({
    fromDate: z.string().describe('First day.'),
    toDate: z.string().describe('Last day, inclusive.'),
    interval: z.string().describe('As asked.'),
    timeZone: z.string().describe('The zone of `start` and `end`: as asked, or else the merchant’s, or UTC.'),
    days: z.enum(['stores', 'timeZone']).describe('Whose days: each store’s own, or those of the zone asked for.'),
    weekStartsOn: z.int().describe('First day of weeks: 1 is Monday, 7 Sunday.'),
    groupBy: z.string().nullable().describe('As asked; null for all receipts together.'),
    thenBy: z.string().optional().describe('As asked.'),
    additive: z
      .boolean()
      .describe('False: a receipt may be in several groups, so their receipts don’t add up to the totals.'),
    groups: z
      .object({ count: count('Groups there are.'), shown: count('Groups in `rows`.') })
      .optional()
      .describe('With `groupBy`.'),
    freshness: z
      .object({
        readAt: z.string().describe('As of when.'),
        pending: count('Changes that were added while reading. They are in all figures.'),
        recounting: z
          .boolean()
          .describe('Whether an earlier version counted some receipts by its rules, which are being counted anew.'),
      })
      .describe('Nothing is ever missing: receipts count from the moment they are accepted.'),
    currencies: z.array(z.string()).describe('The currencies of all sums, the one with the most receipts first.'),
    rows: z.array(row).describe('By time, then by amount. Without `groupBy`, periods without receipts are rows, too.'),
    totals: totals.describe('The whole range, all groups.'),
  })
  .meta({ id: 'StatisticsResponse' })

/** What a query of the statistics answers. */
export type StatisticsAnswer = z.infer<typeof statisticsResponse>

/** A group in a period, with its figures. */
export type StatisticsRow = z.infer<typeof row>

/** Figures by name, as an answer has them. */
export type Figures = Partial<z.infer<typeof totals>>

/** By what groups may be ranked. */
export const orders = ['amount', 'count', 'returns'] as const

/** What a client asks. */
export interface StatisticsQuery extends Reach {
  /** First and last day, days since 1970. */
  from: number
  to: number
  interval: Interval
  groupBy?: Grouping | undefined
  /** What each of its groups is grouped by (`pairs.ts`). */
  thenBy?: PairGrouping | undefined
  storeId?: string | undefined
  /** Whose days; default each store's own. */
  timeZone?: string | undefined
  /** The zone of `start` and `end` otherwise. */
  shownZone: string
  weekStart: number
  /** Only so many groups, by their rank in the whole range. */
  top?: number | undefined
  orderBy: (typeof orders)[number]
  /** Only what receipts add up to: no times from sale to mail, no refused requests or validations, which are more rows than all else. */
  brief?: boolean
  /** Only figures that are made of these sums, the others being 0; default all. */
  measures?: readonly (ReceiptMeasure | PartMeasure)[]
}

/** What `groupBy` may name: any dimension but those that other figures are made of, and the currency. */
export type Grouping = Exclude<Dimension, 'all' | 'wait' | 'registerOperator'> | 'currency'

/** By what an answer may be grouped, and the dimension of its rows. */
export const groupings = Object.fromEntries([
  ...allDimensions.filter(name => !['all', 'wait', 'registerOperator'].includes(name)).map(name => [name, name]),
  ['currency', 'all'],
]) as Readonly<Record<Grouping, Dimension>>
