import { z } from 'zod'
import { recordAct } from '../../administration/audit.ts'
import { passwordProblem, verifyPassword } from '../../console/passwords.ts'
import { findPerson, setPassword } from '../../console/people.ts'
import { closeOtherSessions, closeSession, type Session, sessionLimits } from '../../console/sessions.ts'
import { countTry, deviceMemory, forgetTries, networkOf, signIn } from '../../console/sign-in.ts'
import { InvalidInputError } from '../../errors/errors.ts'
import { endedCookie, isFromElsewhere, readCookie, secretCookie } from '../admission.ts'
import { errors } from '../errors.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'

const signInInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  secret: z.string().min(1).max(500),
})

const passwordInput = z.strictObject({ current: z.string().max(500), next: z.string().max(500) })

/** Signing in to the console and out, and one's own password. */
export function sessionOperations(context: ApiContext): Operation[] {
  const { db, now, secure, proxied } = context
  return [
    consoleOperation('signIn', 'POST /session', 'Sign in', {
      security: 'none',
      body: signInInput,
      async handle(call) {
        const { headers, address } = call
        if (isFromElsewhere({ method: 'POST', headers })) throw errors.unauthorized()
        const { name, secret } = call.input
        const device = readCookie(headers, secure, 'device')
        const done = await signIn(context, { name, address: proxied ? '' : networkOf(address), device }, secret)
        if (done === 'wrong') throw errors.signedOut()
        if ('wait' in done) throw errors.tooManyRequests(done.wait)
        await recordAct(context, { actor: done.actor, action: 'signIn', merchantId: done.merchantId })
        const cookies = [
          secretCookie('session', done.secret, secure, sessionLimits.whole / 1000),
          secretCookie('device', done.device, secure, deviceMemory / 1000),
        ]
        return { status: 204, cookies }
      },
    }),
    consoleOperation('currentSession', 'GET /session', 'Who is signed in', {
      handle: async ({ merchant: { id, name }, session }) => ({
        status: 200,
        json: { ...shown(session), merchant: { id, name } },
      }),
    }),
    consoleOperation('signOut', 'DELETE /session', 'Sign out', {
      async handle({ session }) {
        await closeSession(db, session.tokenHash)
        return { status: 204, cookies: [endedCookie(secure)] }
      },
    }),
    consoleOperation('changePassword', 'PUT /password', 'Change one’s own password', {
      body: passwordInput,
      async handle(call) {
        const { by, tokenHash } = call.session
        if (!('person' in by)) throw errors.unauthorized()
        const { current, next } = call.input
        const found = await findPerson(db, by.name)
        // Guessed here, a session that was left open would be the person's for good.
        const trier = { name: `password of ${by.person}`, address: '' }
        const attempt = await countTry(db, trier, now())
        if ('wait' in attempt) throw errors.tooManyRequests(attempt.wait)
        if (!found || !(await verifyPassword(current, found.hash, true))) throw wrong('current', 'is not the password')
        await forgetTries(db, trier, now())
        const problem = passwordProblem(next, by.name)
        if (problem !== undefined) throw wrong('next', problem)
        await setPassword(db, by.person, next)
        await closeOtherSessions(db, by.person, tokenHash)
        return { status: 204 }
      },
    }),
  ]
}

function wrong(field: string, message: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: null, message }] })
}

function shown({ role, by }: Session) {
  return 'person' in by ? { role, name: by.name, isPerson: true } : { role, name: by.label || by.key, isPerson: false }
}
