/**
 * Mutation testing: Stryker makes small changes to the sources of a room, and runs its unit tests with each.
 *
 *   npm run mutation -- src/reading --lines 60 --seed 7
 *
 * See docs/mutation.md.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { seeded } from '../service/reliability/random.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    lines: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
if (positionals.length === 0) throw new Error('name a folder or file: npm run mutation -- src/reading')

const sources = globSync(positionals.map(path => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))).sort()
// The runner's vitest reads it, in another process.
process.env.MUTATION_TESTS = JSON.stringify(globSync(values.tests ?? positionals.map(testsOf)))
await new Stryker({
  mutate: values.lines === undefined ? sources : sampled(sources, Number(values.lines), Number(values.seed)),
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation-tests.ts', related: false },
  // Messages and words of the log are for people.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  ignorePatterns: ['out', 'bench', 'examples/*/node_modules', '.bench-*'],
  // Nothing compiles it: node and vitest run the sources.
  tsconfigFile: 'none',
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { logTests: false, reportTests: false },
}).runMutationTest()

/** The unit tests of the room that a path lies in. */
function testsOf(path: string): string {
  const [, project = '', room = ''] = /^((?:service|till)\/)?src\/([^/]+)/.exec(path) ?? []
  return project ? `${project}test/{${room},${room}/**/*}.test.ts` : `test/${room}/**/*.test.ts`
}

/** Some lines of the files, the same for the same seed: `src/reading/kind.ts:12-12`. */
function sampled(files: readonly string[], size: number, seed: number): string[] {
  const random = seeded(seed)
  return files
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((_, index) => `${file}:${index + 1}-${index + 1}`),
    )
    .map(line => ({ line, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, size)
    .map(({ line }) => line)
}
