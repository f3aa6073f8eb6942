import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { aReceipt } from '../../support/receipts.ts'
import { thorough } from '../../support/scope.ts'

let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'counterfoil-runner-'))
  writeReceipt(12)
  const built = (path: string) => JSON.stringify(new URL(`../../../dist/${path}`, import.meta.url).href)
  writeFileSync(
    join(project, 'golden.test.mjs'),
    `import { after, test } from 'node:test'
     import { createEngine } from ${built('index.js')}
     import { goldens } from ${built('testing.js')}
     const engine = await createEngine()
     after(() => engine.close())
     const options = { dir: 'goldens', pictures: false }
     for (const { name, check } of goldens(engine, 'receipts', options)) test(name, check)`,
  )
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

thorough('writes, compares and accepts goldens under node:test', () => {
  expect(run()).toMatchObject({ status: 0 })
  expect(readdirSync(join(project, 'goldens/sale')).sort()).toEqual([
    'email.html',
    'mail.json',
    'pages.txt',
    'receipt.txt',
    'view.json',
  ])

  writeReceipt(13)
  const { status, stdout } = run()
  expect(status).toBe(1)
  expect(stdout).toContain('sale differs from its golden:')
  expect(stdout).toMatch(/goldens\/sale\/receipt\.txt\n +line \d+\n +- .*\$12\.00\n +\+ .*\$13\.00\n/)
  expect(stdout).toMatch(/^# fail 3$/m)

  expect(run('--test-update-snapshots')).toMatchObject({ status: 0 })
  expect(readFileSync(join(project, 'goldens/sale/receipt.txt'), 'utf8')).toContain('$13.00')
})

function writeReceipt(grandAmount: number): void {
  mkdirSync(join(project, 'receipts'), { recursive: true })
  writeFileSync(join(project, 'receipts/sale.json'), JSON.stringify(aReceipt({ grandAmount })))
}

/** Runs the runner in a separate process, without CI set. */
function run(...options: string[]) {
  const { CI, UPDATE_GOLDENS, NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env
  return spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...options], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
}
