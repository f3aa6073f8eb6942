import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { writeInput } from '../../scripts/reference/write-input.ts'
import { type Engine, parseReceipt, type ReceiptData, type ReceiptInput, type ReceiptSource } from '../../src/index.ts'
import type { ItemInput, TenderInput } from '../../src/internal.ts'
import {
  type CreditDebitData,
  type ItemData,
  readReceipt,
  receiptJsonSchema,
  type TaxData,
  type TenderData,
} from '../../src/stages.ts'

test('the input type matches the schemas (npm run reference)', () => {
  const file = readFileSync(new URL('../../src/generated/receipt-input.ts', import.meta.url), 'utf8')
  const plain = (code: string) => code.replace(/\s+/g, '').replace(/:\|/g, ':')
  expect(plain(file)).toBe(plain(writeInput(receiptJsonSchema())))
})

test('every field has a description, in the published schema too', () => {
  const parts = Object.entries(receiptJsonSchema().$defs as Record<string, { properties: object }>)
  const fields = parts.flatMap(([name, { properties }]) =>
    Object.entries(properties).map(([key, { description }]) => ({ field: `${name}.${key}`, description })),
  )
  expect(fields.length).toBeGreaterThan(180)
  expect(fields.filter(({ description }) => !/^[A-Z].*\.$/.test(description ?? ''))).toEqual([])
})

/** Compiled by `npm run lint`, read by `parseReceipt`: what the type allows is also accepted. */
const asSent = {
  requestId: null,
  workstation: { id: '3', store: { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } } },
  receiptType: 'PaperOnly',
  transactionType: 'LayawayTransaction',
  transactionNumber: '20931',
  grandAmount: '12.50',
  currency: 'USD',
  mode: 'Training',
  items: [
    {
      name: 'Gift card',
      price: '12.50',
      quantity: { units: 1 },
      giftCard: { accountNumber: '6006491234561234', balance: '12.50' },
      taxes: [{ taxTypeCode: 'Sales', percent: 0.06 }, { taxTypeCode: 'City' }],
    },
  ],
  tenders: [
    {
      tenderTypeCode: 'CreditDebit',
      amount: 10,
      creditDebit: { first6Digits: '411111', last4Digits: '1111', expirationDate: '2812', name: 'A. Lovelace' },
    },
    {
      tenderTypeCode: 'Stamps',
      amount: '2.50',
      creditDebit: { Name: { firstName: 'Ada' }, emvData: { aid: 'A0000000031010' } },
    },
  ],
} satisfies ReceiptInput

test('what the type allows is valid', () => {
  const { errors, receipt } = readReceipt(asSent)
  expect(errors).toEqual({})
  expect(receipt).toMatchObject({
    grandAmount: 12.5,
    items: [{ quantity: { value: 1 }, giftCard: { accountNumber: '1234', balance: { amount: 12.5 } } }],
    tenders: [{ creditDebit: { cardholder: 'A. Lovelace' } }, { emv: { aid: 'A0000000031010' } }],
  })
})

describe('types', () => {
  test('the engine takes what was sent, what was parsed, and JSON', () => {
    expectTypeOf<ReceiptInput>().toExtend<ReceiptSource>()
    expectTypeOf<ReceiptData>().toExtend<ReceiptSource>()
    expectTypeOf(JSON.parse('{}')).toExtend<ReceiptSource>()
    expectTypeOf(parseReceipt).parameter(0).toEqualTypeOf<unknown>()
    expectTypeOf<Parameters<Engine['pdf']>[0]>().toEqualTypeOf<ReceiptSource>()
    expectTypeOf<ReceiptData>().toExtend<ReceiptInput>()
    expectTypeOf<ItemData>().toExtend<ItemInput>()
    expectTypeOf<TenderData>().toExtend<TenderInput>()
    expectTypeOf<NonNullable<ReceiptData['taxes']>[number]>().toEqualTypeOf<TaxData>()
  })

  test('anything else is none', () => {
    expectTypeOf<number>().not.toExtend<ReceiptSource>()
    expectTypeOf<object>().not.toExtend<ReceiptSource>()
    expectTypeOf<unknown>().not.toExtend<ReceiptSource>()
    expectTypeOf<Omit<ReceiptInput, 'grandAmount'>>().not.toExtend<ReceiptSource>()
  })

  test('an unknown field, or one of another type, doesn’t compile', () => {
    // @ts-expect-error
    const misspelt: ItemInput = { name: 'Tea', prise: 4 }
    // @ts-expect-error
    const asList: ItemInput = { name: 'Tea', quantity: 2 }
    expect([misspelt, asList]).toHaveLength(2)
  })

  test('a parsed card has no first digits', () => {
    expectTypeOf<Exclude<CreditDebitData['first6Digits'], undefined>>().toBeNever()
  })
})
