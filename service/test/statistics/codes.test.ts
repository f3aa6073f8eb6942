import { parseReceipt } from 'counterfoil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countReceipt } from '../../src/statistics/counting/receipt/count-receipt.ts'
import { fewDatabases, receipt, startService, type TestService } from '../support/service.ts'

interface Row {
  group: Record<string, string>
  receipts: number
  amounts: { amount: string }[]
}

const tender = (tenderTypeCode: string, typeCode?: string) => ({
  tenderTypeCode,
  amount: 10,
  ...(typeCode && { creditDebit: { typeCode, last4Digits: '1881' } }),
})

/** Ten of each, as tills, terminals and web shops spell them. */
const tenders = [
  tender('CreditDebit', 'MC'),
  tender('CREDIT_DEBIT', 'Mastercard'),
  tender('credit debit', 'MASTER CARD'),
  tender('GiftCard'),
  tender('GIFT_CARD'),
  tender('EBT_FOOD_STAMPS'),
  tender('SNAP'),
  tender('MEAL_VOUCHER', 'Norrona Store Card'),
  tender('Meal Voucher', 'NORRONA STORE CARD'),
]
const taxes = [
  { taxTypeCode: 'PST', percent: 0.07, amount: 1 },
  { taxTypeCode: 'pst', percent: 0.07, amount: 1 },
  { taxTypeCode: 'TPS', percent: 0.05, amount: 1 },
  { description: 'Eco levy', amount: 1 },
  { description: 'ECO LEVY', amount: 1 },
]

test('a tip paid by card in other money is in the card’s brand, as it is in the kind of payment', () => {
  const { change } = countReceipt({
    receipt: parseReceipt(
      receipt({
        currency: 'CAD',
        grandAmount: 50,
        tip: 8,
        tenders: [{ ...tender('Credit', 'Visa'), amount: 36, currency: 'USD' }],
      }),
    ),
    date: '2026-06-07',
    dateAt: Date.UTC(2026, 5, 7),
    locale: { requested: null, chosen: 'en-CA', languages: ['en-CA'], source: 'default' },
    receivedAt: Date.UTC(2026, 5, 7),
    offers: 0,
  })
  const tips = change.parts?.flatMap(([dimension, name, currency, ...sums]) =>
    sums[8] === 800 ? [`${dimension} ${name} ${currency}`] : [],
  )
  expect(tips).toEqual(['tenderType Credit null', 'cardBrand Visa null'])
})

describe.each(fewDatabases)('groups of codes on %s', database => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ database, withoutWorker: true })
    for (const [at, sent] of tenders.entries()) await create({ tenders: [sent], at })
    for (const [at, tax] of taxes.entries()) await create({ taxes: [tax], at })
    await create({ taxes: [taxes[0]], at: 0 }, 'MB')
    await create({ taxes: [taxes[0]], at: 0 }, 'CA-QC')
  })
  afterAll(() => service.stop())

  test('are of one kind of payment each, in whatever spelling it was sent', async () => {
    expect(await groups('tenderType', 'tenderTypeCode')).toEqual([
      ['CreditDebit', 'CreditDebit', 3, '30.00'],
      ['GiftCard', 'GiftCard', 2, '20.00'],
      ['SNAP', 'SNAP', 2, '20.00'],
      ['mealvoucher', 'Meal Voucher', 2, '20.00'],
    ])
  })

  test('are of one card brand each', async () => {
    expect(await groups('cardBrand', 'cardTypeCode')).toEqual([
      ['Mastercard', 'Mastercard', 3, '30.00'],
      ['norronastorecard', 'NORRONA STORE CARD', 2, '20.00'],
    ])
  })

  test('are of one tax each, and of PST its province’s', async () => {
    expect(await groups('taxType', 'taxTypeCode')).toEqual([
      ['GST 0.05', 'GST', 1, '1.00'],
      ['PST 0.07', 'PST', 2, '2.00'],
      ['QST 0.07', 'QST', 1, '1.00'],
      ['RST 0.07', 'RST', 1, '1.00'],
      ['ecolevy', 'ECO LEVY', 2, '2.00'],
    ])
  })

  async function create({ at, ...sent }: { at: number; [field: string]: unknown }, territory = 'BC') {
    const store = { id: '1', name: 'Alder & Oak', address: { territory } }
    await service.create(
      receipt({
        receiptType: 'PaperOnly',
        receiptDateTime: `2026-06-07T1${at}:30:00-07:00`,
        workstation: { id: '7', store },
        currency: 'CAD',
        grandAmount: 10,
        ...sent,
      }),
    )
  }

  /** Id, code, receipts and amount. */
  async function groups(groupBy: string, code: string) {
    const query = `fromDate=2026-06-07&toDate=2026-06-07&interval=all&groupBy=${groupBy}`
    const { json } = await service.ask(`/ws/rest/v1/merchants/demo/statistics?${query}`)
    return (json.rows as Row[])
      .map(({ group, receipts, amounts }) => [group.id, group[code], receipts, amounts[0]?.amount])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  }
})
