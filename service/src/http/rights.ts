import type { Reach } from '../basics/reach.ts'
import type { ApiKey } from '../merchants/api-keys.ts'
import { keyScopes } from '../merchants/key-scopes.ts'
import { allows } from '../people/roles.ts'
import type { Session } from '../people/sessions.ts'
import { errors } from './errors.ts'
import type { Operation } from './operation.ts'

type Asked = Pick<Operation, 'keyScope' | 'role' | 'stores'>

/** How far a key or a person sees of their merchant. */
export function reachOf({ merchantId, stores }: Pick<ApiKey | Session, 'merchantId' | 'stores'>): Reach {
  return { merchantId, stores }
}

/**
 * Refuses a key that isn't for an operation. With `refusePerson` the one place that decides it: an operation that says nothing of scopes or
 * stores is for keys that have all.
 *
 * @throws HttpError 403
 */
export function refuseKey({ keyScope, stores }: Asked, key: ApiKey): void {
  const missing = (keyScope === undefined ? keyScopes : [keyScope]).find(scope => !key.scopes.includes(scope))
  if (missing !== undefined) throw errors.outOfScope(missing)
  if (key.stores !== null && stores !== 'some') throw errors.wholeOnly()
}

/** Refuses somebody signed in. @throws HttpError 403 */
export function refusePerson({ role = 'view', stores }: Asked, session: Session): void {
  if (!allows(session.role, role)) throw errors.unauthorized()
  if (session.stores !== null && stores !== 'some') throw errors.wholeOnly()
}
