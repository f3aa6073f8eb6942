import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browser, consumer, versionOf } from './consumer.ts'
import { run } from './run.ts'

/** Golden tests in Jest, as ES modules and by `require`. */
export function checkJest(project: string): string {
  const folder = testProject(project, 'jest', 'jest@30')
  writeFileSync(join(folder, 'jest.config.json'), '{"testMatch":["**/*.test.*"],"transform":{}}')
  const jest = (name: string) => (options: string) =>
    run(`NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest ${name} ${options} 2>&1`, folder)
  checkGoldens(folder, 'goldens.test.js', modules, jest('goldens.test.js'))
  checkGoldens(folder, 'goldens.test.cjs', commonJs, jest('goldens.test.cjs'))
  return `Jest ${versionOf(folder, 'node_modules/jest')}, \`import\` and \`require\``
}

/** Golden tests in Vitest. */
export function checkVitest(project: string): string {
  const folder = testProject(project, 'vitest', 'vitest')
  const program = `import { afterAll, test } from 'vitest'\n${modules}`
  checkGoldens(folder, 'goldens.test.js', program, options => {
    const isCi = options === '--ci'
    return run(`CI=${isCi ? 1 : ''} node_modules/.bin/vitest run ${isCi ? '' : options} 2>&1`, folder)
  })
  return `Vitest ${versionOf(folder, 'node_modules/vitest')}`
}

function testProject(project: string, name: string, runner: string): string {
  const folder = consumer(project, name, [...browser, '@hyzyla/pdfium', 'pixelmatch', 'zxing-wasm', runner])
  mkdirSync(join(folder, 'receipts'))
  cpSync(join(folder, 'sale.json'), join(folder, 'receipts/sale.json'))
  return folder
}

/** Goldens are written, compared, failing for a difference, and accepted by `-u`. */
function checkGoldens(folder: string, name: string, program: string, runner: (options: string) => string): void {
  writeFileSync(join(folder, name), program.replace('FOLDER', `goldens/${name}`))
  runner('')
  runner('--ci')
  const golden = join(folder, 'goldens', name, 'sale/receipt.txt')
  const text = readFileSync(golden, 'utf8')
  writeFileSync(golden, text.replaceAll('Total', 'Sum'))
  const said = failureOf(() => runner('--ci'))
  if (!said.includes('sale: mail')) throw new Error(`The runner doesn't fail for a golden that differs:\n${said}`)
  runner('-u')
  if (readFileSync(golden, 'utf8') !== text) throw new Error("The runner's -u doesn't accept the difference")
}

const modules = `
  import { createEngine } from 'counterfoil'
  import { goldens } from 'counterfoil/testing'
  const engine = await createEngine()
  afterAll(() => engine.close())
  const options = { dir: 'FOLDER', papers: ['roll80'] }
  for (const { name, check } of goldens(engine, 'receipts', options)) test(name, check, 60_000)`

const commonJs = `
  const { createEngine } = require('counterfoil')
  const { goldens } = require('counterfoil/testing')
  const engine = createEngine()
  afterAll(async () => (await engine).close())
  const options = { dir: 'FOLDER', papers: ['roll80'] }
  for (const { name, check } of goldens(() => engine, 'receipts', options)) test(name, check, 60_000)`

function failureOf(work: () => void): string {
  try {
    work()
  } catch (error) {
    return String(error)
  }
  return ''
}
