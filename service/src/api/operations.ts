import type { AdminTokens } from '../administration/admin-tokens.ts'
import type { AuditTrail } from '../administration/audit.ts'
import { engineVersion, serviceVersion } from '../basics/versions.ts'
import type { EmailValidator } from '../email-validation/validate.ts'
import type { MailFolder } from '../mail/folder.ts'
import type { ApiKeys } from '../merchants/api-keys.ts'
import type { Engines } from '../merchants/engines.ts'
import type { Merchants } from '../merchants/merchants.ts'
import type { Offers } from '../merchants/offers.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Tracer } from '../monitoring/telemetry/tracer.ts'
import type { Bounces } from '../outbox/bounces.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { Levers } from '../outbox/levers.ts'
import type { Pauses } from '../outbox/pauses.ts'
import type { Erasure } from '../receipts/privacy/erase.ts'
import type { Exports } from '../receipts/privacy/export.ts'
import type { Receipts } from '../receipts/receipts.ts'
import type { Refusals } from '../receipts/refusals.ts'
import type { Warnings } from '../receipts/warnings.ts'
import type { Events } from '../statistics/counting/events.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { ServiceTurns } from '../turns/limits.ts'
import { adminOperations, consoleActs } from './act-operations.ts'
import { type ConsoleParts, consoleOperations } from './console/console.ts'
import type { ProblemOptions } from './console/problems.ts'
import { describe } from './description/openapi.ts'
import { mailboxOperations } from './mailbox.ts'
import type { Operation } from './operation.ts'
import { createReceipt } from './operations/create-receipt.ts'
import { describingOperations } from './operations/description.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import { queryReceipts } from './operations/query-receipts.ts'
import { resendReceiptEmail } from './operations/resend-receipt-email.ts'
import { retrieveHtml } from './operations/retrieve-html.ts'
import { retrievePdf } from './operations/retrieve-pdf.ts'
import { retrieveReceipt } from './operations/retrieve-receipt.ts'
import { retrieveStatistics } from './operations/retrieve-statistics.ts'
import { validateEmail } from './operations/validate-email.ts'

export interface OperationParts extends ConsoleParts, Pick<ProblemOptions, 'failedMails'> {
  refusals: Refusals
  warnings: Warnings
  bounces: Bounces
  merchants: Merchants
  apiKeys: ApiKeys
  offers: Offers
  engines: Engines
  receipts: Receipts
  statistics: Statistics
  events: Events
  erasure: Erasure
  exports: Exports
  deliveries: Deliveries
  metrics: Metrics
  tracer: Tracer
  log: Log
  now: () => number
  mailFrom: string
  pauses: Pauses
  levers: Levers
  adminTokens: AdminTokens
  audit: AuditTrail
  turns: ServiceTurns
  /** Told about every PDF that couldn't be printed. */
  pdfFailed: () => void
  validate: EmailValidator
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
