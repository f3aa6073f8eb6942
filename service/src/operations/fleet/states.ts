/**
 * How a till is, the worst first. `silent`: it, or all of its store, stopped sending at hours when it usually sends. `halted`: it sends
 * nothing until a person mends it. `waiting`: a receipt waits long. `refused`: receipts lie on it that the service won't take. `skewed`: its
 * clock is wrong. `away`: it wasn't heard of, and may be off.
 */
export const tillStates = ['silent', 'halted', 'waiting', 'refused', 'skewed', 'away', 'fine'] as const

/** One of them. */
export type TillState = (typeof tillStates)[number]
