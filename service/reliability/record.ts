import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from './finding.ts'

/** A finding with how it came about. */
export interface Recorded extends Finding {
  scenario: string
  /** The command that repeats it. */
  command: string
  /** `2026-11-22` */
  date: string
  minutes: number
  machine: string
}

/** Where the last finding of each scenario is kept. */
const folder = fileURLToPath(new URL('results', import.meta.url))

/** Keeps a finding in place of the scenario's last one. */
export function record(scenario: string, command: string, began: number, { done: _, ...finding }: Finding): void {
  mkdirSync(folder, { recursive: true })
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`
  const minutes = Math.max(1, Math.round((Date.now() - began) / 60_000))
  const recorded = { scenario, command, date: new Date(began).toISOString().slice(0, 10), minutes, machine, ...finding }
  writeFileSync(join(folder, `${scenario}.json`), `${JSON.stringify(recorded, null, 2)}\n`)
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
