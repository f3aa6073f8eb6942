import { serviceVersion } from '../basics/versions.ts'
import type { MailFolder } from '../mail/folder.ts'
import { adminOperations, consoleActs } from './act-operations.ts'
import { checkAddress } from './console/addresses.ts'
import { documentOperations, showStatistics } from './console/documents.ts'
import { findOperations } from './console/find.ts'
import { type PageFiles, pageOperations } from './console/pages.ts'
import { previewSettings } from './console/preview.ts'
import { listProblems } from './console/problems.ts'
import { receiptOperations } from './console/receipt.ts'
import { sessionOperations } from './console/session.ts'
import { readTrail } from './console/trail.ts'
import type { ApiContext } from './context.ts'
import { describingOperations } from './description/docs-page.ts'
import { describe } from './description/openapi.ts'
import { mailboxOperations } from './mailbox.ts'
import type { Operation } from './operation.ts'
import { createReceipt } from './operations/create-receipt.ts'
import { retrieveHtml, retrievePdf } from './operations/documents.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import { queryReceipts } from './operations/query-receipts.ts'
import { resendReceiptEmail } from './operations/resend-receipt-email.ts'
import { retrieveReceipt } from './operations/retrieve-receipt.ts'
import { retrieveStatistics } from './operations/retrieve-statistics.ts'
import { validateEmail } from './operations/validate-email.ts'

/** What an API process has besides. */
export interface OperationOptions {
  /** The operations in `health.ts`, which every process has. */
  health: readonly Operation[]
  admin: boolean
  /** The mailbox page's folder, if that page is enabled. */
  mailbox: MailFolder | undefined
  /** The built page of the console; without it, only its operations are there. */
  page: PageFiles | undefined
}

/** All operations of an API process. The mailbox page is for development and isn't in the OpenAPI. */
export function allOperations(context: ApiContext, { health, admin, mailbox, page }: OperationOptions): Operation[] {
  const described = [
    ...health,
    createReceipt(context),
    queryReceipts(context),
    retrieveReceipt(context),
    resendReceiptEmail(context),
    listDeliveries(context),
    retrievePdf(context),
    retrieveHtml(context),
    retrieveStatistics(context),
    validateEmail(context),
    ...(admin ? adminOperations(context) : []),
  ]
  const describing = describingOperations(() =>
    describe([...described, ...describing], serviceVersion, context.address('')),
  )
  return [
    ...described,
    ...describing,
    ...consoleOperations(context),
    ...consoleActs(context),
    ...(page ? pageOperations(page) : []),
    ...(mailbox ? mailboxOperations(context, mailbox) : []),
  ]
}

/** The operations for a merchant's back office that only the console's page uses, but for acts. */
export function consoleOperations(context: ApiContext): Operation[] {
  return [
    ...sessionOperations(context),
    ...findOperations(context),
    ...receiptOperations(context),
    ...documentOperations(context),
    checkAddress(context),
    previewSettings(context),
    listProblems(context),
    showStatistics(context),
    readTrail(context),
  ]
}
