import type { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'

/**
 * Runs work that starts a program through a library. If the system can't start it (no free file descriptor or process, not
 * executable), the child process reports that with an event; a library that doesn't listen leaves it to end the whole program.
 *
 * @param argument of the program that no other has: several may be started at once
 * @throws what the system says, or what `work` throws
 */
export async function orSpawnFailure<Result>(argument: string, work: () => Promise<Result>): Promise<Result> {
  const failure = Promise.withResolvers<never>()
  if (waits.size === 0) spawns.subscribe(listen)
  waits.set(argument, failure.reject)
  const working = work()
  // To the end: the library may start the program when the wait is over.
  working
    .catch(() => {})
    .finally(() => {
      waits.delete(argument)
      if (waits.size === 0) spawns.unsubscribe(listen)
    })
  return await Promise.race([working, failure.promise])
}

/** How to end each wait, by its program's argument. */
const waits = new Map<string, (error: Error) => void>()

const spawns = channel('child_process')

function listen(message: unknown): void {
  const { process: child } = message as { process: ChildProcess }
  // The library may give up before the event comes.
  const waiting = new Map(waits)
  child.once('error', error => {
    const ended = child.spawnargs?.map(argument => waiting.get(argument)).find(end => end !== undefined)
    if (ended) ended(error)
    // Somebody else's child, which has nobody else to listen.
    else if (child.listenerCount('error') === 0) throw error
  })
}
