import type { Notes, WarningCode } from '../../receipt/notes.ts'
import type { Micros } from '../sums.ts'

/** Notes an amount that no sum comes to, with one that does. */
export function odd(path: string, code: WarningCode, found: number, expected: Micros | undefined, notes: Notes): void {
  notes.warn(path, code, `Sent: ${Number(found.toFixed(6))}; expected, for example: ${(expected ?? 0) / 1e6}.`)
}
