import { type Act, type ActContext, type Context, runAct } from '../acts/act.ts'
import { acts } from '../acts/all.ts'
import { serviceVersion } from '../basics/versions.ts'
import { actorOf } from '../console/sessions.ts'
import type { MailFolder } from '../mail/folder.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { documentOperations, previewSettings, showStatistics } from './console/documents.ts'
import { findOperations } from './console/find.ts'
import { type PageFiles, pageOperations } from './console/pages.ts'
import { listProblems, listSilentTills, readTrail } from './console/problems.ts'
import { checkAddress, receiptOperations } from './console/receipt.ts'
import { sessionOperations } from './console/session.ts'
import { describingOperations } from './description/docs-page.ts'
import { describe } from './description/openapi.ts'
import { errors, recognizeError } from './errors.ts'
import { mailboxOperations } from './mailbox.ts'
import { type Answer, type ApiContext, type Call, consolePath, type Operation } from './operation.ts'
import { createReceipt } from './operations/create-receipt.ts'
import { retrieveHtml, retrievePdf } from './operations/documents.ts'
import { queryReceipts } from './operations/query-receipts.ts'
import { listDeliveries, resendReceiptEmail } from './operations/receipt-mails.ts'
import { retrieveReceipt, retrieveStructured } from './operations/retrieve-receipt.ts'
import { retrieveStatistics } from './operations/retrieve-statistics.ts'
import { validateEmail } from './operations/validate-email.ts'

/** What an API process has besides. */
interface OperationOptions {
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
    retrieveStructured(context),
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
    listSilentTills(context),
    showStatistics(context),
    readTrail(context),
  ]
}

/** The acts of the admin API, as its operations. */
function adminOperations(context: Context): Operation[] {
  return acts
    .filter(({ access }) => access.admin !== undefined)
    .map(act => ({
      ...shared(act),
      path: `/admin${act.at.replace(/^\w+ /, '')}`,
      security: 'admin',
      scope: act.access.admin ?? 'read',
      outcomes: {
        ...act.outcomes,
        ...(isAboutMerchant(act) && { 404: act.outcomes[404] ?? { description: 'There is no such merchant' } }),
      },
      async handle(call) {
        const { merchantId = '' } = call.params
        const merchant = isAboutMerchant(act) ? await findMerchant(context.db, merchantId) : undefined
        if (isAboutMerchant(act) && !merchant) throw errors.notFound()
        const doer = { actor: call.actor, merchantId, merchant: merchant as Merchant, target: targetOf(call) }
        const whole = { ...context, ...doer }
        const result = await carryOut(act, call, whole, act.id)
        act.report?.(whole, result)
        return answerOf(act, result)
      },
    }))
}

/** The acts of the console, as operations for whoever is signed in. They aren't in the OpenAPI. */
export function consoleActs(context: Context): Operation[] {
  return acts
    .filter(({ access }) => access.console !== undefined)
    .map(act => ({
      ...shared(act),
      id: act.alias ?? act.id,
      path: `${consolePath}${act.at.replace(/^\w+ \/merchants\/\{merchantId\}/, '')}`,
      security: 'session',
      role: act.access.console ?? 'admin',
      recorded: false,
      outcomes: act.outcomes,
      async handle(call) {
        const { merchant, session } = call
        const doer = { actor: actorOf(session), merchantId: merchant.id, merchant, target: targetOf(call) }
        return answerOf(act, await carryOut(act, call, { ...context, ...doer }, act.alias ?? act.id))
      },
    }))
}

function shared({ id, at, summary, description, input }: Act) {
  const method = at.slice(0, at.indexOf(' ')) as Operation['method']
  return {
    id,
    method,
    tag: 'Administration' as const,
    summary,
    ...(description !== undefined && { description }),
    ...(input && { [method === 'GET' ? 'query' : 'body']: input }),
  }
}

/** Whether the act needs the merchant in its path. */
function isAboutMerchant({ at, creates = false }: Act): boolean {
  return !creates && at.includes('{merchantId}')
}

function targetOf({ params: { merchantId, ...others } }: Call): string {
  return Object.values(others)[0] ?? ''
}

function carryOut(act: Act, call: Call, context: ActContext, action: string): Promise<unknown> {
  const input = act.input && (act.at.startsWith('GET ') ? call.parameters : call.input)
  const isRefusal = (error: unknown) => recognizeError(error).status < 500
  return runAct(act, context, input, { action, isRefusal })
}

function answerOf({ outcomes, answer = result => result }: Act, result: unknown): Answer {
  const status = Number(Object.keys(outcomes)[0])
  const json = answer(result)
  if (typeof json === 'string')
    return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: json }
  return { status, ...(json !== undefined && { json }) }
}
