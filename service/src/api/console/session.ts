import { z } from 'zod'
import type { AuditTrail } from '../../administration/audit.ts'
import { deviceMemory } from '../../console/lockout.ts'
import { type Session, type Sessions, sessionLimits } from '../../console/sessions.ts'
import { type createSignIn, networkOf } from '../../console/sign-in.ts'
import { check } from '../../errors/check.ts'
import { readBody } from '../body.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'
import { endedCookie, isFromElsewhere, readCookie, secretCookie } from '../session-cookie.ts'
import { consoleOperation } from './operation.ts'

const signInInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  secret: z.string().min(1).max(500),
})

export interface SessionOptions {
  sessions: Sessions
  signIn: ReturnType<typeof createSignIn>
  audit: Pick<AuditTrail, 'record'>
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Whether clients' addresses aren't known, because all have that of a proxy. */
  proxied: boolean
}

/** Signing in and out of the console. */
export function sessionOperations({ sessions, signIn, audit, secure, proxied }: SessionOptions): Operation[] {
  return [
    {
      ...consoleOperation('signIn', 'POST', '/session', 'Sign in'),
      security: 'none',
      async handle({ headers, body, address }) {
        if (isFromElsewhere({ method: 'POST', headers })) throw errors.unauthorized()
        const { name, secret } = check(signInInput, readBody(body))
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
    },
    consoleOperation('currentSession', 'GET', '/session', 'Who is signed in', async ({ merchant, session }) => ({
      status: 200,
      json: { ...shown(session), merchant: { id: merchant.id, name: merchant.name } },
    })),
    consoleOperation('signOut', 'DELETE', '/session', 'Sign out', async ({ session }) => {
      await sessions.close(session.tokenHash)
      return { status: 204, cookies: [endedCookie(secure)] }
    }),
  ]
}

function shown({ role, by }: Session) {
  return 'person' in by ? { role, name: by.name, isPerson: true } : { role, name: by.label || by.key, isPerson: false }
}
