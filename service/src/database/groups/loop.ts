import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A loop that goes on as long as something waits. What is returned starts it, unless it runs.
 *
 * @param writeSome writes some of what waits; must not throw
 */
export function loopWhile(isWaiting: () => boolean, writeSome: () => Promise<void>): () => void {
  let writing = false
  // The loop goes on after the request that starts it, so it must not be part of that request's trace.
  const outside = AsyncLocalStorage.snapshot()

  return () => {
    if (writing) return
    writing = true
    void outside(drain)
  }

  async function drain(): Promise<void> {
    while (isWaiting()) await writeSome()
    writing = false
  }
}
