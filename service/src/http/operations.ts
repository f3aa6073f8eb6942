import { serviceVersion } from '../basics/versions.ts'
import type { BounceDoors } from '../delivery/bounces/doors.ts'
import type { MailFolder } from '../delivery/mail/folder.ts'
import { adminActs, consoleActs } from './acts.ts'
import { checkAddress } from './console/addresses.ts'
import { printDayEnd } from './console/day-end.ts'
import { documentOperations, previewSettings, showStatistics } from './console/documents.ts'
import { findOperations } from './console/find-receipts.ts'
import { ownAccountOperations } from './console/own-account.ts'
import { type PageFiles, pageOperations } from './console/pages.ts'
import { listProblems, listSilentTills, readTrail } from './console/problems.ts'
import { providerOperations } from './console/provider.ts'
import { receiptOperations } from './console/receipts.ts'
import { sessionOperations } from './console/session.ts'
import { lookAtSuppressions } from './console/suppressions.ts'
import { worklistOperations } from './console/worklist.ts'
import { describingOperations } from './description/docs-page.ts'
import { describe } from './description/openapi.ts'
import { mailboxOperations } from './mailbox.ts'
import type { ApiContext, Operation } from './operation.ts'
import { bounceWebhooks } from './operations/bounce-webhooks.ts'
import { createReceipt } from './operations/create-receipt.ts'
import { retrieveHtml, retrievePdf } from './operations/documents.ts'
import { queryReceipts } from './operations/query-receipts.ts'
import { listDeliveries, resendReceiptEmail } from './operations/receipt-mails.ts'
import { retrieveReceipt, retrieveStructured } from './operations/retrieve-receipt.ts'
import { retrieveStatistics } from './operations/retrieve-statistics.ts'
import { retrieveTillSettings } from './operations/till-settings.ts'
import { validateEmail } from './operations/validate-email.ts'
import { reportStops } from './report-stops.ts'

/** What an API process has besides. */
interface OperationOptions {
  /** The operations in `health.ts`, which every process has. */
  health: readonly Operation[]
  admin: boolean
  /** The mailbox page's folder, if that page is enabled. */
  mailbox: MailFolder | undefined
  /** The built page of the console; without it, only its operations are there. */
  page: PageFiles | undefined
  /** How what providers say of mails comes in. */
  bounces?: Pick<BounceDoors, 'taker' | 'providers'>
}

/** All operations of an API process. The mailbox page is for development and isn't in the OpenAPI. */
export function allOperations(
  context: ApiContext,
  { health, admin, mailbox, page, bounces }: OperationOptions,
): Operation[] {
  const described = [
    ...health,
    createReceipt(context),
    queryReceipts(context),
    retrieveReceipt(context),
    resendReceiptEmail(context),
    listDeliveries(context),
    retrievePdf(context),
    retrieveHtml(context),
    retrieveStructured(context),
    retrieveStatistics(context),
    validateEmail(context),
    retrieveTillSettings(context),
    ...(bounces ? bounceWebhooks(context, bounces) : []),
    ...(admin ? adminActs(context) : []),
  ]
  const describing = describingOperations(() =>
    describe([...described, ...describing], serviceVersion, context.address('')),
  )
  return [
    ...described,
    ...describing,
    ...consoleOperations(context),
    ...consoleActs(context),
    ...reportStops(context),
    ...(page ? pageOperations(page) : []),
    ...(mailbox ? mailboxOperations(context, mailbox) : []),
  ]
}

/** The operations for a merchant's back office that only the console's page uses, but for acts. */
export function consoleOperations(context: ApiContext): Operation[] {
  return [
    ...sessionOperations(context),
    ...providerOperations(context),
    ...ownAccountOperations(context),
    ...findOperations(context),
    ...receiptOperations(context),
    ...documentOperations(context),
    checkAddress(context),
    previewSettings(context),
    listProblems(context),
    lookAtSuppressions(context),
    ...worklistOperations(context),
    listSilentTills(context),
    showStatistics(context),
    printDayEnd(context),
    readTrail(context),
  ]
}
