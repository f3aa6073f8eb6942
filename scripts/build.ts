/**
 * Builds the package into `dist/`: its parts side by side, as many as there are cores, and at the end the hash of all that draws
 * receipts. What a part says is shown when it ends; if one fails, so does the build.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))

/** The longest first. What is in one row takes what was before. */
const parts = [
  [['tsc', '-p', 'tsconfig.build.json', '--checkers', '1'], ['build-types']],
  [['build-bundle']],
  [['build-mail']],
  [['build-texts']],
  [['build-fonts']],
  [['build-console']],
  [['build-studio']],
]

rmSync('dist', { recursive: true, force: true })
const waiting = [...parts]
await Promise.all(Array.from({ length: availableParallelism() }, buildNext))
if (!process.exitCode) await run(['drawing-hash'])

async function buildNext(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
    for (const step of part) if (!(await run(step))) break
}

async function run([name = '', ...args]: readonly string[]): Promise<boolean> {
  const file = name === 'tsc' ? tsc : `scripts/${name}.ts`
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
  return code === 0
}
