import { CounterfoilError } from 'counterfoil'
import type { Log } from './log.ts'

export interface Readiness {
  /** @throws when something needed does not work */
  ready(): Promise<void>
  /** What does not work though the process can take requests, a sentence each. */
  warnings(): string[]
  /** Notes that something of lesser need does not work, or does again: then `error` is undefined. A change is logged. */
  note(sentence: string, error: unknown): void
}

/** Knows whether the process can take requests, and says in the log why when that changes. */
export function createReadiness(checks: readonly (() => Promise<void>)[], log: Log): Readiness {
  const lacking = new Set<string>()
  let wasReady = true

  return {
    async ready() {
      try {
        for (const check of checks) await check()
      } catch (error) {
        if (wasReady) log.error('The process is not ready', { error })
        wasReady = false
        throw error
      }
      if (!wasReady) log.info('The process is ready again')
      wasReady = true
    },
    warnings: () => [...lacking],
    note(sentence, error) {
      if (error === undefined) {
        if (lacking.delete(sentence)) log.info(`No more: ${sentence}`)
        return
      }
      if (lacking.has(sentence)) return
      lacking.add(sentence)
      const why = error instanceof CounterfoilError ? `: ${error.message}` : ''
      log.warn(`${sentence}${why}`, error instanceof Error ? { error } : {})
    },
  }
}
