import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { type RunnerTask, type RunnerTestFile, type SerializedConfig, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import type { Job, Said } from './try.ts'

/** What instrumented sources ask and tell: each mutant counts how often it is reached, by the test that reaches it. */
interface Instrumentation {
  activeMutant?: string | undefined
  /** The active mutant throws when it is reached more often. */
  hitCount?: number
  hitLimit?: number
  currentTestId?: string | undefined
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const job = JSON.parse(readFileSync(process.env.MUTATION_JOB ?? '', 'utf8')) as Job
const instrumented: Instrumentation = { activeMutant: job.atLoad, mutantCoverage: { static: {}, perTest: {} } }
Object.assign(globalThis, { __stryker__: instrumented })
registerHooks({
  load(url, context, next) {
    const source = job.files[url]
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true }
  },
})

const killed = new Set<string>()
/** A mutant has changed what this process keeps: the next process goes on. */
let isSpoiled = false
/** So many kills are believed before the tests must pass without a mutant. */
const mostDoubtful = 5

/** Runs a file's tests, then again with each mutant that they reached. */
export default class MutantRunner extends TestRunner {
  #tookMs = 0

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    instrumented.mutantCoverage.perTest = {}
    instrumented.currentTestId = files[0]?.id
    if (isSpoiled) this.cancel('test-failure')
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    instrumented.currentTestId = test.id
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    instrumented.currentTestId = test.file.id
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files)
    instrumented.currentTestId = undefined
    const [file] = files
    if (!file || isSpoiled) return
    if (job.atLoad === undefined) await this.#tryMutants(file)
    else if (hasFailed(file)) {
      say({ id: job.atLoad, verdict: 'killed' })
      isSpoiled = true
    }
  }

  async #tryMutants(file: RunnerTestFile): Promise<void> {
    this.#tookMs = 0
    const { static: atLoad, perTest } = structuredClone(instrumented.mutantCoverage)
    for (const id of job.mutants) if (atLoad[id] !== undefined) say({ id, verdict: 'loaded' })
    const sources = new Set(Object.values(perTest).flatMap(hits => Object.keys(hits).map(id => job.sourceOf[id] ?? '')))
    const end = { path: file.filepath, reached: [...sources] }
    const reached = job.mutants.filter(id => !killed.has(id)).flatMap(id => reachOf(id, perTest) ?? [])
    if (reached.length > 0 && (hasFailed(file) || !(await this.#passes(file)))) {
      console.error(`${file.filepath} doesn't pass twice in a process: it is left out`)
      return say(end)
    }
    const doubtful: string[] = []
    for (const mutant of reached) {
      if (await this.#passes(file, mutant)) {
        say({ id: mutant.id, verdict: 'survived' })
        kill(doubtful)
      } else if (doubtful.push(mutant.id) >= mostDoubtful) {
        isSpoiled = !(await this.#passes(file))
        kill(isSpoiled ? doubtful.slice(0, 1) : doubtful)
        if (isSpoiled) return
      }
    }
    isSpoiled = doubtful.length > 1 && !(await this.#passes(file))
    kill(isSpoiled ? doubtful.slice(0, 1) : doubtful)
    if (!isSpoiled) say(end)
  }

  /** Whether a file's tests pass once more, with a mutant or without. */
  async #passes(file: RunnerTestFile, mutant?: Reached): Promise<boolean> {
    const [began, { testTimeout }] = [performance.now(), this.config]
    // A test that waits for what a mutant never does ends soon, but later than all tests of the file took without one.
    const patience = mutant ? 5000 + 3 * this.#tookMs : testTimeout
    const again = new AgainRunner({ ...this.config, testTimeout: patience }, mutant?.last)
    // What vitest gives to a runner that it makes.
    for (const name of ['moduleRunner', '_otel']) Object.assign(again, { [name]: Reflect.get(this, name) })
    Object.assign(instrumented, { activeMutant: mutant?.id, hitCount: 0, hitLimit: 1000 + 100 * (mutant?.hits ?? 0) })
    const [rerun] = await startTests([file.filepath], again)
    instrumented.activeMutant = undefined
    if (!mutant) this.#tookMs = Math.max(this.#tookMs, performance.now() - began)
    return rerun !== undefined && !hasFailed(rerun)
  }
}

/** Tells vitest nothing, and ends with the first test that fails, or the last that reaches the mutant. */
class AgainRunner extends TestRunner {
  readonly #last: string | undefined

  constructor(config: SerializedConfig, last: string | undefined) {
    super(config)
    this.#last = last
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail' || test.id === this.#last) this.cancel('test-failure')
  }
}

/** A mutant, how often a file's tests reach it, and the last of them. */
interface Reached {
  id: string
  hits: number
  last: string | undefined
}

function reachOf(id: string, perTest: Instrumentation['mutantCoverage']['perTest']): Reached | undefined {
  const reaching = Object.entries(perTest).filter(([, hits]) => id in hits)
  const hits = reaching.reduce((sum, [, each]) => sum + (each[id] ?? 0), 0)
  return reaching.length === 0 ? undefined : { id, hits, last: reaching.at(-1)?.[0] }
}

function hasFailed(file: RunnerTestFile): boolean {
  return file.result?.state === 'fail'
}

/** Believes some kills. */
function kill(ids: string[]): void {
  for (const id of ids.splice(0)) {
    killed.add(id)
    say({ id, verdict: 'killed' })
  }
}

function say(said: Said): void {
  appendFileSync(job.answers, `${JSON.stringify(said)}\n`)
}
