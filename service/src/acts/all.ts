import { type AdministrationParts, administrationActs } from '../administration/acts.ts'
import { type PeopleParts, peopleActs } from '../console/acts.ts'
import { type MerchantParts, merchantActs } from '../merchants/acts.ts'
import { type KeyParts, keyActs } from '../merchants/key-acts.ts'
import { type OfferParts, offerActs } from '../merchants/offer-acts.ts'
import { type DeliveryParts, deliveryActs } from '../outbox/acts.ts'
import { privacyActs, type ReceiptParts, receiptActs } from '../receipts/privacy/acts.ts'
import type { Act } from './act.ts'

/** What all acts together work with. */
export type ActParts = AdministrationParts &
  DeliveryParts &
  KeyParts &
  MerchantParts &
  OfferParts &
  PeopleParts &
  ReceiptParts

/** Everything that operators can do, in the order of the API's description. */
export const acts: readonly Act<ActParts>[] = [
  ...Object.values(merchantActs),
  ...Object.values(keyActs),
  ...Object.values(offerActs),
  ...Object.values(peopleActs),
  ...Object.values(deliveryActs),
  ...Object.values(privacyActs),
  ...Object.values(receiptActs),
  ...Object.values(administrationActs),
]

/** The id of an act by what the audit trail calls it, at any door. */
export function actIdOf(action: string): string {
  return acts.find(({ alias }) => alias === action)?.id ?? action
}
