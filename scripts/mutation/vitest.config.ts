import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import type { Plan } from './plan.ts'
import { withSwitches } from './switches.ts'

const here = import.meta.dirname
const plan: Plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN!, 'utf8'))

export default defineConfig({
  root: `${here}/../..`,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      resolveId: (id, from) =>
        id === 'vitest' && from && /\/test\//.test(from) ? `${here}/vitest-shim.ts` : undefined,
      transform: (code, id) => (plan.files[id] ? withSwitches(code, plan.files[id]) : undefined),
    },
  ],
  // A module that is kept would have the switches of another run.
  test: {
    include: ['scripts/mutation/driver.ts'],
    globalSetup: plan.tests.some(path => path.includes('/service/test/'))
      ? ['service/test/support/global-setup.ts']
      : [],
    maxWorkers: 1,
    fsModuleCache: false,
  },
})
