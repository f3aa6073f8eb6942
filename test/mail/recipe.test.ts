import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'

test('the Worker of docs/recipes.md has the types of a project without Node’s', async () => {
  const recipes = readFileSync(join(packageRoot, 'docs/recipes.md'), 'utf8')
  const [, source] = /## Cloudflare Worker[\s\S]*?```ts\n([\s\S]*?)```/.exec(recipes) ?? []
  expect(source).toContain("from 'counterfoil/mail'")
  // In the package, whose name leads to what is built.
  mkdirSync(join(packageRoot, '.local'), { recursive: true })
  const folder = mkdtempSync(join(packageRoot, '.local/worker-'))
  try {
    writeFileSync(join(folder, 'worker.ts'), source ?? '')
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: [] },
      ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['worker.ts'] }))
    const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error)
    expect((await run).stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
