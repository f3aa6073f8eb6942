/**
 * The interface document's tables, row by row, as data: the OpenAPI is held against them. Types are written as there; `X[]` is a list,
 * `map to X` an object with any keys, `X | Y` one of two variants.
 */
export type Row = readonly [
  /** Names of fields that share a row, separated by commas. */
  fields: string,
  type: string,
  required: 'yes' | 'no' | 'conditional',
  /** What the published description must say of the row's note. */
  says?: RegExp,
]

export const tables: Readonly<Record<string, readonly Row[]>> = {
  ReceiptData: [
    ['requestId', 'string', 'no', /first request .* accepted, later ones get a 409/],
    ['customer', 'Customer', 'no'],
    ['workstation', 'WorkstationData', 'yes'],
    ['mode', 'string', 'no'],
    ['header', 'string', 'no', /top of the receipt.*line breaks and tabs.*`\\n` and `\\t`/],
    ['revision', 'RevisionData', 'no', /number and date/],
    ['receiptType', 'string', 'yes'],
    ['barcodeType', 'BarcodeType', 'no', /bottom of the receipt.*Defaults to Code128/],
    ['barcodeNumber', 'string', 'no', /not the transaction number.*valid for barcodeType/],
    ['receiptDateTime', 'string', 'no', /ISO 8601/],
    ['loyalty', 'LoyaltyData', 'no'],
    ['transactionType', 'string', 'yes'],
    ['relatedTransactionReference', 'RelatedTransactionReferenceData', 'no', /original sale.*layaway/],
    ['transactionNumber', 'string', 'yes', /Unique transaction number \(the receipt number\)/],
    ['items', 'ItemData[]', 'no', /send as much as possible/],
    ['returns', 'ReturnData[]', 'no', /returned to the store/],
    ['orders', 'OrderData[]', 'no', /delivery or pickup.*layaway/],
    ['grossAmount', 'number', 'no', /before discounts, fees and taxes/],
    ['discounts', 'DiscountData[]', 'no'],
    ['netAmount', 'number', 'no', /after discounts and fees, before taxes/],
    ['taxes', 'TaxData[]', 'no'],
    ['grandAmount', 'number', 'yes', /after all discounts, fees and taxes/],
    ['tenderApplied', 'number', 'no', /Total amount tendered/],
    ['balanceDue', 'number', 'no', /due after payment/],
    ['changeDue', 'number', 'no', /to the customer/],
    ['tip, serviceCharge', 'number', 'no'],
    ['tenders', 'TenderData[]', 'no'],
    ['tenderHistory', 'TenderHistoryData[]', 'no', /history/],
    ['paymentLink', 'string', 'conditional', /URL.*Required if transactionType is PaymentLinkTransaction/],
    ['deposit', 'DepositData', 'no'],
    ['soldTo', 'SoldToData', 'no', /Person who made the purchase/],
    ['fees', 'FeeData[]', 'no'],
    ['roundingAdjustment', 'RoundingAdjustment', 'no'],
    ['deliveryPickup', 'DeliveryPickupData', 'no'],
    ['signature', 'SignatureData', 'no'],
    ['terms', 'TermData[]', 'no', /with or without a signature image and link/],
    ['trackingPixel', 'string', 'no', /URL of a tracking pixel/],
    [
      'additionalInfo1, additionalInfo2, additionalInfo3, additionalInfo4, additionalInfo5',
      'string',
      'no',
      /where the template places it.*several lines/,
    ],
    ['rawPosReceipt', 'string', 'no', /raw text/],
    ['currency', 'string', 'no'],
    ['referenceId', 'string', 'no'],
    ['supportingDocuments', 'map to SupportingDocumentData', 'no', /under keys you choose/],
  ],
  RoundingAdjustment: [['value', 'number', 'no', /Rounding amount/]],
  Customer: [
    ['emailAddress', 'string', 'conditional', /Required if receiptType is DigitalOnly or DigitalAndPaper/],
    ['telephone', 'TelephoneCommonData', 'no'],
  ],
  TelephoneCommonData: [
    ['areaCode', 'string', 'no', /US numbers send both parts, digits only/],
    ['localNumber', 'string', 'yes'],
  ],
  WorkstationData: [
    ['id', 'string', 'yes', /Register/],
    ['operator', 'string', 'no', /ID or name of the person ringing the sale/],
    ['associate', 'string', 'no', /person who made the sale; may be the same as operator/],
    ['store', 'StoreData', 'yes'],
  ],
  StoreData: [
    ['id', 'string', 'yes'],
    ['name', 'string', 'yes', /1 to 100/],
    ['address', 'AddressCommonData', 'yes'],
    ['telephone', 'TelephoneCommonData', 'no'],
  ],
  AddressCommonData: [
    ['typeCode, addressLine1, addressLine2, addressLine3, city, territory, postalCode', 'string', 'no'],
    ['country', 'Country', 'no'],
    ['postalCodeExtension', 'string', 'no'],
  ],
  Country: [['value, code', 'string', 'no']],
  RevisionData: [
    ['number', 'string', 'no'],
    ['dateTime', 'string', 'no', /ISO 8601/],
  ],
  LoyaltyData: [
    ['number', 'string', 'yes'],
    ['customerName, expirationDateTime', 'string', 'no'],
    ['balance', 'number', 'no'],
    ['misc', 'string', 'no'],
  ],
  RelatedTransactionReferenceData: [['store, register, transactionNumber, reasonCode, reason', 'string', 'no']],
  ItemData: [
    ['name', 'string', 'yes'],
    ['description, classCode, sku, upc, serialNumber, modelNumber, brand, industry, manufacturer', 'string', 'no'],
    ['price', 'number', 'no', /Unit price/],
    ['total', 'number', 'no', /Unit price times quantity, minus discount, as computed by the till/],
    ['priceNotation', 'string', 'no', /appended to the printed price, such as a non-taxable marker/],
    ['quantity', 'QuantityCommonData', 'no'],
    ['discounts', 'DiscountData[]', 'no', /each with its own label/],
    ['miscInfo', 'string', 'no'],
    ['category', 'string', 'no', /name \(not a code\).*grouped/],
    ['customCategory1, customCategory2', 'string', 'no'],
    ['giftCard', 'GiftCardData', 'no'],
    ['supportingDocuments', 'map to SupportingDocumentData', 'no'],
    ['taxes', 'TaxData[]', 'no', /on this item/],
  ],
  QuantityCommonData: [
    ['value', 'number', 'no', /Quantity/],
    ['units', 'number', 'no', /Deprecated/],
    ['unitOfMeasureCode', 'string', 'no', /Each, GAL or LB/],
  ],
  DiscountData: [
    ['amount', 'number', 'no', /negative number/],
    ['name', 'string', 'no', /label/],
  ],
  GiftCardData: [
    ['accountNumber, authNumber', 'string', 'no'],
    ['balance', 'number | MonetaryAmount', 'no', /second variant/],
  ],
  MonetaryAmount: [
    ['amount', 'number', 'no'],
    ['currencyCode', 'string', 'no'],
  ],
  SupportingDocumentData: [
    ['name', 'string', 'no', /text/],
    ['url', 'string', 'no', /URL of the document/],
  ],
  ReturnData: [
    ['originalStoreNumber, originalRegister, originalTransactionNumber', 'string', 'no', /original sale/],
    ['items', 'ItemData[]', 'no'],
    ['miscText', 'string', 'no'],
  ],
  OrderData: [
    ['number', 'string', 'no', /Order number/],
    ['action', 'string', 'no'],
    ['barcodeNumber', 'string', 'no', /valid for barcodeType/],
    ['barcodeType', 'BarcodeType', 'no'],
    ['grossAmount, netAmount, totalAmount', 'number', 'no'],
    ['description', 'string', 'no'],
    ['soldTo', 'SoldToData', 'no'],
    ['deliveryPickup', 'DeliveryPickupData', 'no'],
    ['taxes', 'TaxData[]', 'no'],
    ['fees', 'FeeData[]', 'no'],
    ['deposits', 'DepositData[]', 'no'],
    ['tenderHistory', 'TenderHistoryData[]', 'no'],
    ['paymentSchedules', 'PaymentScheduleData[]', 'no'],
    ['items', 'ItemData[]', 'no'],
    ['miscText', 'string', 'no'],
  ],
  SoldToData: [
    ['address', 'AddressCommonData', 'no'],
    ['customerName', 'string', 'yes'],
    ['customerNumber', 'string', 'no'],
    ['telephone1, telephone2', 'TelephoneCommonData', 'no'],
  ],
  DeliveryPickupData: [
    ['address', 'AddressCommonData', 'no'],
    ['instructions', 'string', 'no'],
    ['dateTime', 'string', 'no', /Delivery or pickup date/],
    ['phoneNumber1, phoneNumber2', 'TelephoneCommonData', 'no'],
  ],
  TaxData: [
    ['description', 'string', 'no', /If missing, a default label is printed/],
    ['percent', 'number', 'no', /decimal fraction: 0\.06 for 6 percent/],
    ['taxableAmount, amount', 'number', 'no'],
    ['taxTypeCode', 'string', 'no'],
  ],
  FeeData: [
    ['amount', 'number', 'no'],
    ['description', 'string', 'no'],
  ],
  DepositData: [
    ['accountNumber', 'string', 'no'],
    ['amount, balanceDue', 'number', 'no'],
  ],
  PaymentScheduleData: [
    ['description', 'string', 'no'],
    ['amountDue', 'number', 'no'],
    ['dueDate', 'string', 'no'],
  ],
  TenderData: [
    ['tenderTypeCode', 'string', 'yes'],
    ['dateTime', 'string', 'no'],
    ['amount', 'number', 'no'],
    ['creditDebit', 'CreditDebitData | CardData', 'no', /card payments.*either variant/],
    ['giftCard', 'GiftCardData', 'no'],
    ['authorizationCode, miscInfo', 'string', 'no'],
    ['signature', 'SignatureData', 'no'],
    ['emv', 'TenderEmvData', 'no'],
    ['currency', 'string', 'no'],
    ['supportingDocuments', 'map to SupportingDocumentData', 'no'],
  ],
  TenderHistoryData: [
    ['tenderTypeCode', 'string', 'no'],
    ['dateTime', 'string', 'no'],
    ['amount', 'number', 'no'],
    ['creditDebit', 'CreditDebitData | CardData', 'no'],
  ],
  CreditDebitData: [
    ['first6Digits', 'string', 'no'],
    ['last4Digits', 'string', 'yes'],
    ['typeCode', 'string', 'no', /Card type/],
    ['name', 'NameData', 'no', /card track data only/],
    ['expirationDate', 'string', 'no', /YYMM/],
  ],
  NameData: [['firstName, lastName', 'string', 'no', /card track data only/]],
  CardData: [
    ['Name', 'string', 'no', /Cardholder/],
    ['expirationDate', 'string', 'no', /YYMM/],
    ['typeCode, first6Digits, last4Digits', 'string', 'no'],
    ['emvData', 'EmvData', 'no'],
  ],
  TenderEmvData: [
    ['aid, appLabel, appPreferredName', 'string', 'no'],
    ['additionalAttributes', 'map to string', 'no'],
  ],
  EmvData: [
    ['aid, appLabel, appPreferredName', 'string', 'no'],
    ['additionalAttributes', 'map to string', 'no'],
  ],
  SignatureData: [
    ['base64Image', 'string', 'no', /Base64/],
    ['imageMimeType', 'string', 'conditional', /Required with an image/],
    ['dateTime', 'string', 'no'],
    ['text', 'string', 'no', /Terms being signed/],
  ],
  TermData: [
    ['signature', 'SignatureData', 'no'],
    ['description', 'string', 'no', /if no signature is needed/],
    ['supportingDocuments', 'map to SupportingDocumentData', 'no'],
  ],
  ReceiptResponse: [
    ['customerEmailAddress', 'string or null', 'no', /emailed to; null if it isn’t/],
    ['receiptId', 'string', 'yes'],
    ['offers', 'object[]', 'no'],
  ],
  'ReceiptResponse.offers': [
    ['offerContentType', 'string', 'no'],
    ['content', 'string', 'yes', /Base64 for `image\/\*`, text for `text\/\*`/],
    ['imageWidth', 'number', 'no', /images only/],
  ],
  ErrorResponse: [
    ['message', 'string', 'yes', /Summary/],
    ['code', 'string or null', 'yes'],
    ['referenceId', 'string', 'yes', /log/],
    ['errors', 'map to object[]', 'no', /by field path.*Empty if no field/],
  ],
  'ErrorResponse.errors': [
    ['code', 'string or null', 'yes'],
    ['message', 'string', 'yes'],
  ],
  ReceiptListItem: [
    ['id, customerEmailAddress, storeId, storeName', 'string', 'yes'],
    ['storeCity, storeZipCode, storeTerritory', 'string', 'no'],
    ['receiptDate', 'date-time', 'yes'],
    ['receiptNumber, transactionNumber', 'string', 'yes'],
    ['transactionAmount', 'number', 'yes'],
    ['transactionType, paymentType', 'string', 'yes'],
    ['items', 'object[]', 'no'],
  ],
  'ReceiptListItem.items': [
    ['itemName', 'string', 'no'],
    ['itemPrice', 'number', 'no'],
    ['itemSKUNumber', 'string', 'no'],
  ],
  ResendEmailData: [['customerEmailAddress', 'string', 'yes']],
  ReceiptDataResponse: [['apiRequest', 'map to any', 'yes', /request as sent/]],
  RequestEnvelope: [
    ['apiVersion', 'string', 'yes', /version of the request/],
    ['data', 'any', 'no'],
  ],
}

const currencies =
  'ADP AED AFA ALL AMD ANG AOA ARS ATS AUD AWG AZM BAM BBD BDT BEF BGL BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYR BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CYP CZK DEM DJF DKK DOP DZD ECS ECV EEK EGP ERN ESP ETB EUR FIM FJD FKP FRF GBP GEL GHC GIP GMD GNF GRD GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LUF LVL LYD MAD MDL MGF MKD MMK MNT MOP MRO MTL MUR MVR MWK MXN MXV MYR MZM NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR ROL RUB RUR RWF SAR SBD SCR SDD SEK SGD SHP SIT SKK SLL SOS SRG STD SVC SYP SZL THB TJS TMM TND TOP TPE TRL TTD TWD TZS UAH UGX USD USN USS UYU UZS VEB VND VUV WST XAF XAG XAU XBA XBB XBC XCD XDR XFO XFU XOF XPD XPF XPT XTS YER YUM ZAR ZMK ZWD'.split(
    ' ',
  )
const barcodeTypes = ['GTIN', 'EAN-128', 'Code39', 'Code128', 'QRCode']

/** The values that a field may have, by object and field. */
export const enumerations: Readonly<Record<string, readonly string[]>> = {
  'ReceiptData.receiptType': ['DigitalOnly', 'PaperOnly', 'DigitalAndPaper', 'NoReceipt'],
  'ReceiptData.barcodeType': barcodeTypes,
  'OrderData.barcodeType': barcodeTypes,
  'ReceiptData.currency': currencies,
  'TenderData.currency': currencies,
  'MonetaryAmount.currencyCode': currencies,
  'ReceiptResponse.offers.offerContentType': [
    'image/png',
    'image/bmp',
    'image/jpg',
    'image/gif',
    'text/html',
    'text/plain',
  ],
}

/** Values that the document names for fields whose list it doesn't close. */
export const namedValues: Readonly<Record<string, readonly string[]>> = {
  'ReceiptData.transactionType': ['SaleTransaction', 'ReturnTransaction', 'OrderTransaction', 'PaymentLinkTransaction'],
  'TaxData.taxTypeCode': ['Sales', 'VAT', 'GST', 'PST', 'HST', 'Excise', 'UseTax'],
}

/** The operations: path, method, parameters (name, place, type, required) and statuses. */
export const operations = [
  {
    path: '/ws/rest/v1/merchants/{merchantId}/receipts',
    method: 'post',
    parameters: [
      ['merchantId', 'path', 'string', 'yes'],
      ['Accept-Language', 'header', 'string', 'no'],
    ],
    body: 'ReceiptData',
    answer: 'ReceiptResponse',
    statuses: ['200', '401', '403', '409', '422', '500'],
  },
  {
    path: '/ws/rest/v1/merchants/{merchantId}/receipts',
    method: 'get',
    parameters: [
      ['merchantId', 'path', 'string', 'yes'],
      ['fromDate', 'query', 'date-time', 'yes'],
      ['toDate', 'query', 'date-time', 'yes'],
      ['storeId', 'query', 'string', 'no'],
      ['storeName', 'query', 'string', 'no'],
      ['transactionNumber', 'query', 'string', 'no'],
      ['receiptNumber', 'query', 'string', 'no'],
      ['pageSize', 'query', 'number', 'no'],
      ['pageNumber', 'query', 'number', 'no'],
    ],
    answer: 'ReceiptListItem[]',
    statuses: ['200', '401', '403', '422', '500'],
  },
  {
    path: '/ws/rest/v1/merchants/{merchantId}/receipts/{receiptId}',
    method: 'get',
    parameters: [
      ['merchantId', 'path', 'string', 'yes'],
      ['receiptId', 'path', 'string', 'yes'],
    ],
    answer: 'ReceiptDataResponse',
    statuses: ['200', '401', '403', '404', '500'],
  },
  {
    path: '/ws/rest/v1/merchants/{merchantId}/receipts/{receiptId}/email',
    method: 'post',
    parameters: [
      ['merchantId', 'path', 'string', 'yes'],
      ['receiptId', 'path', 'string', 'yes'],
    ],
    body: 'ResendEmailData',
    statuses: ['202', '401', '403', '422', '500'],
  },
  {
    path: '/email-validation',
    method: 'get',
    parameters: [['emailAddress', 'query', 'string[]', 'yes']],
    answer: 'EmailValidationResponse',
    statuses: ['200', '401', '403', '422', '500'],
  },
] as const
