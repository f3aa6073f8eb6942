import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'
import { emptyProject, npm, type Tell } from './ways.ts'

/** Golden tests in Jest, as ES modules and by `require`: written, compared, failing for a difference, and accepted by `-u`. */
export async function checkJest(project: string, tell: Tell): Promise<void> {
  run(npm('ci'), project)
  run('npm pack', project)
  const { version, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const folder = emptyProject(project, 'jest')
  const names = ['@hyzyla/pdfium', 'pixelmatch', 'zxing-wasm', 'puppeteer', '@sparticuz/chromium']
  const packages = names.map(name => `${name}@${devDependencies[name]}`).join(' ')
  const tarball = join(project, `counterfoil-${version}.tgz`)
  run(npm(`install --ignore-scripts jest@30 ${packages} ${tarball}`), folder)
  writeFileSync(join(folder, 'jest.config.json'), '{"testMatch":["**/*.test.*"],"transform":{}}')
  mkdirSync(join(folder, 'receipts'))
  cpSync(join(folder, 'sale.json'), join(folder, 'receipts/sale.json'))
  for (const [name, test] of Object.entries(tests)) {
    writeFileSync(join(folder, name), test)
    const jest = (options: string) =>
      run(`NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest ${name} ${options} 2>&1`, folder)
    jest('')
    jest('--ci')
    const golden = join(folder, 'goldens', name, 'sale/receipt.txt')
    const text = readFileSync(golden, 'utf8')
    writeFileSync(golden, text.replaceAll('Total', 'Sum'))
    const said = failureOf(() => jest('--ci'))
    if (!said.includes('sale: mail')) throw new Error(`Jest doesn't fail for a golden that differs:\n${said}`)
    jest('-u')
    if (readFileSync(golden, 'utf8') !== text) throw new Error("Jest's -u doesn't accept the difference")
    tell(`${name}: goldens written, compared, found different, and accepted`)
  }
}

/** The test files, by name. */
const tests = {
  'goldens.test.js': `
    import { createEngine } from 'counterfoil'
    import { goldens } from 'counterfoil/testing'
    const engine = await createEngine()
    afterAll(() => engine.close())
    const options = { dir: 'goldens/goldens.test.js', papers: ['roll80'] }
    for (const { name, check } of goldens(engine, 'receipts', options)) test(name, check, 60_000)`,
  'goldens.test.cjs': `
    const { createEngine } = require('counterfoil')
    const { goldens } = require('counterfoil/testing')
    const engine = createEngine()
    afterAll(async () => (await engine).close())
    const options = { dir: 'goldens/goldens.test.cjs', papers: ['roll80'] }
    for (const { name, check } of goldens(() => engine, 'receipts', options)) test(name, check, 60_000)`,
}

function failureOf(work: () => void): string {
  try {
    work()
  } catch (error) {
    return String(error)
  }
  return ''
}
