import { onTestFinished } from 'vitest'
import { type ServiceProcess, spawnService } from './spawn.ts'

export { freePort, mainFile, type ServiceProcess } from './spawn.ts'

/** Starts the service for one test and waits until it is ready. @throws with its output when it ends instead */
export function startProcess(settings: Record<string, string>): Promise<ServiceProcess> {
  return spawnService(settings, child => onTestFinished(() => void child.kill('SIGKILL')))
}
