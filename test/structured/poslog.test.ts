import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { receiptAsPosLog } from '../../src/structured/poslog/poslog.ts'
import { anyReceipt } from '../support/any-receipt.ts'
import fc from '../support/fast-check.ts'
import { fixtureNamed, fixtures } from '../support/fixtures.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'
import { tries } from '../support/scope.ts'

const read = (text: string) => load(text, { xml: { decodeEntities: true } })
const posLogOf = (sent: SentReceipt) => {
  const { text, notCarried } = receiptAsPosLog(parseReceipt(aReceipt(sent)))
  return { text, $: read(text), why: Object.fromEntries(notCarried.map(({ path, reason }) => [path, reason])) }
}

test('a sale with a return has its lines, payment and sums', () => {
  const $ = read(receiptAsPosLog(parseReceipt(fixtureNamed('fashion-sale.en-CA').receipt)).text)
  expect($('POSLog').attr()).toMatchObject({ xmlns: 'http://www.nrf-arts.org/IXRetail/namespace/', MajorVersion: '6' })
  expect($('Transaction').attr('TypeCode')).toBe('SaleTransaction')
  expect($('UnitID').attr()).toEqual({ Name: 'Alder & Finch', TypeCode: 'RetailStore' })
  expect($('CurrencyCode').text()).toBe('CAD')
  expect(
    $('Sale ItemID[Name]')
      .toArray()
      .map(id => $(id).attr('Name')),
  ).toEqual(['Trail rain jacket', 'Merino socks, 2 pairs'])
  expect($('Sale').first().find('RegularSalesUnitPrice').text()).toBe('112')
  expect($('Sale').first().find('RetailPriceModifier Amount').attr('Action')).toBe('Subtract')
  expect($('Return ExtendedAmount').text()).toBe('31')
  expect($('Return ExtendedAmount').attr('Action')).toBe('Subtract')
  expect($('Return TransactionLink TransactionID').text()).toBe('004-112-18840')
  expect($('Tender').attr('TenderType')).toBe('CreditDebit')
  expect($('Tender').attr('SubTenderType')).toBe('sent:Credit')
  expect($('Tender PrimaryAccountNumber').text()).toBe('1881')
  expect($('Total[TotalType="TransactionGrandAmount"]').text()).toBe('118.65')
  expect(
    $('LineItem > SequenceNumber')
      .toArray()
      .map(number => $(number).text()),
  ).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('text is data, and characters that XML has no place for are replaced', () => {
  const name = 'A "tea" & <b>more</b> ]]> <!-- &amp; \u{1f375}'
  const { $, text } = posLogOf({ items: [{ name, total: 4 }], additionalInfo1: 'Open\n\tlate' })
  expect($('ItemID').attr('Name')).toBe(name)
  expect($('TrailerText Text').text()).toBe('Open\n\tlate')
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
})

test('amounts without a place are left and named', () => {
  const { $, why } = posLogOf({ items: [{ name: 'Fuel', price: 1.2345678, total: 20 }], changeDue: 3.1234567 })
  expect($('ActualSalesUnitPrice')).toHaveLength(0)
  expect(why['items[0].price']).toContain('six decimals')
  expect(why.changeDue).toContain('six decimals')
})

test.each(['2026-02-30T10:00:00Z', '2026-11-20T10:00:60Z', '2026-11-20T10:00:00+15:00', '20 Nov 2026'])(
  '%s is left: XML Schema has no such time',
  dateTime => {
    const { $, why } = posLogOf({ tenders: [{ tenderTypeCode: 'Cash', amount: 4, dateTime }] })
    expect($('EndDateTime')).toHaveLength(0)
    expect(why['tenders[0].dateTime']).toContain('XML Schema')
  },
)

test('a unit, kind of payment or currency that isn’t POSLog’s is an extension of its codes', () => {
  const { $ } = posLogOf({
    currency: 'TRY',
    items: [{ name: 'Simit', total: 40, quantity: { value: 2, unitOfMeasureCode: 'Each' } }],
    tenders: [{ tenderTypeCode: 'Meal-Card 2', amount: 40 }],
  })
  expect($('CurrencyCode').text()).toBe('sent:TRY')
  expect($('Quantity').attr('UnitOfMeasureCode')).toBe('sent:Each')
  expect($('Tender').attr('TenderType')).toBe('sent:MealCard2')
})

test.each([
  ['CASH', 'Cash', undefined],
  ['credit', 'CreditDebit', 'sent:Credit'],
  ['DebitCard', 'CreditDebit', 'sent:Debit'],
  ['CREDIT_DEBIT', 'CreditDebit', undefined],
  ['gift card', 'GiftCard', undefined],
  ['Cheque', 'Check', undefined],
  ['MOBILE', 'Mobile', 'sent:MobilePayment'],
  ['APPLE_PAY', 'sent:ApplePay', undefined],
  ['EBT SNAP', 'EBTFoodstamps', 'sent:SNAP'],
  ['AccountsReceivable', 'AccountsReceivable', undefined],
  ['House account', 'HouseAccount', 'sent:OnAccount'],
])('the payment %s is POSLog’s %s, whatever its spelling', (tenderTypeCode, type, subtype) => {
  const { $ } = posLogOf({ tenders: [{ tenderTypeCode, amount: 40 }] })
  expect([$('Tender').attr('TenderType'), $('Tender').attr('SubTenderType')]).toEqual([type, subtype])
})

test.each(fixtures)('the elements of $name stand where the schema has them', fixture => {
  expect(misplaced(receiptAsPosLog(parseReceipt(fixture.receipt)).text)).toEqual([])
})

test('the elements of any receipt stand where the schema has them', () => {
  const property = fc.property(anyReceipt(), sent => {
    expect(misplaced(receiptAsPosLog(parseReceipt(sent)).text)).toEqual([])
  })
  fc.assert(property, { numRuns: tries(200) })
})

const item =
  'ItemID{1,4} SpecialOrderNumber? MerchandiseHierarchy? Description? RegularSalesUnitPrice? ActualSalesUnitPrice? ExtendedAmount? Quantity? RetailPriceModifier* Tax* SerialNumber? TransactionLink?'
const modifier = 'SequenceNumber Amount? Description?'
const address = 'AddressLine+ City? Territory? PostalCode? Country? PostalCodeExtension?'
const telephone = 'AreaCode? LocalNumber?'
const handover = 'Address? TelephoneNumber? PreferredDateTime? Notes?'

/** The order of elements in POSLog 6.0.0, as its schema says for those that are written. */
const sequences: Readonly<Record<string, string>> = {
  POSLog: 'Transaction',
  Transaction:
    'BusinessUnit WorkstationID TransactionID? OperatorID? CurrencyCode? TrailerText? ReceiptDateTime? ReceiptNumber ReceiptImage? RetailTransaction',
  BusinessUnit: 'UnitID Address? Telephone?',
  TrailerText: 'Text+',
  ReceiptImage: 'ReceiptLine+',
  RetailTransaction: 'LineItem* Total* Delivery? Pickup? Customer? LoyaltyAccount? Associate? TransactionLink? Reason?',
  LineItem:
    '(Sale|Return|CustomerOrderForDelivery|CustomerOrderForPickup|Discount|Rounding|Tax|Tender|TenderChange|Deposit) SequenceNumber EndDateTime?',
  ...{ Sale: item, Return: item, CustomerOrderForDelivery: item, CustomerOrderForPickup: item },
  ...{ Discount: modifier, RetailPriceModifier: modifier },
  Tax: 'TaxAuthority? TaxableAmount? Amount? Percent?',
  Tender: 'Amount? Authorization? CreditDebit? GiftCard?',
  TenderChange: 'Amount',
  Deposit: 'AccountNumber? Amount BalanceDue?',
  Authorization: 'AuthorizationCode Signature? EMVDebug? ApplicationID?',
  EMVDebug:
    'ApplicationTransactionCounter? AuthorizationResponseCode? Cryptogram? TerminalVerificationResults? TransactionStatusInformation?',
  CreditDebit: 'CardHolderName? PrimaryAccountNumber CreditCardCompanyCode?',
  GiftCard: 'CardNumber CurrentBalance?',
  ...{ Address: address, Telephone: telephone, TelephoneNumber: telephone, Delivery: handover, Pickup: handover },
  Customer: 'CustomerID? Name? Address? TelephoneNumber? EMail?',
  Name: 'Name',
  EMail: 'EMailAddress',
  LoyaltyAccount: '(LoyaltyAccount|LoyaltyAccountID? Points?)',
  Associate: 'AssociateID',
  TransactionLink: 'TransactionID',
}

/** Elements whose children the schema doesn't allow, or in another order. */
function misplaced(text: string): string[] {
  const $ = read(text)
  const names = (elements: ReturnType<typeof $>) =>
    elements.toArray().map(element => ('name' in element ? element.name : ''))
  return $('*')
    .toArray()
    .flatMap(element => {
      const children = names($(element).children())
      if (children.length === 0) return []
      const [name = ''] = names($(element))
      const said = (sequences[name] ?? 'nothing').replace(/[A-Za-z]+/g, child => `(?:${child};)`).replaceAll(' ', '')
      const isRight = new RegExp(`^(?:${said})$`).test(children.map(child => `${child};`).join(''))
      return isRight ? [] : [`${name}: ${children}`]
    })
}
