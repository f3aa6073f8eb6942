import { z } from 'zod'
import type { AuditTrail } from '../../administration/audit.ts'
import { deviceMemory, type Lockout } from '../../console/lockout.ts'
import { passwordProblem, verifyPassword } from '../../console/passwords.ts'
import type { People } from '../../console/people.ts'
import { type Session, type Sessions, sessionLimits } from '../../console/sessions.ts'
import { type createSignIn, networkOf } from '../../console/sign-in.ts'
import { InvalidInputError } from '../../errors/errors.ts'
import { errors } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { endedCookie, isFromElsewhere, readCookie, secretCookie } from '../session-cookie.ts'
import { consoleOperation } from './operation.ts'

const signInInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  secret: z.string().min(1).max(500),
})

const passwordInput = z.strictObject({ current: z.string().max(500), next: z.string().max(500) })

export interface SessionOptions {
  sessions: Sessions
  signIn: ReturnType<typeof createSignIn>
  people: People
  lockout: Lockout
  audit: Pick<AuditTrail, 'record'>
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Whether clients' addresses aren't known, because all have that of a proxy. */
  proxied: boolean
}

/** Signing in to the console and out, and one's own password. */
export function sessionOperations(options: SessionOptions): Operation[] {
  const { sessions, signIn, people, lockout, audit, secure, proxied } = options
  return [
    consoleOperation('signIn', 'POST /session', 'Sign in', {
      security: 'none',
      body: signInInput,
      async handle(call) {
        const { headers, address } = call
        if (isFromElsewhere({ method: 'POST', headers })) throw errors.unauthorized()
        const { name, secret } = call.input
        const device = readCookie(headers, secure, 'device')
        const done = await signIn({ name, address: proxied ? '' : networkOf(address), device }, secret)
        if (done === 'wrong') throw errors.signedOut()
        if ('wait' in done) throw errors.tooManyRequests(done.wait)
        await audit.record({ actor: done.actor, action: 'signIn', merchantId: done.merchantId })
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
        await sessions.close(session.tokenHash)
        return { status: 204, cookies: [endedCookie(secure)] }
      },
    }),
    consoleOperation('changePassword', 'PUT /password', 'Change one’s own password', {
      body: passwordInput,
      async handle(call) {
        const { by, tokenHash } = call.session
        if (!('person' in by)) throw errors.unauthorized()
        const { current, next } = call.input
        const found = await people.find(by.name)
        // Guessed here, a session that was left open would be the person's for good.
        const trier = { name: `password of ${by.person}`, address: '' }
        const attempt = await lockout.attempt(trier)
        if ('wait' in attempt) throw errors.tooManyRequests(attempt.wait)
        if (!found || !(await verifyPassword(current, found.hash, true))) throw wrong('current', 'is not the password')
        await lockout.worked(trier)
        const problem = passwordProblem(next, by.name)
        if (problem !== undefined) throw wrong('next', problem)
        await people.setPassword(by.person, next)
        await sessions.closeOthers(by.person, tokenHash)
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
