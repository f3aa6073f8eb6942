import type { Role } from '../database/merchant-tables.ts'
import type { KeyScope } from '../merchants/key-scopes.ts'

export type { Role } from '../database/tables.ts'

/** The roles, each allowed all that those before it are. */
export const roles = ['statistics', 'view', 'desk', 'manager', 'admin'] as const satisfies readonly Role[]

/** Whether someone in a role may do what needs another. */
export function allows(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/**
 * What a till's key may do in the console: as much as it may elsewhere. Its secret is on a till, so it never changes settings and erases
 * nothing. Undefined if nothing.
 */
export function roleOfKey(scopes: readonly KeyScope[]): Role | undefined {
  if (!scopes.includes('statistics')) return undefined
  if (!scopes.includes('read')) return 'statistics'
  return scopes.includes('resend') ? 'desk' : 'view'
}
