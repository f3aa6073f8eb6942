/**
 * What a till's key is for. `create`: receipts, and whether an address is good. `read`: look receipts up, as data and documents. `resend`:
 * mail them again. `statistics`: figures.
 */
export const keyScopes = ['create', 'read', 'resend', 'statistics'] as const

/** One of them. */
export type KeyScope = (typeof keyScopes)[number]
