import {
  amount,
  dateText,
  field,
  type Infer,
  id,
  identifying,
  lines,
  object,
  required,
  sizedText,
  text,
} from '../schema/schema.ts'

export const telephoneCommonData = object('TelephoneCommonData', {
  areaCode: field(id, 'Area code. For US numbers send both parts, digits only.'),
  localNumber: required(id, 'Local number.'),
})
export type TelephoneCommonData = Infer<typeof telephoneCommonData>

export const country = object('Country', {
  value: field(text, 'Country name.'),
  code: field(text, 'ISO 3166 country code.'),
})
export type Country = Infer<typeof country>

export const addressCommonData = object('AddressCommonData', {
  typeCode: field(text, 'Address type.'),
  addressLine1: field(text, 'First line of the street address.'),
  addressLine2: field(text, 'Second line of the street address.'),
  addressLine3: field(text, 'Third line of the street address.'),
  city: field(text, 'City.'),
  territory: field(text, 'State, province or territory.'),
  postalCode: field(id, 'Postal code.'),
  postalCodeExtension: field(id, 'Postal code extension, such as the last four digits of a ZIP+4.'),
  country: field(country, 'Country.'),
})
export type AddressCommonData = Infer<typeof addressCommonData>

export const customer = object('Customer', {
  emailAddress: field(id, 'Email address for the receipt. Required if receiptType is DigitalOnly or DigitalAndPaper.'),
  telephone: field(telephoneCommonData, "Customer's telephone."),
})
export type Customer = Infer<typeof customer>

export const storeData = object('StoreData', {
  id: identifying(id, 'Store ID. Not blank.'),
  name: required(sizedText(1, 100), 'Store name, 1 to 100 characters.'),
  address: required(addressCommonData, 'Store address.'),
  telephone: field(telephoneCommonData, 'Store telephone.'),
})
export type StoreData = Infer<typeof storeData>

export const workstationData = object('WorkstationData', {
  id: identifying(id, 'Register ID. Not blank.'),
  operator: field(text, 'ID or name of the person ringing the sale.'),
  associate: field(text, 'ID or name of the person who made the sale; may be the same as operator.'),
  store: required(storeData, 'Store where the register is.'),
})
export type WorkstationData = Infer<typeof workstationData>

export const loyaltyData = object('LoyaltyData', {
  number: required(id, 'Membership number.'),
  customerName: field(text, 'Member name.'),
  expirationDateTime: field(dateText, 'When the membership or its points expire.'),
  balance: field(amount, 'Points balance.'),
  misc: field(text, 'Additional text about the membership.'),
})
export type LoyaltyData = Infer<typeof loyaltyData>

export const soldToData = object('SoldToData', {
  address: field(addressCommonData, "Buyer's address."),
  customerName: required(text, "Buyer's name."),
  customerNumber: field(id, "Buyer's customer number."),
  telephone1: field(telephoneCommonData, "Buyer's telephone."),
  telephone2: field(telephoneCommonData, "Buyer's second telephone."),
})
export type SoldToData = Infer<typeof soldToData>

export const deliveryPickupData = object('DeliveryPickupData', {
  address: field(addressCommonData, 'Delivery or pickup address.'),
  instructions: field(lines, 'Delivery or pickup instructions.'),
  dateTime: field(dateText, 'Delivery or pickup date.'),
  phoneNumber1: field(telephoneCommonData, 'Telephone for delivery or pickup.'),
  phoneNumber2: field(telephoneCommonData, 'Second telephone for delivery or pickup.'),
})
export type DeliveryPickupData = Infer<typeof deliveryPickupData>
