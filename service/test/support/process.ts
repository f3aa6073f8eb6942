import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { environmentOf, mainFile, type ServiceProcess, type StartOptions, spawnService } from './spawn.ts'

export { environmentOf, freePort, mainFile, type ServiceProcess, type StartOptions, sourceFile } from './spawn.ts'

/** Starts the service for one test and waits until it is ready. @throws with its output when it ends instead */
export function startProcess(settings: Record<string, string>, options: StartOptions = {}): Promise<ServiceProcess> {
  return spawnService(settings, child => onTestFinished(() => void child.kill('SIGKILL')), options)
}

/** Runs the program to its end. */
export function runToEnd(settings: Record<string, string>, args: readonly string[] = [], cwd?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [mainFile, ...args], {
    env: environmentOf(settings),
    encoding: 'utf8',
    timeout: 240_000,
    ...(cwd !== undefined && { cwd }),
  })
  return { status, stdout, stderr }
}
