import { type Act, type ActContext, BodyAnswer, type Context, runAct } from '../acts/act.ts'
import { acts } from '../acts/all.ts'
import { wholeReach } from '../basics/reach.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { actorOf } from '../people/sessions.ts'
import { errors, isRefusal } from './errors.ts'
import { type Answer, type ApiContext, type Call, consolePath, type Operation } from './operation.ts'

/** The acts of the admin API, as its operations. */
export function adminActs(context: Context): Operation[] {
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
