import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program's source. */
export const sourceFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The program: as one file if the tests bundled it, because they start it a hundred times. */
export const mainFile = process.env.SERVICE_PROGRAM ?? sourceFile

/** The service as a separate process. */
export interface ServiceProcess {
  child: ChildProcess
  url: string
  /** What it wrote so far. */
  output(): string
  /** Ends it at once, without a chance to say anything. */
  kill(): Promise<void>
  /** Tells it to stop. Gives its exit code. */
  stop(): Promise<number | null>
}

export interface StartOptions {
  /** The command and its arguments; default Node on the program. */
  command?: readonly [string, ...string[]]
  cwd?: string
  /** Told what it wrote so far, whenever it writes. */
  watch?: (output: string) => void
}

/** What a process of the service gets from here, and nothing else. Compiled code is kept. */
export const environmentOf = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: join(tmpdir(), 'counterfoil-compile-cache'),
  LOG_LEVEL: 'warn',
  ...settings,
})

/**
 * Starts the service and waits until it is ready.
 *
 * @param onSpawn gets the process at once, so that it can always be ended
 * @throws with its output when it ends instead
 */
export async function spawnService(
  settings: Record<string, string>,
  onSpawn: (child: ChildProcess) => void,
  { command = [process.execPath, mainFile], cwd, watch = () => {} }: StartOptions = {},
): Promise<ServiceProcess> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  onSpawn(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
      watch(output)
    })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${settings.PORT}`
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(output)
    const ready = await fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
    if (ready) break
    await new Promise(resolve => setTimeout(resolve, 40))
  }
  return {
    child,
    url,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

/** A free port. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return String(port)
}
