import { administrationActs } from '../administration/acts.ts'
import { peopleActs } from '../console/acts.ts'
import { bounceActs } from '../delivery/bounces/acts.ts'
import { suppressionActs } from '../delivery/suppression/acts.ts'
import { webhookActs } from '../delivery/webhooks/acts.ts'
import { fleetActs } from '../fleet/acts.ts'
import { merchantActs, offerActs } from '../merchants/acts.ts'
import { keyActs } from '../merchants/key-acts.ts'
import { templateActs } from '../merchants/templates/acts.ts'
import { deliveryActs } from '../outbox/acts.ts'
import { privacyActs, receiptActs } from '../receipts/privacy/acts.ts'
import { problemActs } from '../receipts/worklist/acts.ts'
import { reportActs } from '../reports/acts.ts'
import { dayEndActs } from '../statistics/day-end/acts.ts'
import { tableActs } from '../statistics/tables/acts.ts'
import type { Act } from './act.ts'

/** Everything that operators can do, in the order of the API's description. */
export const acts: readonly Act[] = [
  ...Object.values(merchantActs),
  ...Object.values(keyActs),
  ...Object.values(offerActs),
  ...Object.values(templateActs),
  ...Object.values(fleetActs),
  ...Object.values(webhookActs),
  ...Object.values(peopleActs),
  ...Object.values(deliveryActs),
  ...Object.values(bounceActs),
  ...Object.values(suppressionActs),
  ...Object.values(problemActs),
  ...Object.values(dayEndActs),
  ...Object.values(tableActs),
  ...Object.values(reportActs),
  ...Object.values(privacyActs),
  ...Object.values(receiptActs),
  ...Object.values(administrationActs),
]

/** The id of an act by what the audit trail calls it, at any door. */
export function actIdOf(action: string): string {
  return acts.find(({ alias }) => alias === action)?.id ?? action
}
