import { amount, dateTime, type Infer, id, lines, object, required, sizedText, text } from './schema.ts'

export const telephoneCommonData = object('TelephoneCommonData', { areaCode: id, localNumber: required(id) })
export type TelephoneCommonData = Infer<typeof telephoneCommonData>

export const country = object('Country', { value: text, code: text })
export type Country = Infer<typeof country>

export const addressCommonData = object('AddressCommonData', {
  typeCode: text,
  addressLine1: text,
  addressLine2: text,
  addressLine3: text,
  city: text,
  territory: text,
  postalCode: id,
  postalCodeExtension: id,
  country,
})
export type AddressCommonData = Infer<typeof addressCommonData>

export const customer = object('Customer', { emailAddress: id, telephone: telephoneCommonData })
export type Customer = Infer<typeof customer>

export const storeData = object('StoreData', {
  id: required(id),
  name: required(sizedText(1, 100)),
  address: required(addressCommonData),
  telephone: telephoneCommonData,
})
export type StoreData = Infer<typeof storeData>

export const workstationData = object('WorkstationData', {
  id: required(id),
  operator: text,
  associate: text,
  store: required(storeData),
})
export type WorkstationData = Infer<typeof workstationData>

export const loyaltyData = object('LoyaltyData', {
  number: required(id),
  customerName: text,
  expirationDateTime: dateTime,
  balance: amount,
  misc: text,
})
export type LoyaltyData = Infer<typeof loyaltyData>

export const soldToData = object('SoldToData', {
  address: addressCommonData,
  customerName: required(text),
  customerNumber: id,
  telephone1: telephoneCommonData,
  telephone2: telephoneCommonData,
})
export type SoldToData = Infer<typeof soldToData>

export const deliveryPickupData = object('DeliveryPickupData', {
  address: addressCommonData,
  instructions: lines,
  dateTime: dateTime,
  phoneNumber1: telephoneCommonData,
  phoneNumber2: telephoneCommonData,
})
export type DeliveryPickupData = Infer<typeof deliveryPickupData>
