import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from './finding.ts'

/** The last finding of a scenario with how it came about. */
export interface Recorded extends Omit<Finding, 'kept' | 'done'> {
  scenario: string
  runs: readonly Ran[]
}

/** A run that the rows of a scenario are from: one, or several if points were run by themselves. */
export interface Ran {
  /** The command that repeats it. */
  command: string
  /** `2026-11-22` */
  date: string
  minutes: number
  machine: string
  kept: boolean
  /** The first cells of its rows. */
  of: readonly string[]
}

/** Where the last finding of each scenario is kept. */
const folder = fileURLToPath(new URL('results', import.meta.url))

/**
 * Keeps a finding in place of the scenario's last one; if it is a part of it, in place of the rows with the same first cells.
 */
export function record(scenario: string, command: string, began: number, finding: Finding, isPart = false): void {
  mkdirSync(folder, { recursive: true })
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  const minutes = Math.max(1, Math.round((Date.now() - began) / 60_000))
  const ran = { command, date: new Date(began).toISOString().slice(0, 10), minutes, machine }
  const file = join(folder, `${scenario}.json`)
  const last = isPart && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : undefined
  writeFileSync(file, `${JSON.stringify(joined(last, scenario, ran, finding), null, 2)}\n`)
}

/** A new finding with what it doesn't replace of the last one. */
export function joined(
  last: Recorded | undefined,
  scenario: string,
  ran: Omit<Ran, 'kept' | 'of'>,
  { part, columns, rows, kept }: Finding,
): Recorded {
  const named = new Map(rows.map(row => [row[0] ?? '', row]))
  const before = (last?.rows ?? []).map(([name = '']) => name)
  const still = (last?.rows ?? []).map(row => named.get(row[0] ?? '') ?? row)
  const runs = (last?.runs ?? []).map(run => ({ ...run, of: run.of.filter(name => !named.has(name)) }))
  return {
    scenario,
    part,
    columns,
    rows: [...still, ...rows.filter(([name = '']) => !before.includes(name))],
    runs: [...runs.filter(({ of }) => of.length > 0), { ...ran, kept, of: [...named.keys()] }],
  }
}

/** The last finding of each scenario. */
export function readRecords(): Recorded[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  // The embedded database, which everybody has, comes first.
  const order = (name: string) => name.replace('postgresql', 'then')
  return files
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded)
}
