/** What a check found: `ok`, `warn` for what works but shouldn't stay so, `fail` for what doesn't work. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  /** What is so, one sentence. */
  says: string
  /** What to do about it; absent if nothing is. */
  mend?: string
}

export type Found = Omit<Finding, 'check'>

/** Nothing to do. */
export const ok = (says: string): Found => ({ state: 'ok', says })
/** It works, but do this. */
export const warn = (says: string, mend: string): Found => ({ state: 'warn', says, mend })
/** It doesn't work until this is done. */
export const fail = (says: string, mend: string): Found => ({ state: 'fail', says, mend })
