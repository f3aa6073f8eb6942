import type { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'

/**
 * Runs work that starts a program through a library. If the system can't start it (no free file descriptor or process, not
 * executable), the child process reports that with an event; a library that doesn't listen leaves it to end the whole program.
 *
 * @param path of the program
 * @throws what the system says, or what `work` throws
 */
export async function orSpawnFailure<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const failure = Promise.withResolvers<never>()
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    child.once('error', error => {
      if ((error as NodeJS.ErrnoException).path === path) failure.reject(error)
      // Somebody else's child, which has nobody else to listen.
      else if (child.listenerCount('error') === 0) throw error
    })
  }
  const spawns = channel('child_process')
  spawns.subscribe(listen)
  try {
    const working = work()
    working.catch(() => {})
    return await Promise.race([working, failure.promise])
  } finally {
    spawns.unsubscribe(listen)
  }
}
