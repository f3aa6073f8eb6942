import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

/** What a scenario found, as docs/reliability.md shows it. */
export interface Finding {
  /** Which table of the page it belongs to. */
  part: 'kills' | 'webhooks' | 'reports' | 'database' | 'faults' | 'fuzz' | 'http' | 'soak'
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
  /** Messages of webhooks that are posted while the service is killed. */
  events: number
  /** Mails of the soak; a twentieth of them as PDFs. */
  mails: number
  /** Only scenarios whose name contains this. */
  only?: string | undefined
  /** Only points of the kill matrix, or faults, whose name contains this; the others' last figures stay. */
  point?: string | undefined
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

/** The page that shows the last finding of each scenario, between comments that name the part. */
export const pageFile = new URL('../../docs/reliability.md', import.meta.url)

/** A run of a scenario, or of one of its points. */
export interface Recorded {
  scenario: string
  /** The command that repeats it. */
  command: string
  /** Milliseconds since 1970. */
  began: number
  point?: string | undefined
}

/** Writes a finding into docs/reliability.md. */
export function record(finding: Finding, run: Recorded): void {
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  const minutes = Math.max(1, Math.round((Date.now() - run.began) / 60_000))
  const about = `${new Date(run.began).toISOString().slice(0, 10)}, ${minutes} min, ${machine}`
  writeFileSync(pageFile, withFinding(readFileSync(pageFile, 'utf8'), finding, run, about))
}

/**
 * The page with a finding: its rows take the place of those about the same, and its run that of the scenario's runs before, or of the
 * same point's.
 *
 * @param about when and where it ran, and for how long
 */
export function withFinding(page: string, finding: Finding, run: Recorded, about: string): string {
  const { part, columns, kept } = finding
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const [start, stop] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
  if (stop < start) throw new Error(`The page has no place for ${part}.`)
  const lines = page.slice(start, stop).split('\n')
  const [header = [], , ...before] = lines.filter(line => line.startsWith('|')).map(cellsOf)
  const isSameTable = header.join() === columns.join()
  const rows = new Map((isSameTable ? before : []).map(row => [keyOf(columns, row), row]))
  for (const row of finding.rows) rows.set(keyOf(columns, row), [...row])
  const runs = lines.filter(line => line.startsWith('- ') && isSameTable && !isReplaced(line, run))
  const ran = `- \`${run.command}\`: ${about}${kept ? '' : ' — **a promise was broken**'}`
  const block = [tableOf({ columns, rows: [...rows.values()] }), [...runs, ran].join('\n')].join('\n\n')
  return `${page.slice(0, start)}\n\n${block}\n\n${page.slice(stop)}`
}

/** What a row is about: its first cell, and its database. */
function keyOf(columns: readonly string[], row: readonly string[]): string {
  return row.slice(0, columns[1] === 'database' ? 2 : 1).join()
}

function isReplaced(line: string, { scenario, point }: Recorded): boolean {
  return line.includes(`--only ${scenario} `) && (point === undefined || line.includes(`--point "${point}"`))
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
}

/** A finding as a Markdown table. */
export function tableOf({ columns, rows }: Pick<Finding, 'columns' | 'rows'>): string {
  const widths = columns.map((name, column) => Math.max(3, name.length, ...rows.map(row => row[column]?.length ?? 0)))
  return [columns, widths.map(width => '-'.repeat(width)), ...rows]
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}
