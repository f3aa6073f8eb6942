import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { native, shared } from '../../vitest.shared.ts'

/** What the process that runs the tests is told. */
export interface Job {
  /** Sources with all of their mutants in them, by URL. */
  files: Record<string, string>
  mutants: readonly string[]
  /** The source of each mutant there is. */
  sourceOf: Readonly<Record<string, string>>
  /** The mutant that is there already when files load. */
  atLoad?: string
  /** The file that it writes a line to for each thing it says. */
  answers: string
}

/** What came of a mutant. `loaded`: it only ran while files loaded. */
export type Verdict = 'killed' | 'survived' | 'loaded'

/** What that process says: what came of a mutant, or that a test file is through with all, and the sources it reached. */
export type Said = { id: string; verdict: Verdict } | { path: string; reached: string[] }

/** Whether tests notice mutants, by their ids; without those that none reaches. @param files instrumented sources, by path */
export async function tryMutants(
  mutants: readonly string[],
  { files, sourceOf }: { files: ReadonlyMap<string, string>; sourceOf: Readonly<Record<string, string>> },
  tests: readonly string[],
): Promise<Map<string, Verdict>> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const urls = Object.fromEntries([...files].map(([path, text]) => [pathToFileURL(resolve(path)).href, text]))
  const [job, answers] = [join(folder, 'job.json'), join(folder, 'answers')]
  const vitest = await openVitest(job, tests)
  const round = async (paths: readonly string[], about: Pick<Job, 'mutants' | 'atLoad'>): Promise<Said[]> => {
    writeFileSync(answers, '')
    writeFileSync(job, JSON.stringify({ files: urls, sourceOf, answers, ...about } satisfies Job))
    vitest.state.filesMap.clear()
    await vitest.start([...paths])
    return readFileSync(answers, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
  }
  const verdicts = new Map<string, Verdict>()
  const reached = new Map<string, string[]>()
  const alive = () => mutants.filter(id => verdicts.get(id) !== 'killed')
  // A process ends early when a mutant has spoiled what it keeps; the next goes on.
  for (let left = tests; left.length > 0 && alive().length > 0; ) {
    const said = await round(left, { mutants: alive() })
    if (said.length === 0) throw new Error(`no answer of ${left.join(', ')}`)
    for (const each of said)
      if ('id' in each) note(verdicts, each)
      else reached.set(each.path, each.reached)
    left = left.filter(path => !reached.has(resolve(path)))
  }
  for (const id of alive()) {
    if (verdicts.get(id) !== 'loaded') continue
    const some = tests.filter(path => reached.get(resolve(path))?.includes(sourceOf[id] ?? ''))
    const said = await round(some, { mutants: [], atLoad: id })
    verdicts.set(id, said.some(each => 'id' in each && each.verdict === 'killed') ? 'killed' : 'survived')
  }
  await vitest.close()
  rmSync(folder, { recursive: true })
  return verdicts
}

/** A later file may kill what survived an earlier one. */
function note(verdicts: Map<string, Verdict>, { id, verdict }: { id: string; verdict: Verdict }): void {
  const before = verdicts.get(id)
  if (before === undefined || verdict === 'killed' || before === 'loaded') verdicts.set(id, verdict)
}

async function openVitest(job: string, tests: readonly string[]): Promise<Vitest> {
  process.env.MUTATION_JOB = job
  // Goldens are compared, not written, and one database is enough.
  Object.assign(process.env, { CI: 'true', TEST_DATABASE_URL: '' })
  return await createVitest('test', {
    ...shared,
    ...native,
    config: false,
    watch: false,
    isolate: false,
    include: [...tests],
    maxWorkers: 1,
    maxConcurrency: 1,
    expect: { poll: { timeout: 20_000 } },
    runner: resolve(import.meta.dirname, 'runner.ts'),
    reporters: [{}],
    sequence: { sequencer: SmallFirst },
    globalSetup: tests.some(path => path.startsWith('service/')) ? ['service/test/support/global-setup.ts'] : [],
  })
}

/** What the unit tests kill is not tried on what starts services. */
class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = (file: TestSpecification) => statSync(file.moduleId).size
    return files.toSorted((one, other) => size(one) - size(other))
  }
}
