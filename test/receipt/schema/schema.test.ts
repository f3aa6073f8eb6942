import { describe, expect, expectTypeOf, it } from 'vitest'
import { currencyCodes } from '../../../src/receipt/data/money-data.ts'
import { type ReceiptData, receiptData, receiptJsonSchema } from '../../../src/receipt/data/receipt-data.ts'

interface Node {
  $ref?: string
  type?: string
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: unknown
  [key: string]: unknown
}

describe('the interface', () => {
  const schema = receiptJsonSchema() as unknown as { $defs: Record<string, Node> } & Node
  const named = (name: string): Node => schema.$defs[name] as Node
  const fields = (name: string): string[] => Object.keys(named(name).properties ?? {})

  it('names 197 currencies, each once', () => {
    expect(new Set(currencyCodes).size).toBe(197)
    for (const code of currencyCodes) expect(code).toMatch(/^[A-Z]{3}$/)
  })

  it('has the fields of each object', () => {
    expect(fields('ReceiptData')).toHaveLength(47)
    expect(fields('ItemData')).toHaveLength(22)
    expect(fields('OrderData')).toHaveLength(17)
    expect(fields('CreditDebitData')).toStrictEqual([
      'first6Digits',
      'last4Digits',
      'typeCode',
      'name',
      'expirationDate',
    ])
    expect(fields('CardData')).toStrictEqual([
      'Name',
      'expirationDate',
      'typeCode',
      'first6Digits',
      'last4Digits',
      'emvData',
    ])
    expect(fields('AddressCommonData')).toStrictEqual([
      'typeCode',
      'addressLine1',
      'addressLine2',
      'addressLine3',
      'city',
      'territory',
      'postalCode',
      'postalCodeExtension',
      'country',
    ])
  })

  it('requires what it declares', () => {
    const required = Object.fromEntries(
      Object.entries(schema.$defs).flatMap(([name, node]) => (node.required ? [[name, node.required]] : [])),
    )
    expect(required).toStrictEqual({
      ReceiptData: ['workstation', 'receiptType', 'transactionType', 'transactionNumber', 'grandAmount'],
      WorkstationData: ['id', 'store'],
      StoreData: ['id', 'name', 'address'],
      TelephoneCommonData: ['localNumber'],
      LoyaltyData: ['number'],
      ItemData: ['name'],
      SoldToData: ['customerName'],
      TenderData: ['tenderTypeCode'],
      CreditDebitData: ['last4Digits'],
    })
  })

  it('allows other fields, and marks what is never kept', () => {
    for (const node of Object.values(schema.$defs)) expect(node.additionalProperties).toBe(true)
    expect(named('CreditDebitData').properties?.first6Digits).toMatchObject({ type: 'string', writeOnly: true })
    expect(named('QuantityCommonData').properties?.units).toMatchObject({
      type: 'number',
      writeOnly: true,
      deprecated: true,
    })
  })

  it('publishes the known values of open codes', () => {
    expect(named('TaxData').properties?.taxTypeCode).toMatchObject({
      type: 'string',
      examples: ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'],
    })
    expect(named('ReceiptData').properties?.receiptType).toMatchObject({
      enum: ['DigitalOnly', 'PaperOnly', 'DigitalAndPaper', 'NoReceipt'],
    })
  })

  it('has a type without what is withheld', () => {
    type Card = NonNullable<NonNullable<ReceiptData['tenders']>[number]['creditDebit']>
    expectTypeOf<Card['first6Digits']>().toEqualTypeOf<undefined>()
    expectTypeOf<Card['last4Digits']>().toEqualTypeOf<string>()
  })

  it('is described in a single vocabulary', () => {
    expect(receiptData.field).toMatchObject({ kind: 'object' })
  })
})
