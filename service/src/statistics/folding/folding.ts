import type { Log } from '../../monitoring/log.ts'
import type { Fold } from './fold.ts'

/** Milliseconds between two folds. Questions add what isn't folded, so it only has to stay short; many at once cost less. */
const pause = 10_000

/** Folds again and again, until stopped. */
export function startFolding({ fold, log }: { fold: Fold; log: Log }): { stop(): Promise<void> } {
  let stopping = false
  let wake = () => {}
  const running = loop()

  async function loop(): Promise<void> {
    while (!stopping) {
      await fold.run().catch(error => log.error('Folding statistics failed', { error }))
      if (stopping) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    async stop() {
      stopping = true
      wake()
      await running
    },
  }
}
