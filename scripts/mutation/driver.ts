import { appendFileSync, readFileSync } from 'node:fs'
import { test, vi } from 'vitest'
import type { Plan } from './plan.ts'
import type { Collected } from './vitest-shim.ts'

const plan: Plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN!, 'utf8'))
/** A test that takes longer than this without a mutant is left out, in milliseconds of processor time. */
const slow = 1000

let active = 0
let deadline = Number.POSITIVE_INFINITY
let turns = 0
let met = new Set<number>()
Object.assign(globalThis, {
  $mutant: (id: number) => (active === 0 ? void met.add(id) : id === active),
  $turn: () => {
    if ((++turns & 1023) === 0 && processorTime() > deadline) throw new Error('endless')
  },
})

interface Known {
  file: string
  at: number
  time: number
  met: Set<number>
}

test('mutants', { timeout: 0 }, async () => {
  const known: Known[] = []
  for (const file of plan.tests) known.push(...(await tried(file)))
  known.sort((a, b) => a.time - b.time)
  for (const id of plan.ids) {
    say({ id })
    const killer = await killerOf(
      id,
      known.filter(each => each.met.has(id)),
    )
    say(killer === undefined ? { id, survived: true } : { id, killer })
  }
})

/** The tests of a file that pass without a mutant in good time, each with the mutants it meets. */
async function tried(file: string): Promise<Known[]> {
  active = 0
  deadline = Number.POSITIVE_INFINITY
  met = new Set()
  const tests = await collect(file)
  const atLoad = met
  const known: Known[] = []
  for (const [at, { name, run }] of tests.entries()) {
    met = new Set(atLoad)
    const start = processorTime()
    try {
      await run()
      const time = processorTime() - start
      if (time < slow) known.push({ file, at, time, met })
      else say({ left: `${file}: ${name}: slow` })
    } catch (error) {
      say({ left: `${file}: ${name}: ${error}`.slice(0, 300) })
    }
  }
  await close(tests)
  return known
}

/** The first test that fails with a mutant, the fast ones first; all modules are read anew, so that no cache helps. */
async function killerOf(id: number, known: Known[]): Promise<string | undefined> {
  active = id
  const files = new Set(known.map(each => each.file))
  for (const file of files) {
    deadline = processorTime() + 10_000
    try {
      const tests = await collect(file)
      for (const { at, time } of known.filter(each => each.file === file)) {
        const limit = 5 * time + 2000
        deadline = processorTime() + limit
        const { name, run } = tests[at] ?? { name: 'there are fewer tests', run: () => Promise.reject() }
        try {
          await Promise.race([run(), late(5 * limit)])
        } catch {
          return `${file}: ${name}`
        }
      }
      await close(tests)
    } catch {
      return `${file} cannot be read`
    }
  }
  return undefined
}

async function collect(file: string): Promise<Collected[]> {
  vi.resetModules()
  await import(/* @vite-ignore */ file)
  return (globalThis as unknown as { $collected: Collected[] }).$collected
}

async function close(tests: Collected[]): Promise<void> {
  for (const suite of new Set(tests.flatMap(each => each.suites)))
    if (suite.open) for (const hook of suite.afterAll) await hook()
}

/** In milliseconds; unlike the clock it stops while other programs run. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function late(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, milliseconds).unref())
}

function say(line: object): void {
  appendFileSync(plan.results, `${JSON.stringify(line)}\n`)
}
