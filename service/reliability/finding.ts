import type { Run } from './reliability.ts'

/** What a scenario found, as the page shows it. */
export interface Finding {
  /** Which part of docs/reliability.md it belongs to. */
  part: Part
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Whether the promises were kept. */
  kept: boolean
  /** How much of the size that was asked for is done, if it is saved before the end. */
  done?: number
}

/** The parts of the page, in order. */
export const parts = ['kills', 'database', 'faults', 'clients', 'fuzz', 'http', 'soak'] as const
export type Part = (typeof parts)[number]

/** Plays a scenario. `save` may be told what there is so far. Undefined where this machine lacks a database. */
export type Play = (run: Run, save: (finding: Finding) => void) => Promise<Finding | undefined>

/** Seconds with one decimal: `1.2 s`. */
export function seconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : `${(milliseconds / 1000).toFixed(1)} s`
}

/** The middle and the largest of some times: `0.4 s, 1.2 s`. */
export function middleAndMost(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted.length === 0 ? '' : `${seconds(sorted[Math.floor((sorted.length - 1) / 2)])}, ${seconds(sorted.at(-1))}`
}

/** A number as people read it: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}
