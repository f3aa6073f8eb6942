import { engineVersion, serviceVersion } from '../basics/versions.ts'
import { createSignIn } from '../console/sign-in.ts'
import type { MailFolder } from '../mail/folder.ts'
import type { Schedulers } from '../scheduling/limits.ts'
import { adminOperations, consoleActs, type MountParts } from './act-operations.ts'
import { checkAddress } from './console/addresses.ts'
import { type DocumentParts, documentOperations, showStatistics } from './console/documents.ts'
import { findOperations } from './console/find.ts'
import { type PageFiles, pageOperations } from './console/pages.ts'
import { previewSettings } from './console/preview.ts'
import { listProblems } from './console/problems.ts'
import { receiptOperations } from './console/receipt.ts'
import { sessionOperations } from './console/session.ts'
import { readTrail } from './console/trail.ts'
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

/** What the operations take, but for what is made of other parts here. */
type Taken = MountParts &
  Parameters<typeof createReceipt>[0] &
  Parameters<typeof queryReceipts>[0] &
  Parameters<typeof resendReceiptEmail>[0] &
  Parameters<typeof listDeliveries>[0] &
  Parameters<typeof retrieveStatistics>[0] &
  Parameters<typeof validateEmail>[0] &
  DocumentParts &
  Omit<Parameters<typeof sessionOperations>[0], 'signIn'> &
  Parameters<typeof createSignIn>[0] &
  Parameters<typeof findOperations>[0] &
  Parameters<typeof receiptOperations>[0] &
  Parameters<typeof listProblems>[0] &
  Parameters<typeof readTrail>[0] & {
    /** The built page of the console; without it, only its operations are there. */
    page: PageFiles | undefined
  }

/** What the service gives its API. */
export interface OperationParts extends Omit<Taken, 'turns' | 'pdfTurns' | 'htmlTurns' | 'address' | 'engineVersion'> {
  turns: Schedulers
  /** The service's address, once known. */
  address: () => string
  /** The operations in `health.ts`, which every process has. */
  health: readonly Operation[]
  admin: boolean
  /** The mailbox page's folder, if that page is enabled. */
  mailbox: MailFolder | undefined
}

/** All operations of an API process. The mailbox page is for development and isn't in the OpenAPI. */
export function allOperations(parts: OperationParts): Operation[] {
  const { turns, address, mailbox } = parts
  const shared = { ...parts, engineVersion, address: (path: string) => `${address()}${path}` }
  const described = [
    ...parts.health,
    createReceipt({ ...shared, turns: turns.create }),
    queryReceipts(shared),
    retrieveReceipt(shared),
    resendReceiptEmail(shared),
    listDeliveries(shared),
    retrievePdf({ ...shared, turns: turns.pdf }),
    retrieveHtml({ ...shared, turns: turns.html }),
    retrieveStatistics(shared),
    validateEmail(shared),
    ...(parts.admin ? adminOperations(shared) : []),
  ]
  const describing = describingOperations(() => describe([...described, ...describing], serviceVersion, address()))
  return [
    ...described,
    ...describing,
    ...consoleOperations({ ...shared, pdfTurns: turns.pdf, htmlTurns: turns.html }),
    ...consoleActs(shared),
    ...(mailbox ? mailboxOperations({ ...shared, folder: mailbox }) : []),
  ]
}

/** The console for a merchant's back office: its page, and the operations that only the page uses, but for acts. */
export function consoleOperations(parts: Omit<Taken, 'turns'>): Operation[] {
  return [
    ...sessionOperations({ ...parts, signIn: createSignIn(parts) }),
    ...findOperations(parts),
    ...receiptOperations(parts),
    ...documentOperations(parts),
    checkAddress(parts),
    previewSettings(parts),
    listProblems(parts),
    showStatistics(parts),
    readTrail(parts),
    ...(parts.page ? pageOperations(parts.page) : []),
  ]
}
