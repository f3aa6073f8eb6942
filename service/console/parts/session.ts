import { ask, Failure } from './api.ts'

/** Who is signed in. */
export interface Session {
  name: string
  /** False for a till's key. */
  isPerson: boolean
  role: 'view' | 'desk' | 'admin'
  merchant: { id: string; name: string }
}

/** Who is signed in; undefined if nobody is. */
export async function currentSession(): Promise<Session | undefined> {
  try {
    return await ask<Session>('/session')
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined
    throw error
  }
}

/** Whether someone may do what needs a role. */
export function may({ role }: Session, needed: Session['role']): boolean {
  const order = ['view', 'desk', 'admin']
  return order.indexOf(role) >= order.indexOf(needed)
}
