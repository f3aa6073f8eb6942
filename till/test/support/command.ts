import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { main } from '../../src/main.ts'

const program = fileURLToPath(new URL('../../bin/counterfoil-till.js', import.meta.url))

/** What the command gets from here, and nothing else. */
export const environmentOf = (settings: Record<string, string>) => ({ PATH: process.env.PATH, ...settings })

/** The variables for a till's options. */
export const variablesOf = (
  options: { receipts: string; host: string; merchant: string; key: string },
  spool: string,
) => ({
  COUNTERFOIL_RECEIPTS: options.receipts,
  COUNTERFOIL_HOST: options.host,
  COUNTERFOIL_MERCHANT: options.merchant,
  COUNTERFOIL_KEY: options.key,
  COUNTERFOIL_SPOOL: spool,
})

/** The user without rights, whom only root can be for a while. */
export const nobody = { uid: 65_534, gid: 65_534 }

/** Starts the command; it ends with the test at the latest. */
export function startCommand(
  settings: Record<string, string>,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { env: environmentOf(settings), stdio: 'pipe', ...options })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Starts the command as another user, who needn't be allowed to read this folder: it is loaded before. */
export function startCommandAs(
  { uid, gid }: { uid: number; gid: number },
  settings: Record<string, string>,
  args: readonly string[],
): ChildProcess {
  const from = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)
  const code = `import { main } from ${from('main.ts')}
    import { wordsIn } from ${from('words/words.ts')}
    wordsIn('en')
    process.setgroups([])
    process.setgid(${gid})
    process.setuid(${uid})
    process.exit(await main(${JSON.stringify(args)}, process.env))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { env: environmentOf(settings) })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs the command to its end. */
export async function runCommand(settings: Record<string, string>, args: readonly string[], input = '') {
  const child = startCommand(settings, args)
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', chunk => (stdout += chunk))
  child.stderr?.on('data', chunk => (stderr += chunk))
  child.stdin?.end(input)
  const [status] = await once(child, 'close')
  return { status, stdout, stderr }
}

/** Runs the command within this process, which takes no time to start. */
export async function runHere(settings: Record<string, string>, args: readonly string[]) {
  const [stdout, stderr] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const stream of [stdout, stderr]) stream.mockReturnValue(true)
  try {
    const status = await main(args, settings)
    return { status, stdout: stdout.mock.calls.join(''), stderr: stderr.mock.calls.join('') }
  } finally {
    for (const stream of [stdout, stderr]) stream.mockRestore()
  }
}
