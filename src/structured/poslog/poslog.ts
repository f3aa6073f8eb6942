import { readLedger } from '../../reading/ledger.ts'
import { currencyCodes } from '../../receipt/data/money-data.ts'
import type { AddressCommonData, TelephoneCommonData } from '../../receipt/data/party-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { modes, transactionTypes } from '../../standards/codes/tables.ts'
import { alpha3Of, countryOf } from '../../standards/country.ts'
import { openTaking, type StructuredReceipt, type Taking, takeTexts } from '../taking.ts'
import { goodsLines } from './goods.ts'
import { paymentLines } from './payments.ts'
import { codeOf, dateTimeOf, decimal, element, type XmlElement, xmlDocument } from './values.ts'

/**
 * A receipt as a transaction of POSLog 6.0.0 (ARTS, now OMG Retail), whose names are mostly the interface's. Nothing is computed.
 * POSLog has amounts without a sign: what is negative says `Action="Subtract"` or is a refund.
 */
export function receiptAsPosLog(sent: ReceiptData): StructuredReceipt {
  const { receipt, kind } = readLedger(sent)
  const { taking, notCarried } = openTaking(receipt)
  const lines: Line[] = [...goodsLines(taking).map(line => ({ line })), ...paymentLines(taking)]
  const root = element('POSLog', [transactionOf(taking, kind, lines)], {
    xmlns: 'http://www.nrf-arts.org/IXRetail/namespace/',
    MajorVersion: '6',
    MinorVersion: '0',
    FixVersion: '0',
  })
  return {
    text: root ? xmlDocument(root) : '',
    mediaType: 'application/xml',
    notCarried: notCarried('POSLog has no field of its own for it, or none that is written here'),
  }
}

interface Line {
  line: XmlElement
  endDateTime?: string | undefined
}

function transactionOf(taking: Taking<ReceiptData>, kind: string, lines: readonly Line[]) {
  const workstation = taking.in('workstation')
  const store = workstation.in('store')
  const transactionType = { sale: 'SaleTransaction', return: 'ReturnTransaction', exchange: 'ExchangeTransaction' }[
    kind
  ]
  const sent = transactionTypes.find(taking.see('transactionType') ?? '')?.code
  if (sent === transactionType && sent !== undefined) taking.take('transactionType')
  else taking.leave('transactionType', 'POSLog has sale, return and exchange')
  const isTraining = modes.find(taking.see('mode') ?? '')?.code === 'Training'
  if (isTraining) taking.take('mode')
  return element(
    'Transaction',
    [
      element('BusinessUnit', [
        element('UnitID', store.take('id'), { Name: store.take('name'), TypeCode: 'RetailStore' }),
        addressOf(store.in('address')),
        telephoneOf('Telephone', store.in('telephone')),
      ]),
      element('WorkstationID', workstation.take('id')),
      element('TransactionID', taking.take('requestId')),
      element('OperatorID', workstation.take('operator')),
      element('CurrencyCode', codeOf(taking.take('currency'), currencyCodes)),
      element(
        'TrailerText',
        takeTexts(taking).map(text => element('Text', text)),
      ),
      element('ReceiptDateTime', dateTimeOf(taking, 'receiptDateTime')),
      element('ReceiptNumber', taking.take('transactionNumber')),
      element(
        'ReceiptImage',
        (taking.take('rawPosReceipt') ?? '')
          .split('\n')
          .map(line => element('ReceiptLine', line || undefined) ?? emptyLine),
      ),
      element('RetailTransaction', [
        ...lines.map(({ line, endDateTime }, index) =>
          element('LineItem', [line, element('SequenceNumber', index + 1), element('EndDateTime', endDateTime)]),
        ),
        ...totalsOf(taking),
        handoverOf(taking),
        customerOf(taking),
        loyaltyOf(taking),
        element('Associate', [element('AssociateID', workstation.take('associate'))]),
        linkOf(taking),
        element('Reason', taking.in('relatedTransactionReference').take('reason')),
      ]),
    ],
    { TypeCode: transactionType, TrainingModeFlag: isTraining ? 'true' : undefined },
  )
}

const emptyLine = { name: 'ReceiptLine', attributes: {}, content: '' } as const

/** The interface's sums that POSLog has, which may be negative. */
function totalsOf(taking: Taking<ReceiptData>) {
  const types = {
    grossAmount: 'TransactionGrossAmount',
    netAmount: 'TransactionNetAmount',
    grandAmount: 'TransactionGrandAmount',
    tip: 'TransactionTipAmount',
    tenderApplied: 'TransactionTenderApplied',
    balanceDue: 'TransactionBalanceDueAmount',
    serviceCharge: 'sent:ServiceCharge',
  } as const
  return (Object.keys(types) as (keyof typeof types)[]).map(key => {
    const value = decimal(taking, key)
    return value === undefined ? undefined : element('Total', value, { TotalType: types[key] })
  })
}

function customerOf(taking: Taking<ReceiptData>) {
  const buyer = taking.in('soldTo')
  const customer = taking.in('customer')
  const telephone = telephoneOf('TelephoneNumber', buyer.in('telephone1'))
  return element('Customer', [
    element('CustomerID', buyer.take('customerNumber')),
    element('Name', [element('Name', buyer.take('customerName'))]),
    addressOf(buyer.in('address')),
    telephone ?? telephoneOf('TelephoneNumber', customer.in('telephone')),
    element('EMail', [element('EMailAddress', customer.take('emailAddress'))]),
  ])
}

function loyaltyOf(taking: Taking<ReceiptData>) {
  const loyalty = taking.in('loyalty')
  return element('LoyaltyAccount', [
    element('LoyaltyAccount', [
      element('LoyaltyAccountID', loyalty.take('number')),
      element('Points', decimal(loyalty, 'balance')),
    ]),
  ])
}

/** The earlier sale. POSLog asks for more than its number only if its till is named. */
function linkOf(taking: Taking<ReceiptData>) {
  const link = taking.in('relatedTransactionReference')
  if (link.see('transactionNumber') === undefined) {
    link.leave('reasonCode', 'POSLog has it with the number of the earlier sale')
    return undefined
  }
  return element('TransactionLink', [element('TransactionID', link.take('transactionNumber'))], {
    ReasonCode: codeOf(link.take('reasonCode'), []),
  })
}

/** Where and when the goods are delivered, or picked up if no place is said. */
function handoverOf(taking: Taking<ReceiptData>) {
  const handover = taking.in('deliveryPickup')
  return element(handover.see('address') ? 'Delivery' : 'Pickup', [
    addressOf(handover.in('address')),
    telephoneOf('TelephoneNumber', handover.in('phoneNumber1')),
    element('PreferredDateTime', dateTimeOf(handover, 'dateTime')),
    element('Notes', handover.take('instructions')),
  ])
}

/** An address, if it has a line, as POSLog asks. */
function addressOf(address: Taking<AddressCommonData>) {
  const lines = (['addressLine1', 'addressLine2', 'addressLine3'] as const).map(key =>
    element('AddressLine', address.take(key)),
  )
  if (!lines.some(Boolean)) {
    for (const key of ['city', 'territory', 'postalCode', 'country'] as const)
      address.leave(key, 'POSLog has no address without a line')
    return undefined
  }
  const { value, code } = address.see('country') ?? {}
  const country = countryOf({ ...(code && { code }), ...(value && { value }) })
  const known = country && alpha3Of(country) && !laterCountries.has(country) ? country : undefined
  if (known) address.take('country')
  else address.leave('country', "it is no country of POSLog's list")
  return element('Address', [
    ...lines,
    element('City', address.take('city')),
    element('Territory', address.take('territory')),
    element('PostalCode', address.take('postalCode')),
    element('Country', known && (value ?? ''), { Code: known }),
    element('PostalCodeExtension', address.take('postalCodeExtension')),
  ])
}

/** Countries of ISO 3166-1 that POSLog's list doesn't have. */
const laterCountries: ReadonlySet<string> = new Set('AX BL BQ CW ME MF RS SS SX TL XK'.split(' '))

function telephoneOf(name: string, telephone: Taking<TelephoneCommonData>) {
  return element(name, [
    element('AreaCode', telephone.take('areaCode')),
    element('LocalNumber', telephone.take('localNumber')),
  ])
}
