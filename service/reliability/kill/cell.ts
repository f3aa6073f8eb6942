import type { Random } from '../random.ts'
import type { Audit } from './audit.ts'
import type { Victims } from './victims.ts'

/** One point on one database: what happened in so many kills. */
export interface Cell extends Audit {
  kills: number
  /** Accepted receipts. */
  accepted: number
  /** Milliseconds until the next process listened, one per kill. */
  recoveries: number[]
}

export interface CellOptions {
  kills: number
  random: Random
  victims: Victims
  /** A new, empty database with all the service's settings. */
  settings: Record<string, string>
}

/** Whether nothing was lost, nothing is astray, and no mail came again that wasn't being sent when a process was killed. */
export function isKept({ accepted, lost, neverMailed, copies, interrupted, strays }: Cell): boolean {
  return accepted > 0 && lost === 0 && neverMailed === 0 && strays === 0 && copies <= interrupted
}

/** Both together. */
export function addUp(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other
  const sum = { ...one, recoveries: [...one.recoveries, ...other.recoveries] }
  for (const name of ['kills', 'accepted', 'lost', 'neverMailed', 'copies', 'interrupted', 'strays'] as const)
    sum[name] += other[name]
  return sum
}
