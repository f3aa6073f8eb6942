/** What a scenario found, as docs/reliability.md shows it. */
export interface Finding {
  /** Which table of the page it belongs to. */
  part: 'kills' | 'database' | 'faults' | 'fuzz' | 'http' | 'soak'
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Whether the promises were kept. */
  kept: boolean
  /** How much of the size that was asked for is done, if it is saved before the end. */
  done?: number
}

/** How large a run is, and what of it is wanted. */
export interface Run {
  /** Kills for each point, or how often each fault of the database comes. */
  cycles: number
  seed: number
  /** Receipts made up for parsing and mail; a fiftieth of them for PDF. */
  samples: number
  /** Requests made up for the HTTP interface. */
  requests: number
  /** Mails of the soak; a twentieth of them as PDFs. */
  mails: number
  /** Only scenarios whose name contains this. */
  only?: string
  /** Only points of the kill matrix, or faults, whose name contains this; the others' last figures stay. */
  point?: string
}

/** Plays a scenario. `save` may be told what there is so far. Undefined where this machine lacks a database. */
export type Play = (run: Run, save: (finding: Finding) => void) => Promise<Finding | undefined>

/** Seconds with one decimal: `1.2 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** The middle and the largest of some times: `0.4 s, 1.2 s`. */
export function middleAndMost(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted.length === 0 ? '' : `${seconds(sorted[(sorted.length - 1) >> 1] ?? 0)}, ${seconds(sorted.at(-1) ?? 0)}`
}

/** A number as people read it: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}
