import { parseArgs } from 'node:util'
import { seeded } from './random.ts'
import { type Row, tableOf } from './report.ts'
import { crashLoop } from './scenarios/crash-loop.ts'
import { databaseFaults } from './scenarios/database-faults.ts'
import { killCycles } from './scenarios/kill.ts'
import { resendRace } from './scenarios/resend-race.ts'
import { slowClients } from './scenarios/slow-clients.ts'

/** How to run. */
export interface Run {
  /** Kills, faults or crashes of each scenario. */
  cycles: number
  seed: number
  /** Only scenarios whose name has this in it. */
  only?: string
  /** The mail server of the kills takes every mail: nothing has to wait for the next try. */
  calm?: boolean
}

type Scenario = readonly [name: string, play: (run: Run) => Promise<Row | undefined>]

const scenarios: readonly Scenario[] = [
  ['kill-sqlite', run => killCycles('SQLite', run, seeded(run.seed))],
  ['kill-postgresql', run => killCycles('PostgreSQL', run, seeded(run.seed))],
  ['database-faults', ({ cycles, seed }) => databaseFaults(cycles, seeded(seed))],
  ['crash-loop', ({ cycles }) => crashLoop(cycles)],
  ['resend-sqlite', () => resendRace('SQLite')],
  ['resend-postgresql', () => resendRace('PostgreSQL')],
  ['slow-clients', () => slowClients()],
]

/** Plays the scenarios one after the other. Those on PostgreSQL are left out where this machine has no binaries of it. */
export async function play(run: Run, told: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, scenario] of scenarios) {
    if (run.only !== undefined && !name.includes(run.only)) continue
    told(`${name} …`)
    const row = await scenario(run)
    if (!row) {
      told('  left out: there is no PostgreSQL on this machine')
      continue
    }
    rows.push(row)
    told(`  ${row.kept ? 'kept' : 'BROKEN'}: ${row.acknowledged} acknowledged, ${row.lost} lost. ${row.note}`)
  }
  return rows
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { cycles: { type: 'string', default: '10' }, seed: { type: 'string' }, only: { type: 'string' } },
  })
  const run = {
    cycles: Number(values.cycles),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    ...(values.only !== undefined && { only: values.only }),
  }
  const told = (line: string) => void process.stdout.write(`${line}\n`)
  told(`--cycles ${run.cycles} --seed ${run.seed}`)
  const rows = await play(run, told)
  told(`\n${tableOf(rows)}\n`)
  process.exitCode = rows.length > 0 && rows.every(({ kept }) => kept) ? 0 : 1
}
