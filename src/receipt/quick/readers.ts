// Generated from the schemas of the receipt by npm run reference. Do not edit.
import type { Tally } from './tally.ts'
import {
  amount,
  countKeys,
  isNeverStored,
  isPlainObject,
  isWithheld,
  lastFour,
  listOf,
  mapOf,
  onlyFour,
  text,
  verbatim,
} from './words.ts'

type Kept = Record<string, unknown>

export function readReceiptData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.requestId !== undefined) {
    const value = idOf(sent.requestId, tally)
    if (value === undefined) return undefined
    kept.requestId = value
    left--
  }
  if (sent.customer !== undefined) {
    const value = readCustomer(sent.customer, tally)
    if (value === undefined) return undefined
    kept.customer = value
    left--
  }
  if (sent.workstation !== undefined) {
    const value = readWorkstationData(sent.workstation, tally)
    if (value === undefined) return undefined
    kept.workstation = value
    left--
  } else return undefined
  if (sent.mode !== undefined) {
    const value = modeOf(sent.mode, tally)
    if (value === undefined) return undefined
    kept.mode = value
    left--
  }
  if (sent.header !== undefined) {
    const value = linesOf(sent.header, tally)
    if (value === undefined) return undefined
    kept.header = value
    left--
  }
  if (sent.revision !== undefined) {
    const value = readRevisionData(sent.revision, tally)
    if (value === undefined) return undefined
    kept.revision = value
    left--
  }
  if (sent.receiptType !== undefined) {
    const value = receiptTypeOf(sent.receiptType, tally)
    if (value === undefined) return undefined
    kept.receiptType = value
    left--
  } else return undefined
  if (sent.barcodeType !== undefined) {
    const value = barcodeTypeOf(sent.barcodeType, tally)
    if (value === undefined) return undefined
    kept.barcodeType = value
    left--
  }
  if (sent.barcodeNumber !== undefined) {
    const value = barcodeTextOf(sent.barcodeNumber, tally)
    if (value === undefined) return undefined
    kept.barcodeNumber = value
    left--
  }
  if (sent.receiptDateTime !== undefined) {
    const value = dateTimeOf(sent.receiptDateTime, tally)
    if (value === undefined) return undefined
    kept.receiptDateTime = value
    left--
  }
  if (sent.loyalty !== undefined) {
    const value = readLoyaltyData(sent.loyalty, tally)
    if (value === undefined) return undefined
    kept.loyalty = value
    left--
  }
  if (sent.transactionType !== undefined) {
    const value = transactionTypeOf(sent.transactionType, tally)
    if (value === undefined) return undefined
    kept.transactionType = value
    left--
  } else return undefined
  if (sent.relatedTransactionReference !== undefined) {
    const value = readRelatedTransactionReferenceData(sent.relatedTransactionReference, tally)
    if (value === undefined) return undefined
    kept.relatedTransactionReference = value
    left--
  }
  if (sent.transactionNumber !== undefined) {
    const value = idOf(sent.transactionNumber, tally)
    if (value === undefined) return undefined
    kept.transactionNumber = value
    left--
  } else return undefined
  if (sent.items !== undefined) {
    const value = itemsOf(sent.items, tally)
    if (value === undefined) return undefined
    kept.items = value
    left--
  }
  if (sent.returns !== undefined) {
    const value = returnsOf(sent.returns, tally)
    if (value === undefined) return undefined
    kept.returns = value
    left--
  }
  if (sent.orders !== undefined) {
    const value = ordersOf(sent.orders, tally)
    if (value === undefined) return undefined
    kept.orders = value
    left--
  }
  if (sent.grossAmount !== undefined) {
    const value = amount(sent.grossAmount, tally)
    if (value === undefined) return undefined
    kept.grossAmount = value
    left--
  }
  if (sent.discounts !== undefined) {
    const value = discountsOf(sent.discounts, tally)
    if (value === undefined) return undefined
    kept.discounts = value
    left--
  }
  if (sent.netAmount !== undefined) {
    const value = amount(sent.netAmount, tally)
    if (value === undefined) return undefined
    kept.netAmount = value
    left--
  }
  if (sent.taxes !== undefined) {
    const value = taxesOf(sent.taxes, tally)
    if (value === undefined) return undefined
    kept.taxes = value
    left--
  }
  if (sent.grandAmount !== undefined) {
    const value = amount(sent.grandAmount, tally)
    if (value === undefined) return undefined
    kept.grandAmount = value
    left--
  } else return undefined
  if (sent.tenderApplied !== undefined) {
    const value = amount(sent.tenderApplied, tally)
    if (value === undefined) return undefined
    kept.tenderApplied = value
    left--
  }
  if (sent.balanceDue !== undefined) {
    const value = amount(sent.balanceDue, tally)
    if (value === undefined) return undefined
    kept.balanceDue = value
    left--
  }
  if (sent.changeDue !== undefined) {
    const value = amount(sent.changeDue, tally)
    if (value === undefined) return undefined
    kept.changeDue = value
    left--
  }
  if (sent.tip !== undefined) {
    const value = amount(sent.tip, tally)
    if (value === undefined) return undefined
    kept.tip = value
    left--
  }
  if (sent.serviceCharge !== undefined) {
    const value = amount(sent.serviceCharge, tally)
    if (value === undefined) return undefined
    kept.serviceCharge = value
    left--
  }
  if (sent.tenders !== undefined) {
    const value = tendersOf(sent.tenders, tally)
    if (value === undefined) return undefined
    kept.tenders = value
    left--
  }
  if (sent.tenderHistory !== undefined) {
    const value = tenderHistoryOf(sent.tenderHistory, tally)
    if (value === undefined) return undefined
    kept.tenderHistory = value
    left--
  }
  if (sent.paymentLink !== undefined) {
    const value = urlOf(sent.paymentLink, tally)
    if (value === undefined) return undefined
    kept.paymentLink = value
    left--
  }
  if (sent.deposit !== undefined) {
    const value = readDepositData(sent.deposit, tally)
    if (value === undefined) return undefined
    kept.deposit = value
    left--
  }
  if (sent.soldTo !== undefined) {
    const value = readSoldToData(sent.soldTo, tally)
    if (value === undefined) return undefined
    kept.soldTo = value
    left--
  }
  if (sent.fees !== undefined) {
    const value = feesOf(sent.fees, tally)
    if (value === undefined) return undefined
    kept.fees = value
    left--
  }
  if (sent.roundingAdjustment !== undefined) {
    const value = readRoundingAdjustment(sent.roundingAdjustment, tally)
    if (value === undefined) return undefined
    kept.roundingAdjustment = value
    left--
  }
  if (sent.deliveryPickup !== undefined) {
    const value = readDeliveryPickupData(sent.deliveryPickup, tally)
    if (value === undefined) return undefined
    kept.deliveryPickup = value
    left--
  }
  if (sent.signature !== undefined) {
    const value = readSignatureData(sent.signature, tally)
    if (value === undefined) return undefined
    kept.signature = value
    left--
  }
  if (sent.terms !== undefined) {
    const value = termsOf(sent.terms, tally)
    if (value === undefined) return undefined
    kept.terms = value
    left--
  }
  if (sent.trackingPixel !== undefined) {
    const value = urlOf(sent.trackingPixel, tally)
    if (value === undefined) return undefined
    kept.trackingPixel = value
    left--
  }
  if (sent.additionalInfo1 !== undefined) {
    const value = linesOf(sent.additionalInfo1, tally)
    if (value === undefined) return undefined
    kept.additionalInfo1 = value
    left--
  }
  if (sent.additionalInfo2 !== undefined) {
    const value = linesOf(sent.additionalInfo2, tally)
    if (value === undefined) return undefined
    kept.additionalInfo2 = value
    left--
  }
  if (sent.additionalInfo3 !== undefined) {
    const value = linesOf(sent.additionalInfo3, tally)
    if (value === undefined) return undefined
    kept.additionalInfo3 = value
    left--
  }
  if (sent.additionalInfo4 !== undefined) {
    const value = linesOf(sent.additionalInfo4, tally)
    if (value === undefined) return undefined
    kept.additionalInfo4 = value
    left--
  }
  if (sent.additionalInfo5 !== undefined) {
    const value = linesOf(sent.additionalInfo5, tally)
    if (value === undefined) return undefined
    kept.additionalInfo5 = value
    left--
  }
  if (sent.rawPosReceipt !== undefined) {
    const value = rawLinesOf(sent.rawPosReceipt, tally)
    if (value === undefined) return undefined
    kept.rawPosReceipt = value
    left--
  }
  if (sent.currency !== undefined) {
    const value = currencyOf(sent.currency, tally)
    if (value === undefined) return undefined
    kept.currency = value
    left--
  }
  if (sent.referenceId !== undefined) {
    const value = idOf(sent.referenceId, tally)
    if (value === undefined) return undefined
    kept.referenceId = value
    left--
  }
  if (sent.supportingDocuments !== undefined) {
    const value = supportingDocumentsOf(sent.supportingDocuments, tally)
    if (value === undefined) return undefined
    kept.supportingDocuments = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readCustomer(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.emailAddress !== undefined) {
    const value = idOf(sent.emailAddress, tally)
    if (value === undefined) return undefined
    kept.emailAddress = value
    left--
  }
  if (sent.telephone !== undefined) {
    const value = readTelephoneCommonData(sent.telephone, tally)
    if (value === undefined) return undefined
    kept.telephone = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTelephoneCommonData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.areaCode !== undefined) {
    const value = idOf(sent.areaCode, tally)
    if (value === undefined) return undefined
    kept.areaCode = value
    left--
  }
  if (sent.localNumber !== undefined) {
    const value = idOf(sent.localNumber, tally)
    if (value === undefined) return undefined
    kept.localNumber = value
    left--
  } else return undefined
  return left === 0 ? kept : undefined
}

export function readWorkstationData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.id !== undefined) {
    const value = idOf(sent.id, tally)
    if (value === undefined) return undefined
    kept.id = value
    left--
  } else return undefined
  if (sent.operator !== undefined) {
    const value = lineOf(sent.operator, tally)
    if (value === undefined) return undefined
    kept.operator = value
    left--
  }
  if (sent.associate !== undefined) {
    const value = lineOf(sent.associate, tally)
    if (value === undefined) return undefined
    kept.associate = value
    left--
  }
  if (sent.store !== undefined) {
    const value = readStoreData(sent.store, tally)
    if (value === undefined) return undefined
    kept.store = value
    left--
  } else return undefined
  return left === 0 ? kept : undefined
}

export function readStoreData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.id !== undefined) {
    const value = idOf(sent.id, tally)
    if (value === undefined) return undefined
    kept.id = value
    left--
  } else return undefined
  if (sent.name !== undefined) {
    const value = lineOf2(sent.name, tally)
    if (value === undefined) return undefined
    kept.name = value
    left--
  } else return undefined
  if (sent.address !== undefined) {
    const value = readAddressCommonData(sent.address, tally)
    if (value === undefined) return undefined
    kept.address = value
    left--
  } else return undefined
  if (sent.telephone !== undefined) {
    const value = readTelephoneCommonData(sent.telephone, tally)
    if (value === undefined) return undefined
    kept.telephone = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readAddressCommonData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.typeCode !== undefined) {
    const value = lineOf(sent.typeCode, tally)
    if (value === undefined) return undefined
    kept.typeCode = value
    left--
  }
  if (sent.addressLine1 !== undefined) {
    const value = lineOf(sent.addressLine1, tally)
    if (value === undefined) return undefined
    kept.addressLine1 = value
    left--
  }
  if (sent.addressLine2 !== undefined) {
    const value = lineOf(sent.addressLine2, tally)
    if (value === undefined) return undefined
    kept.addressLine2 = value
    left--
  }
  if (sent.addressLine3 !== undefined) {
    const value = lineOf(sent.addressLine3, tally)
    if (value === undefined) return undefined
    kept.addressLine3 = value
    left--
  }
  if (sent.city !== undefined) {
    const value = lineOf(sent.city, tally)
    if (value === undefined) return undefined
    kept.city = value
    left--
  }
  if (sent.territory !== undefined) {
    const value = lineOf(sent.territory, tally)
    if (value === undefined) return undefined
    kept.territory = value
    left--
  }
  if (sent.postalCode !== undefined) {
    const value = idOf(sent.postalCode, tally)
    if (value === undefined) return undefined
    kept.postalCode = value
    left--
  }
  if (sent.postalCodeExtension !== undefined) {
    const value = idOf(sent.postalCodeExtension, tally)
    if (value === undefined) return undefined
    kept.postalCodeExtension = value
    left--
  }
  if (sent.country !== undefined) {
    const value = readCountry(sent.country, tally)
    if (value === undefined) return undefined
    kept.country = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readCountry(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.value !== undefined) {
    const value = lineOf(sent.value, tally)
    if (value === undefined) return undefined
    kept.value = value
    left--
  }
  if (sent.code !== undefined) {
    const value = lineOf(sent.code, tally)
    if (value === undefined) return undefined
    kept.code = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readRevisionData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.number !== undefined) {
    const value = idOf(sent.number, tally)
    if (value === undefined) return undefined
    kept.number = value
    left--
  }
  if (sent.dateTime !== undefined) {
    const value = dateTimeOf(sent.dateTime, tally)
    if (value === undefined) return undefined
    kept.dateTime = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readLoyaltyData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.number !== undefined) {
    const value = idOf(sent.number, tally)
    if (value === undefined) return undefined
    kept.number = value
    left--
  } else return undefined
  if (sent.customerName !== undefined) {
    const value = lineOf(sent.customerName, tally)
    if (value === undefined) return undefined
    kept.customerName = value
    left--
  }
  if (sent.expirationDateTime !== undefined) {
    const value = dateTimeOf(sent.expirationDateTime, tally)
    if (value === undefined) return undefined
    kept.expirationDateTime = value
    left--
  }
  if (sent.balance !== undefined) {
    const value = amount(sent.balance, tally)
    if (value === undefined) return undefined
    kept.balance = value
    left--
  }
  if (sent.misc !== undefined) {
    const value = lineOf(sent.misc, tally)
    if (value === undefined) return undefined
    kept.misc = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readRelatedTransactionReferenceData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.store !== undefined) {
    const value = lineOf(sent.store, tally)
    if (value === undefined) return undefined
    kept.store = value
    left--
  }
  if (sent.register !== undefined) {
    const value = idOf(sent.register, tally)
    if (value === undefined) return undefined
    kept.register = value
    left--
  }
  if (sent.transactionNumber !== undefined) {
    const value = idOf(sent.transactionNumber, tally)
    if (value === undefined) return undefined
    kept.transactionNumber = value
    left--
  }
  if (sent.reasonCode !== undefined) {
    const value = idOf(sent.reasonCode, tally)
    if (value === undefined) return undefined
    kept.reasonCode = value
    left--
  }
  if (sent.reason !== undefined) {
    const value = lineOf(sent.reason, tally)
    if (value === undefined) return undefined
    kept.reason = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readItemData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.name !== undefined) {
    const value = lineOf(sent.name, tally)
    if (value === undefined) return undefined
    kept.name = value
    left--
  } else return undefined
  if (sent.description !== undefined) {
    const value = lineOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  if (sent.classCode !== undefined) {
    const value = idOf(sent.classCode, tally)
    if (value === undefined) return undefined
    kept.classCode = value
    left--
  }
  if (sent.sku !== undefined) {
    const value = idOf(sent.sku, tally)
    if (value === undefined) return undefined
    kept.sku = value
    left--
  }
  if (sent.upc !== undefined) {
    const value = idOf(sent.upc, tally)
    if (value === undefined) return undefined
    kept.upc = value
    left--
  }
  if (sent.serialNumber !== undefined) {
    const value = idOf(sent.serialNumber, tally)
    if (value === undefined) return undefined
    kept.serialNumber = value
    left--
  }
  if (sent.modelNumber !== undefined) {
    const value = idOf(sent.modelNumber, tally)
    if (value === undefined) return undefined
    kept.modelNumber = value
    left--
  }
  if (sent.brand !== undefined) {
    const value = lineOf(sent.brand, tally)
    if (value === undefined) return undefined
    kept.brand = value
    left--
  }
  if (sent.industry !== undefined) {
    const value = lineOf(sent.industry, tally)
    if (value === undefined) return undefined
    kept.industry = value
    left--
  }
  if (sent.manufacturer !== undefined) {
    const value = lineOf(sent.manufacturer, tally)
    if (value === undefined) return undefined
    kept.manufacturer = value
    left--
  }
  if (sent.price !== undefined) {
    const value = amount(sent.price, tally)
    if (value === undefined) return undefined
    kept.price = value
    left--
  }
  if (sent.total !== undefined) {
    const value = amount(sent.total, tally)
    if (value === undefined) return undefined
    kept.total = value
    left--
  }
  if (sent.priceNotation !== undefined) {
    const value = lineOf(sent.priceNotation, tally)
    if (value === undefined) return undefined
    kept.priceNotation = value
    left--
  }
  if (sent.quantity !== undefined) {
    const value = readQuantityCommonData(sent.quantity, tally)
    if (value === undefined) return undefined
    kept.quantity = value
    left--
  }
  if (sent.discounts !== undefined) {
    const value = discountsOf(sent.discounts, tally)
    if (value === undefined) return undefined
    kept.discounts = value
    left--
  }
  if (sent.miscInfo !== undefined) {
    const value = linesOf(sent.miscInfo, tally)
    if (value === undefined) return undefined
    kept.miscInfo = value
    left--
  }
  if (sent.category !== undefined) {
    const value = lineOf(sent.category, tally)
    if (value === undefined) return undefined
    kept.category = value
    left--
  }
  if (sent.customCategory1 !== undefined) {
    const value = lineOf(sent.customCategory1, tally)
    if (value === undefined) return undefined
    kept.customCategory1 = value
    left--
  }
  if (sent.customCategory2 !== undefined) {
    const value = lineOf(sent.customCategory2, tally)
    if (value === undefined) return undefined
    kept.customCategory2 = value
    left--
  }
  if (sent.giftCard !== undefined) {
    const value = readGiftCardData(sent.giftCard, tally)
    if (value === undefined) return undefined
    kept.giftCard = value
    left--
  }
  if (sent.supportingDocuments !== undefined) {
    const value = supportingDocumentsOf(sent.supportingDocuments, tally)
    if (value === undefined) return undefined
    kept.supportingDocuments = value
    left--
  }
  if (sent.taxes !== undefined) {
    const value = taxesOf(sent.taxes, tally)
    if (value === undefined) return undefined
    kept.taxes = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readQuantityCommonData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.value !== undefined) {
    const value = amount(sent.value, tally)
    if (value === undefined) return undefined
    kept.value = value
    left--
  }
  if (sent.unitOfMeasureCode !== undefined) {
    const value = lineOf(sent.unitOfMeasureCode, tally)
    if (value === undefined) return undefined
    kept.unitOfMeasureCode = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readDiscountData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.name !== undefined) {
    const value = lineOf(sent.name, tally)
    if (value === undefined) return undefined
    kept.name = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readGiftCardData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.accountNumber !== undefined) {
    const value = lastFour(sent.accountNumber, tally)
    if (value === undefined) return undefined
    kept.accountNumber = value
    left--
  }
  if (sent.authNumber !== undefined) {
    if (!isNeverStored(sent.authNumber, tally)) return undefined
    left--
  }
  if (sent.balance !== undefined) {
    const value = readMonetaryAmount(sent.balance, tally)
    if (value === undefined) return undefined
    kept.balance = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readMonetaryAmount(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.currencyCode !== undefined) {
    const value = currencyOf(sent.currencyCode, tally)
    if (value === undefined) return undefined
    kept.currencyCode = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readSupportingDocumentData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.name !== undefined) {
    const value = lineOf(sent.name, tally)
    if (value === undefined) return undefined
    kept.name = value
    left--
  }
  if (sent.url !== undefined) {
    const value = urlOf(sent.url, tally)
    if (value === undefined) return undefined
    kept.url = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTaxData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.description !== undefined) {
    const value = lineOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  if (sent.percent !== undefined) {
    const value = amount(sent.percent, tally)
    if (value === undefined) return undefined
    kept.percent = value
    left--
  }
  if (sent.taxableAmount !== undefined) {
    const value = amount(sent.taxableAmount, tally)
    if (value === undefined) return undefined
    kept.taxableAmount = value
    left--
  }
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.taxTypeCode !== undefined) {
    const value = taxTypeCodeOf(sent.taxTypeCode, tally)
    if (value === undefined) return undefined
    kept.taxTypeCode = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readReturnData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.originalStoreNumber !== undefined) {
    const value = idOf(sent.originalStoreNumber, tally)
    if (value === undefined) return undefined
    kept.originalStoreNumber = value
    left--
  }
  if (sent.originalRegister !== undefined) {
    const value = idOf(sent.originalRegister, tally)
    if (value === undefined) return undefined
    kept.originalRegister = value
    left--
  }
  if (sent.originalTransactionNumber !== undefined) {
    const value = idOf(sent.originalTransactionNumber, tally)
    if (value === undefined) return undefined
    kept.originalTransactionNumber = value
    left--
  }
  if (sent.items !== undefined) {
    const value = itemsOf(sent.items, tally)
    if (value === undefined) return undefined
    kept.items = value
    left--
  }
  if (sent.miscText !== undefined) {
    const value = linesOf(sent.miscText, tally)
    if (value === undefined) return undefined
    kept.miscText = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readOrderData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.number !== undefined) {
    const value = idOf(sent.number, tally)
    if (value === undefined) return undefined
    kept.number = value
    left--
  }
  if (sent.action !== undefined) {
    const value = actionOf(sent.action, tally)
    if (value === undefined) return undefined
    kept.action = value
    left--
  }
  if (sent.barcodeNumber !== undefined) {
    const value = barcodeTextOf(sent.barcodeNumber, tally)
    if (value === undefined) return undefined
    kept.barcodeNumber = value
    left--
  }
  if (sent.barcodeType !== undefined) {
    const value = barcodeTypeOf(sent.barcodeType, tally)
    if (value === undefined) return undefined
    kept.barcodeType = value
    left--
  }
  if (sent.grossAmount !== undefined) {
    const value = amount(sent.grossAmount, tally)
    if (value === undefined) return undefined
    kept.grossAmount = value
    left--
  }
  if (sent.netAmount !== undefined) {
    const value = amount(sent.netAmount, tally)
    if (value === undefined) return undefined
    kept.netAmount = value
    left--
  }
  if (sent.totalAmount !== undefined) {
    const value = amount(sent.totalAmount, tally)
    if (value === undefined) return undefined
    kept.totalAmount = value
    left--
  }
  if (sent.description !== undefined) {
    const value = lineOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  if (sent.soldTo !== undefined) {
    const value = readSoldToData(sent.soldTo, tally)
    if (value === undefined) return undefined
    kept.soldTo = value
    left--
  }
  if (sent.deliveryPickup !== undefined) {
    const value = readDeliveryPickupData(sent.deliveryPickup, tally)
    if (value === undefined) return undefined
    kept.deliveryPickup = value
    left--
  }
  if (sent.taxes !== undefined) {
    const value = taxesOf(sent.taxes, tally)
    if (value === undefined) return undefined
    kept.taxes = value
    left--
  }
  if (sent.fees !== undefined) {
    const value = feesOf(sent.fees, tally)
    if (value === undefined) return undefined
    kept.fees = value
    left--
  }
  if (sent.deposits !== undefined) {
    const value = depositsOf(sent.deposits, tally)
    if (value === undefined) return undefined
    kept.deposits = value
    left--
  }
  if (sent.tenderHistory !== undefined) {
    const value = tenderHistoryOf(sent.tenderHistory, tally)
    if (value === undefined) return undefined
    kept.tenderHistory = value
    left--
  }
  if (sent.paymentSchedules !== undefined) {
    const value = paymentSchedulesOf(sent.paymentSchedules, tally)
    if (value === undefined) return undefined
    kept.paymentSchedules = value
    left--
  }
  if (sent.items !== undefined) {
    const value = itemsOf(sent.items, tally)
    if (value === undefined) return undefined
    kept.items = value
    left--
  }
  if (sent.miscText !== undefined) {
    const value = linesOf(sent.miscText, tally)
    if (value === undefined) return undefined
    kept.miscText = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readSoldToData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.address !== undefined) {
    const value = readAddressCommonData(sent.address, tally)
    if (value === undefined) return undefined
    kept.address = value
    left--
  }
  if (sent.customerName !== undefined) {
    const value = lineOf(sent.customerName, tally)
    if (value === undefined) return undefined
    kept.customerName = value
    left--
  } else return undefined
  if (sent.customerNumber !== undefined) {
    const value = idOf(sent.customerNumber, tally)
    if (value === undefined) return undefined
    kept.customerNumber = value
    left--
  }
  if (sent.telephone1 !== undefined) {
    const value = readTelephoneCommonData(sent.telephone1, tally)
    if (value === undefined) return undefined
    kept.telephone1 = value
    left--
  }
  if (sent.telephone2 !== undefined) {
    const value = readTelephoneCommonData(sent.telephone2, tally)
    if (value === undefined) return undefined
    kept.telephone2 = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readDeliveryPickupData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.address !== undefined) {
    const value = readAddressCommonData(sent.address, tally)
    if (value === undefined) return undefined
    kept.address = value
    left--
  }
  if (sent.instructions !== undefined) {
    const value = linesOf(sent.instructions, tally)
    if (value === undefined) return undefined
    kept.instructions = value
    left--
  }
  if (sent.dateTime !== undefined) {
    const value = dateTimeOf(sent.dateTime, tally)
    if (value === undefined) return undefined
    kept.dateTime = value
    left--
  }
  if (sent.phoneNumber1 !== undefined) {
    const value = readTelephoneCommonData(sent.phoneNumber1, tally)
    if (value === undefined) return undefined
    kept.phoneNumber1 = value
    left--
  }
  if (sent.phoneNumber2 !== undefined) {
    const value = readTelephoneCommonData(sent.phoneNumber2, tally)
    if (value === undefined) return undefined
    kept.phoneNumber2 = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readFeeData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.description !== undefined) {
    const value = lineOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readDepositData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.accountNumber !== undefined) {
    const value = lastFour(sent.accountNumber, tally)
    if (value === undefined) return undefined
    kept.accountNumber = value
    left--
  }
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.balanceDue !== undefined) {
    const value = amount(sent.balanceDue, tally)
    if (value === undefined) return undefined
    kept.balanceDue = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTenderHistoryData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.tenderTypeCode !== undefined) {
    const value = tenderTypeCodeOf(sent.tenderTypeCode, tally)
    if (value === undefined) return undefined
    kept.tenderTypeCode = value
    left--
  }
  if (sent.dateTime !== undefined) {
    const value = dateTimeOf(sent.dateTime, tally)
    if (value === undefined) return undefined
    kept.dateTime = value
    left--
  }
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.creditDebit !== undefined) {
    const value = readCreditDebitData(sent.creditDebit, tally)
    if (value === undefined) return undefined
    kept.creditDebit = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readCreditDebitData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.first6Digits !== undefined) {
    if (!isWithheld(sent.first6Digits, tally)) return undefined
    left--
  }
  if (sent.last4Digits !== undefined) {
    const value = onlyFour(sent.last4Digits, tally)
    if (value === undefined) return undefined
    kept.last4Digits = value
    left--
  } else return undefined
  if (sent.typeCode !== undefined) {
    const value = lineOf(sent.typeCode, tally)
    if (value === undefined) return undefined
    kept.typeCode = value
    left--
  }
  if (sent.name !== undefined) {
    const value = readNameData(sent.name, tally)
    if (value === undefined) return undefined
    kept.name = value
    left--
  }
  if (sent.cardholder !== undefined) {
    const value = lineOf(sent.cardholder, tally)
    if (value === undefined) return undefined
    kept.cardholder = value
    left--
  }
  if (sent.expirationDate !== undefined) {
    if (!isWithheld(sent.expirationDate, tally)) return undefined
    left--
  }
  return left === 0 ? kept : undefined
}

export function readNameData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.firstName !== undefined) {
    const value = lineOf(sent.firstName, tally)
    if (value === undefined) return undefined
    kept.firstName = value
    left--
  }
  if (sent.lastName !== undefined) {
    const value = lineOf(sent.lastName, tally)
    if (value === undefined) return undefined
    kept.lastName = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readPaymentScheduleData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.description !== undefined) {
    const value = lineOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  if (sent.amountDue !== undefined) {
    const value = amount(sent.amountDue, tally)
    if (value === undefined) return undefined
    kept.amountDue = value
    left--
  }
  if (sent.dueDate !== undefined) {
    const value = dateTimeOf(sent.dueDate, tally)
    if (value === undefined) return undefined
    kept.dueDate = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTenderData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.tenderTypeCode !== undefined) {
    const value = tenderTypeCodeOf(sent.tenderTypeCode, tally)
    if (value === undefined) return undefined
    kept.tenderTypeCode = value
    left--
  } else return undefined
  if (sent.dateTime !== undefined) {
    const value = dateTimeOf(sent.dateTime, tally)
    if (value === undefined) return undefined
    kept.dateTime = value
    left--
  }
  if (sent.amount !== undefined) {
    const value = amount(sent.amount, tally)
    if (value === undefined) return undefined
    kept.amount = value
    left--
  }
  if (sent.creditDebit !== undefined) {
    const value = readCreditDebitData(sent.creditDebit, tally)
    if (value === undefined) return undefined
    kept.creditDebit = value
    left--
  }
  if (sent.giftCard !== undefined) {
    const value = readGiftCardData(sent.giftCard, tally)
    if (value === undefined) return undefined
    kept.giftCard = value
    left--
  }
  if (sent.authorizationCode !== undefined) {
    const value = idOf(sent.authorizationCode, tally)
    if (value === undefined) return undefined
    kept.authorizationCode = value
    left--
  }
  if (sent.miscInfo !== undefined) {
    const value = linesOf(sent.miscInfo, tally)
    if (value === undefined) return undefined
    kept.miscInfo = value
    left--
  }
  if (sent.signature !== undefined) {
    const value = readSignatureData(sent.signature, tally)
    if (value === undefined) return undefined
    kept.signature = value
    left--
  }
  if (sent.emv !== undefined) {
    const value = readTenderEmvData(sent.emv, tally)
    if (value === undefined) return undefined
    kept.emv = value
    left--
  }
  if (sent.currency !== undefined) {
    const value = currencyOf(sent.currency, tally)
    if (value === undefined) return undefined
    kept.currency = value
    left--
  }
  if (sent.supportingDocuments !== undefined) {
    const value = supportingDocumentsOf(sent.supportingDocuments, tally)
    if (value === undefined) return undefined
    kept.supportingDocuments = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readSignatureData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.base64Image !== undefined) {
    const value = base64Of(sent.base64Image, tally)
    if (value === undefined) return undefined
    kept.base64Image = value
    left--
  }
  if (sent.imageMimeType !== undefined) {
    const value = lineOf(sent.imageMimeType, tally)
    if (value === undefined) return undefined
    kept.imageMimeType = value
    left--
  }
  if (sent.dateTime !== undefined) {
    const value = dateTimeOf(sent.dateTime, tally)
    if (value === undefined) return undefined
    kept.dateTime = value
    left--
  }
  if (sent.text !== undefined) {
    const value = linesOf(sent.text, tally)
    if (value === undefined) return undefined
    kept.text = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTenderEmvData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.aid !== undefined) {
    const value = idOf(sent.aid, tally)
    if (value === undefined) return undefined
    kept.aid = value
    left--
  }
  if (sent.appLabel !== undefined) {
    const value = lineOf(sent.appLabel, tally)
    if (value === undefined) return undefined
    kept.appLabel = value
    left--
  }
  if (sent.appPreferredName !== undefined) {
    const value = lineOf(sent.appPreferredName, tally)
    if (value === undefined) return undefined
    kept.appPreferredName = value
    left--
  }
  if (sent.additionalAttributes !== undefined) {
    const value = additionalAttributesOf(sent.additionalAttributes, tally)
    if (value === undefined) return undefined
    kept.additionalAttributes = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readRoundingAdjustment(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.value !== undefined) {
    const value = amount(sent.value, tally)
    if (value === undefined) return undefined
    kept.value = value
    left--
  }
  return left === 0 ? kept : undefined
}

export function readTermData(sent: unknown, tally: Tally): Kept | undefined {
  if (!isPlainObject(sent)) return undefined
  let left = countKeys(sent, tally)
  if (left === 0) return undefined
  const kept: Kept = {}
  if (sent.signature !== undefined) {
    const value = readSignatureData(sent.signature, tally)
    if (value === undefined) return undefined
    kept.signature = value
    left--
  }
  if (sent.description !== undefined) {
    const value = linesOf(sent.description, tally)
    if (value === undefined) return undefined
    kept.description = value
    left--
  }
  if (sent.supportingDocuments !== undefined) {
    const value = supportingDocumentsOf(sent.supportingDocuments, tally)
    if (value === undefined) return undefined
    kept.supportingDocuments = value
    left--
  }
  return left === 0 ? kept : undefined
}

const idOf = text({ lines: false, scanned: false, least: 0, most: 4000 })
const modeOf = text({
  lines: false,
  scanned: true,
  least: 0,
  most: 4000,
  known: new Set(['Online', 'Offline', 'Production', 'Training', 'Test', 'Reprint', 'GiftReceipt']),
})
const linesOf = text({ lines: true, scanned: true, least: 0, most: 32000 })
const receiptTypeOf = text({
  lines: false,
  scanned: false,
  least: 0,
  most: 4000,
  known: new Set(['DigitalOnly', 'PaperOnly', 'DigitalAndPaper', 'NoReceipt']),
})
const barcodeTypeOf = text({
  lines: false,
  scanned: false,
  least: 0,
  most: 4000,
  known: new Set(['GTIN', 'EAN-128', 'Code39', 'Code128', 'QRCode']),
})
const barcodeTextOf = verbatim('barcodeText')
const dateTimeOf = verbatim('dateTime')
const transactionTypeOf = text({
  lines: false,
  scanned: true,
  least: 0,
  most: 4000,
  known: new Set(['SaleTransaction', 'ReturnTransaction', 'OrderTransaction', 'PaymentLinkTransaction', 'BOPUS']),
})
const itemsOf = listOf(readItemData, 'items')
const returnsOf = listOf(readReturnData)
const ordersOf = listOf(readOrderData, 'orders')
const discountsOf = listOf(readDiscountData)
const taxesOf = listOf(readTaxData)
const tendersOf = listOf(readTenderData, 'tenders')
const tenderHistoryOf = listOf(readTenderHistoryData, 'tenders')
const urlOf = verbatim('url')
const feesOf = listOf(readFeeData)
const termsOf = listOf(readTermData)
const rawLinesOf = text({ lines: true, raw: true, scanned: true, least: 0, most: 32000 })
const currencyOf = text({
  lines: false,
  scanned: false,
  least: 0,
  most: 4000,
  known: new Set([
    'ADP',
    'AED',
    'AFA',
    'ALL',
    'AMD',
    'ANG',
    'AOA',
    'ARS',
    'ATS',
    'AUD',
    'AWG',
    'AZM',
    'BAM',
    'BBD',
    'BDT',
    'BEF',
    'BGL',
    'BGN',
    'BHD',
    'BIF',
    'BMD',
    'BND',
    'BOB',
    'BOV',
    'BRL',
    'BSD',
    'BTN',
    'BWP',
    'BYR',
    'BZD',
    'CAD',
    'CDF',
    'CHF',
    'CLF',
    'CLP',
    'CNY',
    'COP',
    'CRC',
    'CUP',
    'CVE',
    'CYP',
    'CZK',
    'DEM',
    'DJF',
    'DKK',
    'DOP',
    'DZD',
    'ECS',
    'ECV',
    'EEK',
    'EGP',
    'ERN',
    'ESP',
    'ETB',
    'EUR',
    'FIM',
    'FJD',
    'FKP',
    'FRF',
    'GBP',
    'GEL',
    'GHC',
    'GIP',
    'GMD',
    'GNF',
    'GRD',
    'GTQ',
    'GWP',
    'GYD',
    'HKD',
    'HNL',
    'HRK',
    'HTG',
    'HUF',
    'IDR',
    'IEP',
    'ILS',
    'INR',
    'IQD',
    'IRR',
    'ISK',
    'ITL',
    'JMD',
    'JOD',
    'JPY',
    'KES',
    'KGS',
    'KHR',
    'KMF',
    'KPW',
    'KRW',
    'KWD',
    'KYD',
    'KZT',
    'LAK',
    'LBP',
    'LKR',
    'LRD',
    'LSL',
    'LTL',
    'LUF',
    'LVL',
    'LYD',
    'MAD',
    'MDL',
    'MGF',
    'MKD',
    'MMK',
    'MNT',
    'MOP',
    'MRO',
    'MTL',
    'MUR',
    'MVR',
    'MWK',
    'MXN',
    'MXV',
    'MYR',
    'MZM',
    'NAD',
    'NGN',
    'NIO',
    'NLG',
    'NOK',
    'NPR',
    'NZD',
    'OMR',
    'PAB',
    'PEN',
    'PGK',
    'PHP',
    'PKR',
    'PLN',
    'PTE',
    'PYG',
    'QAR',
    'ROL',
    'RUB',
    'RUR',
    'RWF',
    'SAR',
    'SBD',
    'SCR',
    'SDD',
    'SEK',
    'SGD',
    'SHP',
    'SIT',
    'SKK',
    'SLL',
    'SOS',
    'SRG',
    'STD',
    'SVC',
    'SYP',
    'SZL',
    'THB',
    'TJS',
    'TMM',
    'TND',
    'TOP',
    'TPE',
    'TRL',
    'TTD',
    'TWD',
    'TZS',
    'UAH',
    'UGX',
    'USD',
    'USN',
    'USS',
    'UYU',
    'UZS',
    'VEB',
    'VND',
    'VUV',
    'WST',
    'XAF',
    'XAG',
    'XAU',
    'XBA',
    'XBB',
    'XBC',
    'XCD',
    'XDR',
    'XFO',
    'XFU',
    'XOF',
    'XPD',
    'XPF',
    'XPT',
    'XTS',
    'YER',
    'YUM',
    'ZAR',
    'ZMK',
    'ZWD',
    'AFN',
    'AZN',
    'BYN',
    'CHE',
    'CHW',
    'COU',
    'GHS',
    'MGA',
    'MRU',
    'MZN',
    'RON',
    'RSD',
    'SDG',
    'SLE',
    'SRD',
    'SSP',
    'STN',
    'TMT',
    'TRY',
    'UYI',
    'UYW',
    'VED',
    'VES',
    'XAD',
    'XBD',
    'XCG',
    'XSU',
    'XUA',
    'ZMW',
    'ZWG',
  ]),
})
const supportingDocumentsOf = mapOf(readSupportingDocumentData)
const lineOf = text({ lines: false, scanned: true, least: 0, most: 4000 })
const lineOf2 = text({ lines: false, scanned: true, least: 1, most: 100 })
const taxTypeCodeOf = text({
  lines: false,
  scanned: true,
  least: 0,
  most: 4000,
  known: new Set(['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax']),
})
const actionOf = text({
  lines: false,
  scanned: true,
  least: 0,
  most: 4000,
  known: new Set(['New', 'Update', 'Payment', 'Pickup', 'Delivery', 'Complete', 'Return', 'Cancel']),
})
const depositsOf = listOf(readDepositData)
const paymentSchedulesOf = listOf(readPaymentScheduleData)
const tenderTypeCodeOf = text({
  lines: false,
  scanned: true,
  least: 0,
  most: 4000,
  known: new Set([
    'Cash',
    'CreditDebit',
    'Credit',
    'Debit',
    'GiftCard',
    'GiftCertificate',
    'Check',
    'TravelersCheck',
    'StoreCredit',
    'Coupon',
    'Voucher',
    'MobilePayment',
    'PayPal',
    'BankTransfer',
    'Points',
    'OnAccount',
    'ForeignCurrency',
    'EBT',
    'HSA',
    'FSA',
    'Deposit',
    'PaymentLink',
    'Other',
  ]),
})
const base64Of = verbatim('base64')
const additionalAttributesOf = mapOf(lineOf)
