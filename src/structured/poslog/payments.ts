import { type CurrencyCode, currencyCodes } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { TenderData } from '../../receipt/data/tender-data.ts'
import { cardBrands, tenderTypes as knownTenderTypes } from '../../standards/codes/tender-types.ts'
import type { Taking } from '../taking.ts'
import { codeOf, dateTimeOf, decimal, element, unsignedElement, type XmlElement } from './values.ts'

/** The lines of payments, with their times, and of the change. */
export function paymentLines(taking: Taking<ReceiptData>): { line: XmlElement; endDateTime?: string | undefined }[] {
  const tenders = taking.each('tenders').flatMap(tender => {
    const line = tenderOf(tender, taking.see('currency'))
    return line ? { line, endDateTime: dateTimeOf(tender, 'dateTime') } : []
  })
  const change = element('TenderChange', [unsignedElement('Amount', taking, 'changeDue')])
  return change ? [...tenders, { line: change }] : tenders
}

/** A payment; one that is given back is a refund. */
function tenderOf(tender: Taking<TenderData>, currency: CurrencyCode | undefined) {
  const amount = decimal(tender, 'amount')
  const other = amount === undefined ? undefined : tender.take('currency')
  const isRefund = amount?.startsWith('-')
  return element(
    'Tender',
    [
      amount === undefined
        ? undefined
        : element('Amount', amount.replace('-', ''), { Currency: codeOf(other ?? currency, currencyCodes) }),
      authorizationOf(tender),
      cardOf(tender),
      giftCardOf(tender),
    ],
    { ...typeOf(tender.take('tenderTypeCode')), TypeCode: isRefund ? 'Refund' : undefined },
  )
}

/** POSLog has one type for credit and debit cards; which it is, is its subtype. */
function typeOf(sent: string | undefined) {
  if (sent === undefined || tenderTypes.includes(sent)) return { TenderType: sent }
  const code = knownTenderTypes.find(sent)?.code ?? sent
  const ofPosLog = Object.hasOwn(asPosLog, code) ? asPosLog[code] : undefined
  return ofPosLog === undefined
    ? { TenderType: codeOf(code, tenderTypes) }
    : { TenderType: ofPosLog, SubTenderType: `sent:${code}` }
}

/** What POSLog calls means of payment of the table, where it has them under another name. */
const asPosLog: Readonly<Record<string, string>> = {
  Credit: 'CreditDebit',
  Debit: 'CreditDebit',
  MobilePayment: 'Mobile',
  OnAccount: 'HouseAccount',
  Points: 'Loyalty',
  SNAP: 'EBTFoodstamps',
}

/** What a terminal was told. POSLog asks for the code of it. */
function authorizationOf(tender: Taking<TenderData>) {
  const emv = tender.in('emv')
  if (tender.see('authorizationCode') === undefined) {
    for (const key of ['aid', 'additionalAttributes'] as const)
      emv.leave(key, 'POSLog has it with an authorization code')
    return undefined
  }
  const chip = emv.in('additionalAttributes')
  return element('Authorization', [
    element('AuthorizationCode', tender.take('authorizationCode')),
    element('Signature', pictureOf(tender)),
    element(
      'EMVDebug',
      Object.entries(chipFields).map(([field, tag]) => element(field, chip.take(tag))),
    ),
    element('ApplicationID', emv.take('aid')),
  ])
}

/** A picture, if it is base64 as XML Schema has it (part 2, 3.2.16). */
function pictureOf(tender: Taking<TenderData>): string | undefined {
  const signature = tender.in('signature')
  const picture = signature.see('base64Image')
  return picture !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(picture) ? signature.take('base64Image') : undefined
}

/** Elements of `EMVDebug`, in their order, by the tag's usual name (EMV Book 3, annex A). */
const chipFields = {
  ApplicationTransactionCounter: 'ATC',
  AuthorizationResponseCode: 'ARC',
  Cryptogram: 'AC',
  TerminalVerificationResults: 'TVR',
  TransactionStatusInformation: 'TSI',
}

/** A card, of whose number a receipt has the last four digits. */
function cardOf(tender: Taking<TenderData>) {
  const card = tender.in('creditDebit')
  const digits = card.see('last4Digits')
  if (digits === undefined) {
    for (const key of ['typeCode', 'name'] as const) card.leave(key, 'POSLog has no card without digits of its number')
    return undefined
  }
  const name = [card.see('name')?.firstName, card.see('name')?.lastName].filter(part => part !== undefined)
  card.take('name')
  return element('CreditDebit', [
    element('CardHolderName', name.length ? name.join(' ') : undefined),
    element('PrimaryAccountNumber', card.take('last4Digits')),
    element('CreditCardCompanyCode', brandOf(card.take('typeCode'))),
  ])
}

function brandOf(typeCode: string | undefined): string | undefined {
  return typeCode === undefined ? undefined : (cardBrands.find(typeCode)?.code ?? typeCode)
}

function giftCardOf(tender: Taking<TenderData>) {
  const card = tender.in('giftCard')
  if (card.see('accountNumber') === undefined) {
    card.leave('balance', 'POSLog has no gift card without digits of its number')
    return undefined
  }
  const balance = card.in('balance')
  return element('GiftCard', [
    element('CardNumber', card.take('accountNumber')),
    typeof card.see('balance') === 'object' ? unsignedElement('CurrentBalance', balance, 'amount') : undefined,
  ])
}

/** POSLog's, most of which are the interface's. */
const tenderTypes =
  'AccountsReceivable AirmilesConversion CapitalBond Cash Check CheckCard CoPay Coupon CreditDebit CustomerAccount EBTCash EBTFoodstamps ElectronicTollCollection FoodStamps GiftCard GiftCertificate HouseAccount InternationalMaestro InternationalMoneyOrder Loyalty ManufacturerCoupon Mobile MoneyOrder OnlinePayment PostalOrder PurchaseOrder RIFD StaffDressAllowance StoreAccount StoredValue TravelersCheck UKMaestro Voucher WICCheck WICCVV WriteOff'.split(
    ' ',
  )
