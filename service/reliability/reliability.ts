import { parseArgs } from 'node:util'
import { sufferFaults } from './faults.ts'
import { type Finding, type Play, type Run, record, tableOf } from './finding.ts'
import { fuzz } from './fuzz.ts'
import { fuzzHttp } from './http-fuzz.ts'
import { killWhileReporting } from './kill/in-a-report.ts'
import { killWhilePosting } from './kill/in-a-webhook.ts'
import { killAtPoints } from './kill/matrix.ts'
import { soak } from './soak.ts'

type Size = 'cycles' | 'events' | 'samples' | 'requests' | 'mails'

const scenarios: readonly (readonly [name: string, play: Play, size: Size])[] = [
  ['kill-points-sqlite', killAtPoints('SQLite'), 'cycles'],
  ['kill-points-postgresql', killAtPoints('PostgreSQL'), 'cycles'],
  ['webhooks-sqlite', killWhilePosting('SQLite'), 'events'],
  ['webhooks-postgresql', killWhilePosting('PostgreSQL'), 'events'],
  ['reports-sqlite', killWhileReporting('SQLite'), 'cycles'],
  ['reports-postgresql', killWhileReporting('PostgreSQL'), 'cycles'],
  ['database-faults', sufferFaults('database'), 'cycles'],
  ['fault-table', sufferFaults('faults'), 'cycles'],
  ['fuzz-mail', fuzz('mail'), 'samples'],
  ['fuzz-pdf', fuzz('pdf'), 'samples'],
  ['http-fuzz', fuzzHttp, 'requests'],
  ['soak', soak, 'mails'],
]

/**
 * Plays the scenarios one by one. Skips those on PostgreSQL if this machine has no PostgreSQL binaries.
 *
 * @param save told what each scenario found, sometimes before it is over
 */
export async function play(
  run: Run,
  print: (line: string) => void,
  save: (scenario: string, size: Size, finding: Finding, began: number) => void = () => {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, scenario, size] of scenarios) {
    if (run.only !== undefined && !name.includes(run.only)) continue
    print(`${name} …`)
    const began = Date.now()
    const finding = await scenario(run, found => save(name, size, found, began))
    if (!finding) {
      print('  skipped: no PostgreSQL on this machine')
      continue
    }
    save(name, size, finding, began)
    findings.push(finding)
    print(`${tableOf(finding)}\n${finding.kept ? 'kept' : 'BROKEN'}\n`)
  }
  return findings
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      cycles: { type: 'string', default: '10' },
      events: { type: 'string', default: '100000' },
      samples: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '5000' },
      mails: { type: 'string', default: '5000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      only: { type: 'string' },
      point: { type: 'string' },
    },
  })
  const { only, point } = values
  const run: Run = {
    cycles: Number(values.cycles),
    events: Number(values.events),
    samples: Number(values.samples),
    requests: Number(values.requests),
    mails: Number(values.mails),
    seed: Number(values.seed),
    only,
    point,
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  print(`--cycles ${run.cycles} --seed ${run.seed}`)
  const findings = await play(run, print, (scenario, size, finding, began) => {
    const ofPoint = point === undefined ? '' : ` --point "${point}"`
    const kills = size === 'events' ? ` --cycles ${run.cycles}` : ''
    const command = `npm run reliability -- --only ${scenario} --${size} ${finding.done ?? run[size]}${kills} --seed ${run.seed}${ofPoint}`
    record(finding, { scenario, command, began, point })
  })
  process.exitCode = findings.length > 0 && findings.every(({ kept }) => kept) ? 0 : 1
}
