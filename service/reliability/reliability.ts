import { parseArgs } from 'node:util'
import { seeded } from './random.ts'
import { type Row, tableOf } from './report.ts'
import { crashLoop } from './scenarios/crash-loop.ts'
import { databaseFaults } from './scenarios/database-faults.ts'
import { killCycles } from './scenarios/kill.ts'
import { resendRace } from './scenarios/resend-race.ts'
import { slowClients } from './scenarios/slow-clients.ts'

export interface Run {
  /** Kills, faults or crashes per scenario. */
  cycles: number
  seed: number
  /** Only scenarios whose name contains this. */
  only?: string
  /** The kill scenarios' mail server accepts every mail, so no mail waits for a retry. */
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

/** Plays the scenarios one by one. Skips those on PostgreSQL if this machine has no PostgreSQL binaries. */
export async function play(run: Run, print: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, scenario] of scenarios) {
    if (run.only !== undefined && !name.includes(run.only)) continue
    print(`${name} …`)
    const row = await scenario(run)
    if (!row) {
      print('  skipped: no PostgreSQL on this machine')
      continue
    }
    rows.push(row)
    print(`  ${row.kept ? 'kept' : 'BROKEN'}: ${row.acknowledged} acknowledged, ${row.lost} lost. ${row.note}`)
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
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  print(`--cycles ${run.cycles} --seed ${run.seed}`)
  const rows = await play(run, print)
  print(`\n${tableOf(rows)}\n`)
  process.exitCode = rows.length > 0 && rows.every(({ kept }) => kept) ? 0 : 1
}
