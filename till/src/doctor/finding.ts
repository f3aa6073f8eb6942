/** What a check found: `ok`, `warn` for what works but shouldn't stay so, `fail` for what doesn't work. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  /** What is so, one sentence. */
  message: string
  /** What to do about it; absent if nothing is. */
  mend?: string
}

/** What a check gives: how it is, in a sentence, and what to do. */
export type Found = Omit<Finding, 'check'>

/** Nothing to do. */
export const ok = (message: string): Found => ({ state: 'ok', message })
/** It works, but do this. */
export const warn = (message: string, mend: string): Found => ({ state: 'warn', message, mend })
/** It doesn't work until this is done. */
export const fail = (message: string, mend: string): Found => ({ state: 'fail', message, mend })
