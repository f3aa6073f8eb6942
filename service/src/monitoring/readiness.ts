import { CounterfoilError } from 'counterfoil'
import type { Log } from './log.ts'

export interface Readiness {
  /** @throws if something essential doesn't work */
  ready(): Promise<void>
  /** What doesn't work although the process can take requests, one sentence each. */
  warnings(): string[]
  /** Notes that something less essential fails, or works again if `error` is undefined. Logs changes. */
  note(sentence: string, error: unknown): void
}

/** Knows whether the process can take requests, and logs every change with its reason. */
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
        if (lacking.delete(sentence)) log.info(`Resolved: ${sentence}`)
        return
      }
      if (lacking.has(sentence)) return
      lacking.add(sentence)
      const why = error instanceof CounterfoilError ? `: ${error.message}` : ''
      log.warn(`${sentence}${why}`, error instanceof Error ? { error } : {})
    },
  }
}
