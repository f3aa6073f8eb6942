import { type Act, type ActContext, BodyAnswer, type Context, runAct } from '../acts/act.ts'
import { acts } from '../acts/all.ts'
import { wholeReach } from '../basics/reach.ts'
import { serviceVersion } from '../basics/versions.ts'
import type { BounceDoors } from '../delivery/bounces/doors.ts'
import type { MailFolder } from '../delivery/mail/folder.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { actorOf } from '../people/sessions.ts'
import { printDayEnd } from './console/day-end.ts'
import { documentOperations, previewSettings, showStatistics } from './console/documents.ts'
import { ownAccountOperations } from './console/own-account.ts'
import { type PageFiles, pageOperations } from './console/pages.ts'
import { listProblems, listSilentTills, readTrail } from './console/problems.ts'
import { providerOperations } from './console/provider.ts'
import { checkAddress, findOperations, receiptOperations } from './console/receipts.ts'
import { sessionOperations } from './console/session.ts'
import { lookAtSuppressions } from './console/suppressions.ts'
import { worklistOperations } from './console/worklist.ts'
import { describingOperations } from './description/docs-page.ts'
import { describe } from './description/openapi.ts'
import { errors, isRefusal } from './errors.ts'
import { mailboxOperations } from './mailbox.ts'
import { type Answer, type ApiContext, type Call, consolePath, type Operation } from './operation.ts'
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

/** The acts of the admin API, as its operations. */
function adminOperations(context: Context): Operation[] {
  return acts
    .filter(({ access }) => access.admin !== undefined)
    .map(act => {
      const needsMerchant = !act.creates && act.at.includes('{merchantId}')
      return {
        ...mounted(context, act, act.id, async ({ actor, params: { merchantId = '' } }) => {
          const merchant = needsMerchant ? await findMerchant(context.db, merchantId) : undefined
          if (needsMerchant && !merchant) throw errors.notFound()
          return { actor, merchantId, merchant: merchant as Merchant, reach: wholeReach(merchantId) }
        }),
        path: `/admin${act.at.replace(/^\w+ /, '')}`,
        security: 'admin',
        scope: act.access.admin ?? 'read',
        outcomes: { ...(needsMerchant && { 404: { description: 'There is no such merchant' } }), ...act.outcomes },
      }
    })
}

/** The acts of the console, as operations for whoever is signed in. They aren't in the OpenAPI. */
export function consoleActs(context: Context & Pick<ApiContext, 'templateUploads'>): Operation[] {
  return acts
    .filter(({ access }) => access.console !== undefined)
    .map(({ report: _, ...act }) => ({
      ...mounted(context, act, act.alias ?? act.id, async ({ merchant, reach, session }) => {
        if (act.access.isUpload && !context.templateUploads) throw errors.unauthorized()
        return { actor: actorOf(session), merchantId: merchant.id, merchant, reach }
      }),
      path: `${consolePath}${act.at.replace(/^\w+ \/merchants\/\{merchantId\}/, '')}`,
      security: 'session',
      role: act.access.console ?? 'admin',
      ...(act.access.stores && { stores: act.access.stores }),
      recorded: false,
    }))
}

/** An act as an operation, but for what its door asks. */
function mounted(
  context: Context,
  act: Act,
  id: string,
  doerOf: (call: Call) => Promise<Pick<ActContext, 'actor' | 'merchantId' | 'merchant' | 'reach'>>,
) {
  const { at, summary, description, input: schema, outcomes, bodyLimit } = act
  const method = at.slice(0, at.indexOf(' ')) as Operation['method']
  return {
    ...{ id, method, tag: 'Administration' as const, summary, outcomes },
    ...(description !== undefined && { description }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(schema && { [method === 'GET' ? 'query' : 'body']: schema }),
    async handle(call: Call) {
      const { merchantId: _, ...others } = call.params
      const whole = { ...context, ...(await doerOf(call)), target: Object.values(others)[0] ?? '' }
      const input = schema && (method === 'GET' ? call.parameters : call.input)
      const result = await runAct(act, whole, input, { action: id, isRefusal })
      act.report?.(whole, result)
      return answerOf(act, result)
    },
  }
}

function answerOf({ outcomes, answer = result => result }: Act, result: unknown): Answer {
  const status = Number(Object.keys(outcomes)[0])
  const json = answer(result)
  if (json instanceof BodyAnswer)
    return { status, headers: { ...json.headers, 'content-type': typeOf(json) }, body: json.body }
  if (typeof json === 'string')
    return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: json }
  return { status, ...(json !== undefined && { json }) }
}

function typeOf({ body, contentType }: BodyAnswer): string {
  return body instanceof Uint8Array ? contentType : `${contentType}; charset=utf-8`
}
