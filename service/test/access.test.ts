import { expect, test } from 'vitest'
import { acts } from '../src/acts/all.ts'
import type { AdminScope } from '../src/people/admin-tokens.ts'
import { allows, type Role, roles } from '../src/people/roles.ts'
import { operations } from './console/every-operation.ts'

/** What each role may do besides what those before it may: "Who may do what" of service/README.md, in full. */
const byRole: Record<Role, string> = {
  statistics: `currentSession signOut changePassword showSecondFactor beginSecondFactor confirmSecondFactor renewRecoveryCodes
    endSecondFactor showStatistics showTable listStores listSilentTills showDayEnd printDayEnd`,
  view: `findReceipts lookAtReceipt frameReceipt printReceipt showSlip followDeliveries listProblems countProblems listMailProblems
    listFleet showTillSettings`,
  desk: `sendReceiptAgain checkAddress lookAtSuppressions findSuppression addSuppression liftSuppressions finishProblems reopenProblems
    resendProblems exportProblems exportTable signDayEnd`,
  manager: 'eraseReceipt listOffers makeOffer dropOffer readTrail',
  admin: `readSettings saveSettings previewSettings saveTillSettings forgetTill listKeys makeTillKey replaceTillKey revokeTillKey listPeople
    savePerson changePerson removePerson removeSecondFactor listTemplates showTemplates previewTemplates uploadTemplates publishTemplates
    withdrawTemplates listWebhooks addWebhook changeWebhook testWebhook removeWebhook replaceWebhookSecret listWebhookMessages
    redeliverWebhook listReports addReport changeReport removeReport`,
}

/** What is about the whole merchant, so that nobody limited to some stores has it, whatever their role. Nothing of an `admin` is for them. */
const wholeOnly = `showTillSettings lookAtSuppressions findSuppression addSuppression listOffers makeOffer dropOffer readTrail ${byRole.admin}`

/** What an admin token may do, by scope. */
const byScope: Record<AdminScope, string> = {
  read: `listMerchants getMerchant listKeys listOffers listTemplates showTemplates previewTemplates listFleet showTillSettings listWebhooks
    listWebhookMessages listPauses findDeliveries listSuppressions listMailProblems showDayEnd showTable exportTable listReports
    listAuditEntries`,
  deliveries: `pauseDelivery resumeDelivery retryDeliveries cancelDeliveries findSuppression addSuppression liftSuppressions finishProblems
    reopenProblems resendProblems signDayEnd`,
  settings: `saveMerchant issueKey revokeKey addOffer removeOffer uploadTemplates publishTemplates withdrawTemplates saveTillSettings
    forgetTill addWebhook changeWebhook testWebhook removeWebhook replaceWebhookSecret redeliverWebhook addReport changeReport removeReport`,
  privacy: 'exportReceipts eraseReceipts listBounceReports',
  people: 'listPeople savePerson changePerson removePerson removeSecondFactor',
}

// Tests of each operation ask it what role it needs; only here is it said again.
test.each(roles)('what the role %s adds is what it is meant to', role => {
  expect(idsOf(operations.filter(each => (each.role ?? 'view') === role))).toEqual(wordsIn(byRole[role]))
})

test('what is about the whole merchant is for nobody limited to some stores', () => {
  expect(idsOf(operations.filter(({ stores }) => stores !== 'some'))).toEqual(wordsIn(wholeOnly))
})

test.each(Object.entries(byScope))(
  'what the scope %s of an admin token allows is what it is meant to',
  (scope, ids) => {
    expect(idsOf(acts.filter(({ access }) => access.admin === scope))).toEqual(wordsIn(ids))
  },
)

test('a token that only reads sees all but people and bounce reports', () => {
  const others = acts.filter(({ access, at }) => access.admin && access.admin !== 'read' && at.startsWith('GET '))
  expect(idsOf(others)).toEqual(['listBounceReports', 'listPeople'])
})

test('a role may do what it and those before it may, and no more', () => {
  const allowed = roles.map(role => roles.filter(needed => allows(role, needed)).length)
  expect(allowed).toEqual([1, 2, 3, 4, 5])
  expect(allows('view', 'desk')).toBe(false)
})

test('a token that only reads changes nothing', () => {
  expect(acts.filter(({ access, at }) => access.admin === 'read' && !at.startsWith('GET '))).toEqual([])
})

function idsOf(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id).sort()
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).sort()
}
