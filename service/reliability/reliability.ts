import { parseArgs } from 'node:util'
import type { Finding, Play, Run } from './finding.ts'
import { tableOf, writePage } from './page.ts'
import { seeded } from './random.ts'
import { record } from './record.ts'
import { findingOf } from './report.ts'
import { manyConnections } from './scenarios/connections.ts'
import { crashLoop } from './scenarios/crash-loop.ts'
import { sufferDatabaseFaults } from './scenarios/database-faults.ts'
import { sufferFaults } from './scenarios/faults.ts'
import { fuzz } from './scenarios/fuzz.ts'
import { fuzzHttp } from './scenarios/http-fuzz.ts'
import { killCycles } from './scenarios/kill.ts'
import { killAtPoints } from './scenarios/kill-matrix.ts'
import { resendRace } from './scenarios/resend-race.ts'
import { slowClients } from './scenarios/slow-clients.ts'
import { soak } from './scenarios/soak.ts'

const scenarios: readonly (readonly [name: string, play: Play])[] = [
  ['kill-points-sqlite', killAtPoints('SQLite')],
  ['kill-points-postgresql', killAtPoints('PostgreSQL')],
  ['kill-anywhere-sqlite', async run => findingOf('kills', await killCycles('SQLite', run, seeded(run.seed)))],
  ['kill-anywhere-postgresql', async run => findingOf('kills', await killCycles('PostgreSQL', run, seeded(run.seed)))],
  ['database-faults', sufferDatabaseFaults],
  ['crash-loop', async ({ cycles }) => findingOf('kills', await crashLoop(cycles))],
  ['resend-sqlite', async () => findingOf('clients', await resendRace('SQLite'))],
  ['resend-postgresql', async () => findingOf('clients', await resendRace('PostgreSQL'))],
  ['fault-table', sufferFaults],
  ['fuzz-mail', fuzz('mail')],
  ['fuzz-pdf', fuzz('pdf')],
  ['http-fuzz', fuzzHttp],
  ['soak', soak],
  ['connections-sqlite', manyConnections('SQLite')],
  ['connections-postgresql', manyConnections('PostgreSQL')],
  ['slow-clients', async () => findingOf('clients', await slowClients())],
]

/**
 * Plays the scenarios one by one. Skips those on PostgreSQL if this machine has no PostgreSQL binaries.
 *
 * @param save told what each scenario found, sometimes before it is over
 */
export async function play(
  run: Run,
  print: (line: string) => void,
  save: (scenario: string, finding: Finding, began: number) => void = () => {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, scenario] of scenarios) {
    if (run.only !== undefined && !name.includes(run.only)) continue
    print(`${name} …`)
    const began = Date.now()
    const finding = await scenario(run, found => save(name, found, began))
    if (!finding) {
      print('  skipped: no PostgreSQL on this machine')
      continue
    }
    save(name, finding, began)
    findings.push(finding)
    print(`${tableOf(finding)}\n${finding.kept ? 'kept' : 'BROKEN'}\n`)
  }
  return findings
}

/** The size of a scenario's run, as it is asked for: what was done, if it was ended early. */
function sizeOf(scenario: string, run: Run, { done }: Finding): string {
  const options = { fuzz: 'samples', http: 'requests', soak: 'mails', connections: 'seconds' } as const
  const [kind = ''] = scenario.split('-')
  const option = Object.hasOwn(options, kind) ? options[kind as keyof typeof options] : 'cycles'
  return `--${option} ${done ?? run[option]}`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      cycles: { type: 'string', default: '10' },
      samples: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '5000' },
      mails: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string' },
      only: { type: 'string' },
      point: { type: 'string' },
    },
  })
  const run = {
    cycles: Number(values.cycles),
    samples: Number(values.samples),
    requests: Number(values.requests),
    mails: Number(values.mails),
    seconds: Number(values.seconds),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    ...(values.only !== undefined && { only: values.only }),
    ...(values.point !== undefined && { point: values.point }),
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  print(`--cycles ${run.cycles} --seed ${run.seed}`)
  const findings = await play(run, print, (scenario, finding, began) => {
    const size = sizeOf(scenario, run, finding)
    const point = run.point === undefined ? '' : ` --point "${run.point}"`
    const command = `npm run reliability -- --only ${scenario} ${size} --seed ${run.seed}${point}`
    record(scenario, command, began, finding, run.point !== undefined)
    writePage()
  })
  process.exitCode = findings.length > 0 && findings.every(({ kept }) => kept) ? 0 : 1
}
