import type { Role } from '../database/merchant-tables.ts'

export type { Role } from '../database/tables.ts'

/** The roles, each allowed all that those before it are. */
export const roles = ['view', 'desk', 'admin'] as const satisfies readonly Role[]

/** Whether someone in a role may do what needs another. */
export function allows(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
