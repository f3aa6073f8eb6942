import type { DocumentKind } from 'counterfoil'

/** By what a receipt's amounts are multiplied: -1 makes those of a return negative, because tills send them with either sign. */
export function signOf(kind: DocumentKind, grandAmount: number): 1 | -1 {
  return kind === 'return' && grandAmount > 0 ? -1 : 1
}
