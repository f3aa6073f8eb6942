import { amount, dateTime, field, type Infer, id, lines, object, required, sizedText, text } from '../schema/schema.ts'

export const telephoneCommonData = object('TelephoneCommonData', {
  areaCode: field(id, 'Area code. US numbers use both parts, digits only.'),
  localNumber: required(id, 'Number within the area.'),
})
export type TelephoneCommonData = Infer<typeof telephoneCommonData>

export const country = object('Country', {
  value: field(text, 'Name of the country.'),
  code: field(text, 'ISO 3166 code of the country.'),
})
export type Country = Infer<typeof country>

export const addressCommonData = object('AddressCommonData', {
  typeCode: field(text, 'Kind of address.'),
  addressLine1: field(text, 'First line of the street address.'),
  addressLine2: field(text, 'Second line of the street address.'),
  addressLine3: field(text, 'Third line of the street address.'),
  city: field(text, 'City.'),
  territory: field(text, 'State, province or territory.'),
  postalCode: field(id, 'Postal code.'),
  postalCodeExtension: field(id, 'Extension of the postal code, such as ZIP+4.'),
  country: field(country, 'Country.'),
})
export type AddressCommonData = Infer<typeof addressCommonData>

export const customer = object('Customer', {
  emailAddress: field(id, 'Where the receipt is mailed. Required when receiptType is DigitalOnly or DigitalAndPaper.'),
  telephone: field(telephoneCommonData, 'Telephone of the customer.'),
})
export type Customer = Infer<typeof customer>

export const storeData = object('StoreData', {
  id: required(id, 'Store identifier.'),
  name: required(sizedText(1, 100), 'Name of the store, 1 to 100 characters.'),
  address: required(addressCommonData, 'Address of the store.'),
  telephone: field(telephoneCommonData, 'Telephone of the store.'),
})
export type StoreData = Infer<typeof storeData>

export const workstationData = object('WorkstationData', {
  id: required(id, 'Register identifier.'),
  operator: field(text, 'ID or name of the person ringing the sale.'),
  associate: field(text, 'ID or name of the person who made the sale; may equal operator.'),
  store: required(storeData, 'Store the register stands in.'),
})
export type WorkstationData = Infer<typeof workstationData>

export const loyaltyData = object('LoyaltyData', {
  number: required(id, 'Membership number.'),
  customerName: field(text, 'Name of the member.'),
  expirationDateTime: field(dateTime, 'When the membership or its points expire.'),
  balance: field(amount, 'Balance of points.'),
  misc: field(text, 'More about the membership.'),
})
export type LoyaltyData = Infer<typeof loyaltyData>

export const soldToData = object('SoldToData', {
  address: field(addressCommonData, 'Address of the buyer.'),
  customerName: required(text, 'Name of the buyer.'),
  customerNumber: field(id, 'Customer number of the buyer.'),
  telephone1: field(telephoneCommonData, 'Telephone of the buyer.'),
  telephone2: field(telephoneCommonData, 'Second telephone of the buyer.'),
})
export type SoldToData = Infer<typeof soldToData>

export const deliveryPickupData = object('DeliveryPickupData', {
  address: field(addressCommonData, 'Where goods are delivered or picked up.'),
  instructions: field(lines, 'What to know for delivery or pickup.'),
  dateTime: field(dateTime, 'Date of delivery or pickup.'),
  phoneNumber1: field(telephoneCommonData, 'Telephone for delivery or pickup.'),
  phoneNumber2: field(telephoneCommonData, 'Second telephone for delivery or pickup.'),
})
export type DeliveryPickupData = Infer<typeof deliveryPickupData>
