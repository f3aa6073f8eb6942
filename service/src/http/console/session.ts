import { z } from 'zod'
import { findMerchant } from '../../merchants/merchants.ts'
import { recordAct } from '../../people/audit.ts'
import { closeSession, type Session, sessionLimits } from '../../people/sessions.ts'
import { deviceMemory, networkOf, signIn } from '../../people/sign-in.ts'
import { endedCookie, isFromElsewhere, readCookie, secretCookie } from '../cookies.ts'
import { errors } from '../errors.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'
import { factorShown } from './own-account.ts'

const signInInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  secret: z.string().min(1).max(500),
  code: z.string().max(50).optional(),
})

/** Signing in to the console and out. */
export function sessionOperations(context: ApiContext): Operation[] {
  const { db, secure, proxied, signInBy, templateUploads } = context
  return [
    consoleOperation('signIn', 'POST /session', 'Sign in', {
      security: 'none',
      body: signInInput,
      async handle(call) {
        const { headers, address } = call
        if (isFromElsewhere({ method: 'POST', headers })) throw errors.unauthorized()
        const { name, secret, code } = call.input
        const device = readCookie(headers, secure, 'device')
        const done = await signIn(
          context,
          { name, address: proxied ? '' : networkOf(address), device },
          { secret, code },
        )
        if (typeof done === 'string') throw refusals[done]()
        if ('wait' in done) throw errors.tooManyRequests(done.wait)
        if ('factor' in done) {
          const merchant = await findMerchant(db, done.merchantId)
          return { status: 200, json: { factor: factorShown(done.factor, { issuer: merchant?.name ?? '', name }) } }
        }
        await recordAct(context, { actor: done.actor, action: 'signIn', merchantId: done.merchantId })
        const cookies = [
          secretCookie('session', done.secret, secure, sessionLimits.whole / 1000),
          secretCookie('device', done.device, secure, deviceMemory / 1000),
        ]
        return done.codes ? { status: 200, cookies, json: { codes: done.codes } } : { status: 204, cookies }
      },
    }),
    consoleOperation('currentSession', 'GET /session', 'Who is signed in', {
      role: 'statistics',
      stores: 'some',
      handle: async ({ merchant: { id, name }, session }) => ({
        status: 200,
        json: { ...shown(session), passwords: signInBy !== 'provider', templateUploads, merchant: { id, name } },
      }),
    }),
    consoleOperation('signOut', 'DELETE /session', 'Sign out', {
      role: 'statistics',
      stores: 'some',
      async handle({ session }) {
        await closeSession(db, session.tokenHash)
        return { status: 204, cookies: [endedCookie(secure)] }
      },
    }),
  ]
}

const refusals = {
  wrong: errors.signedOut,
  'no console': () => errors.outOfScope('statistics'),
  'no passwords': errors.unauthorized,
  'code needed': () => errors.codeNeeded('code_needed'),
  'wrong code': () => errors.codeNeeded('wrong_code'),
} as const

function shown({ role, stores, by }: Session) {
  const rights = { role, ...(stores !== null && { stores }) }
  return 'person' in by
    ? { ...rights, name: by.name, isPerson: true }
    : { ...rights, name: by.label || by.key, isPerson: false }
}
