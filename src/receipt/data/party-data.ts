import {
  amount,
  dateToCome,
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

const telephoneCommonData = object('TelephoneCommonData', {
  areaCode: field(id, 'Area code. For US numbers send both parts, digits only.'),
  localNumber: required(id, 'Local number.'),
})

/** A phone number, in the two parts that tills store. */
export type TelephoneCommonData = Infer<typeof telephoneCommonData>

/** By name, by code, or both (spec, "Country"). */
const country = object('Country', {
  value: field(text, 'Country name.'),
  code: field(text, 'ISO 3166 country code.'),
})

const addressCommonData = object('AddressCommonData', {
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

/** A postal address anywhere. */
export type AddressCommonData = Infer<typeof addressCommonData>

/** Whom a digital receipt is for (spec, "Customer"). */
export const customer = object('Customer', {
  emailAddress: field(id, 'Email address for the receipt. Required if receiptType is DigitalOnly or DigitalAndPaper.'),
  telephone: field(telephoneCommonData, "Customer's telephone."),
})

/** How to reach the person who buys. */
export type Customer = Infer<typeof customer>

const storeData = object('StoreData', {
  id: identifying(id, 'Store ID. Not blank.'),
  name: required(sizedText(1, 100), 'Store name, 1 to 100 characters.'),
  address: required(addressCommonData, 'Store address.'),
  telephone: field(telephoneCommonData, 'Store telephone.'),
})

/** The shop whose name heads the receipt. */
export type StoreData = Infer<typeof storeData>

/** A register, who is at it, and its store (spec, "WorkstationData"). */
export const workstationData = object('WorkstationData', {
  id: identifying(id, 'Register ID. Not blank.'),
  operator: field(text, 'ID or name of the person ringing the sale.'),
  associate: field(text, 'ID or name of the person who made the sale; may be the same as operator.'),
  store: required(storeData, 'Store where the register is.'),
})

/** The register of an order that no till rang up. It has no name that a customer would know. */
export const onlineRegister = 'online'

/** The register of a sale in a shop whose order doesn't say where. */
export const unnamedRegister = 'in-person'

/** Where a sale was rung up, and by whom. */
export type WorkstationData = Infer<typeof workstationData>

/** A membership (spec, "LoyaltyData"). */
export const loyaltyData = object('LoyaltyData', {
  number: required(id, 'Membership number.'),
  customerName: field(text, 'Member name.'),
  expirationDateTime: field(dateToCome, 'When the membership or its points expire.'),
  balance: field(amount, 'Points balance.'),
  misc: field(text, 'Additional text about the membership.'),
})

/** A member's number, points and when they end. */
export type LoyaltyData = Infer<typeof loyaltyData>

/** Who is billed (spec, "SoldToData"). */
export const soldToData = object('SoldToData', {
  address: field(addressCommonData, "Buyer's address."),
  customerName: required(text, "Buyer's name."),
  customerNumber: field(id, "Buyer's customer number."),
  telephone1: field(telephoneCommonData, "Buyer's telephone."),
  telephone2: field(telephoneCommonData, "Buyer's second telephone."),
})

/** A buyer who is named, such as a company. */
export type SoldToData = Infer<typeof soldToData>

/** Where and when goods change hands (spec, "DeliveryPickupData"). */
export const deliveryPickupData = object('DeliveryPickupData', {
  address: field(addressCommonData, 'Delivery or pickup address.'),
  instructions: field(lines, 'Delivery or pickup instructions.'),
  dateTime: field(dateToCome, 'Delivery or pickup date.'),
  phoneNumber1: field(telephoneCommonData, 'Telephone for delivery or pickup.'),
  phoneNumber2: field(telephoneCommonData, 'Second telephone for delivery or pickup.'),
})

/** A delivery to the customer, or a pickup by them. */
export type DeliveryPickupData = Infer<typeof deliveryPickupData>
