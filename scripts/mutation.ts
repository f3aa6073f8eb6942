/**
 * Mutation testing: makes small changes to the sources of a room, one at a time, and looks whether its unit tests notice.
 *
 *   npm run mutation -- src/reading --sample 60 --seed 7
 *
 * See docs/mutation.md.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../service/reliability/random.ts'
import { type Mutant, mutantsOf } from './mutation/mutants.ts'
import type { Plan } from './mutation/plan.ts'
import type { Numbered } from './mutation/switches.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
    killers: { type: 'boolean', default: false },
  },
})
if (positionals.length === 0) throw new Error('name a folder or file: npm run mutation -- src/reading')

/** A mutant without a result for so long is endless where no loop of ours turns, in milliseconds. */
const patience = 60_000
const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
const results = join(folder, 'results.jsonl')
writeFileSync(results, '')

// Generated tables are held by the test that makes them again.
const sources = positionals
  .flatMap(path => (path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { exclude: ['**/tables/**'] })))
  .sort()
const tests = (values.tests ?? positionals.map(testsOf)).flatMap(pattern => globSync(pattern)).sort()
let last = 0
const all = [...new Set([...globSync('src/**/*.ts'), ...sources])].flatMap(path =>
  mutantsOf(readFileSync(path, 'utf8'))
    .filter(({ kind }) => isNoChange(kind) || sources.includes(path))
    .map((mutant): Numbered & { path: string } => ({ ...mutant, path, id: ++last })),
)
const possible = all.filter(({ kind }) => !isNoChange(kind))
const chosen = values.sample === 'all' ? possible : sampled(possible, Number(values.sample), Number(values.seed))
const used = all.filter(mutant => isNoChange(mutant.kind) || chosen.includes(mutant))
const files = Object.fromEntries(Map.groupBy(used, ({ path }) => resolve(path)))

while (true) {
  const { done } = outcomes()
  const ids = chosen.map(({ id }) => id).filter(id => !done.has(id))
  if (ids.length === 0) break
  await run({ files, ids, tests: tests.map(test => resolve(test)), results })
}
report()

function isNoChange(kind: Mutant['kind']): boolean {
  return kind === 'loop' || kind === 'fence'
}

/** The unit tests of the room that a path lies in. */
function testsOf(path: string): string {
  const [, service, room = ''] = /^(service\/)?src\/([^/]+)/.exec(path) ?? []
  if (!service) return `test/${room}/**/*.test.ts`
  return room === 'outbox' ? 'service/test/outbox.test.ts' : 'service/test/{paging,operations/query-receipts}.test.ts'
}

/** A sample that is the same for the same seed. */
function sampled<Entry>(entries: readonly Entry[], size: number, seed: number): Entry[] {
  const random = seeded(seed)
  return entries
    .map(entry => ({ entry, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, size)
    .map(({ entry }) => entry)
}

async function run(plan: Plan): Promise<void> {
  const path = join(folder, 'plan.json')
  writeFileSync(path, JSON.stringify(plan))
  const config = join(import.meta.dirname, 'mutation/vitest.config.ts')
  const child = spawn('npx', ['vitest', 'run', '--config', config], {
    env: { ...process.env, MUTATION_PLAN: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data))
  const before = outcomes().done.size
  const watch = setInterval(() => {
    const { begun, done } = outcomes()
    if (begun.size === done.size || Date.now() - statSync(results).mtimeMs < patience) return
    for (const id of begun)
      if (!done.has(id)) writeFileSync(results, `${JSON.stringify({ id, killer: 'endless' })}\n`, { flag: 'a' })
    process.kill(-child.pid!, 'SIGKILL')
  }, 1000)
  await new Promise(end => child.on('exit', end))
  clearInterval(watch)
  if (outcomes().done.size === before) throw new Error(`vitest tried no mutant:\n${said}`)
}

function outcomes(): { begun: Set<number>; done: Map<number, string | undefined>; left: Set<string> } {
  const lines = readFileSync(results, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  const done = lines.filter(line => 'killer' in line || line.survived)
  return {
    begun: new Set(lines.flatMap(line => line.id ?? [])),
    done: new Map(done.map(({ id, killer }) => [id, killer])),
    left: new Set(lines.flatMap(line => line.left ?? [])),
  }
}

function report(): void {
  const { done, left } = outcomes()
  console.log('| file | mutants | killed | survivors |\n|---|---|---|---|')
  for (const [path, own] of Map.groupBy(chosen, ({ path }) => path)) {
    const lines = readFileSync(path, 'utf8')
    const survivors = own.filter(({ id }) => done.get(id) === undefined).sort((a, b) => a.start - b.start)
    const shown = survivors.map(
      mutant =>
        `${mutant.line}: \`${short(lines.slice(mutant.start, mutant.end))}\` → \`${short(mutant.text) || 'gone'}\``,
    )
    console.log(`| ${relative('.', path)} | ${own.length} | ${own.length - survivors.length} | ${shown.join('<br>')} |`)
    if (values.killers)
      for (const { id, line, text } of own) if (done.get(id)) console.log(`  ${line} → ${text}: ${done.get(id)}`)
  }
  const killed = chosen.filter(({ id }) => done.get(id) !== undefined).length
  console.log(
    `\n${killed} of ${chosen.length} killed, ${Math.floor((100 * killed) / chosen.length)} % (of ${possible.length} possible, seed ${values.seed})`,
  )
  for (const test of left) console.log(`left out: ${test}`)
}

function short(code: string): string {
  return code.replace(/\s+/g, ' ').replaceAll('|', '¦').slice(0, 80)
}
