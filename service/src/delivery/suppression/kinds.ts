import type { SuppressionKind } from '../../database/tables.ts'

export type { SuppressionKind } from '../../database/tables.ts'

/** Why an address is suppressed, from the kind that ends first. */
export const suppressionKinds = ['bounce', 'complaint', 'hand'] as const satisfies readonly SuppressionKind[]
