/**
 * Mutation testing: makes small changes to the sources of a room by Stryker's instrumenter, and runs its unit tests with each.
 *
 *   npm run mutation -- src/reading --mutants 60 --seed 7
 *
 * See docs/mutation.md.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { seeded } from '../service/reliability/random.ts'
import { rejectedByTypes } from './mutation/rejected.ts'
import { tryMutants } from './mutation/try.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    mutants: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
/** A small change to a source. Lines and columns count from 0. */
type Mutant = Pick<
  Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number],
  'id' | 'fileName' | 'location' | 'mutatorName' | 'replacement'
>

if (positionals.length === 0) throw new Error('name a folder or file: npm run mutation -- src/reading')

const sources = globSync(positionals.map(path => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))).sort()
const { files, mutants } = await instrumented(sources)
const sample = values.mutants === undefined ? mutants : sampled(mutants, Number(values.mutants), Number(values.seed))
const sourceOf = Object.fromEntries(mutants.map(({ id, fileName }) => [id, fileName]))
const verdicts = await tryMutants(
  sample.map(({ id }) => id),
  { files, sourceOf },
  globSync(values.tests ?? positionals.map(testsOf)),
)

const alive = sample.filter(({ id }) => verdicts.get(id) !== 'killed')
const rejected = rejectedByTypes(
  new Map(alive.map(mutant => [mutant.id, { path: mutant.fileName, text: changed(mutant) }])),
)
for (const mutant of alive) if (!rejected.has(mutant.id)) console.log(told(mutant, verdicts.has(mutant.id)))
const [killed, tried] = [sample.length - alive.length, sample.length - rejected.size]
console.log(
  `${killed} of ${tried} killed, ${Math.round((killed / tried) * 100)} %, of ${mutants.length}; TypeScript rejects ${rejected.size} others`,
)

/** Sources with all of their mutants in them, each behind a question whether it is the one to run. */
async function instrumented(paths: readonly string[]): Promise<{ files: Map<string, string>; mutants: Mutant[] }> {
  const silent = () => {}
  const quiet = { trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent }
  const asked = { isDebugEnabled: () => false, isTraceEnabled: () => false, isInfoEnabled: () => false }
  const levels = { isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false }
  const result = await new Instrumenter({ ...quiet, ...asked, ...levels }).instrument(
    paths.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    // Messages and words of the log are for people.
    { plugins: null, ignorers: [], excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  )
  return {
    files: new Map(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants.filter(({ status }) => status !== 'Ignored'),
  }
}

/** The unit tests of the room that a path lies in. */
function testsOf(path: string): string {
  const [, project = '', room = ''] = /^((?:service|till)\/)?src\/([^/]+)/.exec(path) ?? []
  return project ? `${project}test/{${room},${room}/**/*}.test.ts` : `test/${room}/**/*.test.ts`
}

/** Some mutants, the same for the same seed. */
function sampled(all: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = seeded(seed)
  return all
    .map(mutant => ({ mutant, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** The whole source with a change. */
function changed({ fileName, location: { start, end }, replacement }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const [first = '', last = ''] = [lines[start.line], lines[end.line]]
  lines.splice(
    start.line,
    end.line - start.line + 1,
    first.slice(0, start.column) + replacement + last.slice(end.column),
  )
  return lines.join('\n')
}

/** A survivor, as its line was and is. */
function told({ fileName, location: { start, end }, mutatorName, replacement }: Mutant, ran: boolean): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  const changed = `${first.slice(0, start.column)}${replacement}${last.slice(end.column)}`
  const where = `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}${ran ? '' : ', which no test reaches'}`
  return [where, ...lines.map(line => `- ${line}`), `+ ${changed}`, ''].join('\n')
}
