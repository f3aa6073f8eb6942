import { parentPort, workerData } from 'node:worker_threads'
import type { JobAnswer, JobRequest } from './thread.ts'

/** A thread's program: runs the functions of the module `workerData`, one at a time, by name. */
const jobs = (await import(workerData as string)) as Record<string, (input: unknown) => unknown>

parentPort?.on('message', async ({ name, input }: JobRequest) => {
  let answer: Pick<JobAnswer, 'value' | 'error'>
  try {
    answer = { value: await jobs[name]?.(input) }
  } catch (error) {
    const { name = 'Error', message = '' } = error instanceof Error ? error : {}
    answer = { error: { name, message } }
  }
  post(answer)
})
post({})

function post(answer: Pick<JobAnswer, 'value' | 'error'>): void {
  const { user, system } = process.threadCpuUsage()
  parentPort?.postMessage({ ...answer, usedMs: (user + system) / 1000 } satisfies JobAnswer)
}
