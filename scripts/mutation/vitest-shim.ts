/**
 * Stands in for `vitest` in test files: collects their tests, so that they can be run again and again in one process.
 * Everything but the collecting is vitest's own.
 */
import { expect } from 'vitest'

export { expect, expectTypeOf, inject, vi } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: tests take what their tables hold
type Body = (...given: any[]) => unknown
type Hook = 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach'

export interface Suite extends Record<Hook, Body[]> {
  open: boolean
}

export interface Collected {
  name: string
  suites: Suite[]
  run(): Promise<void>
}

const newSuite = (): Suite => ({ beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], open: false })
const collected: Collected[] = []
const suites = [newSuite()]
let finished: Body[] = []
// The shim is read anew with every file; this is how its reader gets at what it has collected.
Object.assign(globalThis, { $collected: collected })

function suite(_name: string, body: Body): void {
  suites.push(newSuite())
  body()
  suites.pop()
}

function add(name: string, ...given: unknown[]): void {
  const body = given.find(each => typeof each === 'function') as Body
  const around = [...suites]
  const all = (hook: Hook) => around.flatMap(each => each[hook])
  const run = async () => {
    finished = []
    for (const each of around.filter(each => !each.open)) {
      each.open = true
      for (const hook of each.beforeAll) await hook()
    }
    for (const hook of all('beforeEach')) await hook()
    try {
      await body({ expect })
    } finally {
      for (const hook of [...all('afterEach'), ...finished]) await hook()
    }
  }
  collected.push({ name, suites: around, run })
}

/** What vitest's `test` and `describe` have on them. */
function chained(run: (name: string, ...given: never[]) => void) {
  const each =
    (table: readonly unknown[]) =>
    (name: string, ...given: unknown[]) => {
      const body = given.find(each => typeof each === 'function') as Body
      for (const row of table)
        run(`${name} ${JSON.stringify(row)}`.slice(0, 120), (() =>
          table.every(Array.isArray) ? body(...(row as unknown[])) : body(row)) as never)
    }
  const runIf = (wanted: unknown) => (wanted ? run : () => {})
  return Object.assign(run, { each, runIf, skipIf: (unwanted: unknown) => runIf(!unwanted), skip: () => {} })
}

export const test = chained(add as never)
export const it = test
export const describe = chained(suite as never)
const hook = (name: Hook) => (body: Body) => void suites.at(-1)![name].push(body)
export const beforeAll = hook('beforeAll')
export const afterAll = hook('afterAll')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')
export const onTestFinished = (body: Body) => void finished.push(body)
