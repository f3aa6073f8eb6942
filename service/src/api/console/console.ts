import type { AuditTrail } from '../../administration/audit.ts'
import type { Lockout } from '../../console/lockout.ts'
import type { PageFiles } from '../../console/page-files.ts'
import type { People } from '../../console/people.ts'
import type { Sessions } from '../../console/sessions.ts'
import { createSignIn } from '../../console/sign-in.ts'
import type { EmailValidator } from '../../email-validation/validate.ts'
import type { ApiKeys } from '../../merchants/api-keys.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import type { Search } from '../../receipts/search/search.ts'
import type { Stores } from '../../receipts/stores.ts'
import type { Operation } from '../operation.ts'
import { checkAddress } from './addresses.ts'
import { type DocumentParts, documentOperations } from './documents.ts'
import { findOperations } from './find.ts'
import { pageOperations } from './pages.ts'
import { previewSettings } from './preview.ts'
import { listProblems, type ProblemOptions } from './problems.ts'
import { type ReceiptOptions, receiptOperations } from './receipt.ts'
import { sessionOperations } from './session.ts'
import { showStatistics } from './statistics.ts'
import { readTrail } from './trail.ts'

/** What the console needs of the service. */
export interface ConsoleParts {
  sessions: Sessions
  people: People
  lockout: Lockout
  search: Search
  stores: Stores
  /** The built page; without it, only its operations are there. */
  page: PageFiles | undefined
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Whether clients' addresses aren't known, because all have that of a proxy. */
  proxied: boolean
}

interface Shared extends ConsoleParts, DocumentParts, ReceiptOptions, ProblemOptions {
  apiKeys: ApiKeys
  merchants: Merchants
  audit: AuditTrail
  validate: EmailValidator
}

/** The console for a merchant's back office: its page, and the operations that only the page uses, but for acts. */
export function consoleOperations(parts: Shared): Operation[] {
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
