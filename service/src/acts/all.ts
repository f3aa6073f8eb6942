import type { Act } from './act.ts'
import { bounceActs } from './delivery/bounces.ts'
import { deliveryActs } from './delivery/outbox.ts'
import { pauseActs } from './delivery/pauses.ts'
import { suppressionActs } from './delivery/suppression.ts'
import { webhookActs } from './delivery/webhooks.ts'
import { fleetActs } from './fleet.ts'
import { keyActs } from './merchants/keys.ts'
import { merchantActs } from './merchants/merchants.ts'
import { offerActs } from './merchants/offers.ts'
import { templateActs } from './merchants/templates.ts'
import { administrationActs } from './people/administration.ts'
import { peopleActs } from './people/people.ts'
import { privacyActs, receiptActs } from './receipts/privacy.ts'
import { problemActs } from './receipts/worklist.ts'
import { reportActs } from './reports.ts'
import { dayEndActs } from './statistics/day-end.ts'
import { tableActs } from './statistics/tables.ts'

/** Everything that operators can do, in the order of the API's description. */
export const acts: readonly Act[] = [
  ...Object.values(merchantActs),
  ...Object.values(keyActs),
  ...Object.values(offerActs),
  ...Object.values(templateActs),
  ...Object.values(fleetActs),
  ...Object.values(webhookActs),
  ...Object.values(peopleActs),
  ...Object.values(pauseActs),
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
