/** What a check found: `ok`, `warn` for what works but shouldn't stay so, `fail` for what doesn't work. */
export interface Finding {
  check: string
  state: 'ok' | 'warn' | 'fail'
  /** What is so, one sentence. */
  says: string
  /** What to do about it; absent if nothing is. */
  mend?: string
}

/** What a check gives: how it is, in a sentence, and what to do. */
export type Found = Omit<Finding, 'check'>

/** Nothing to do. */
export const ok = (says: string): Found => ({ state: 'ok', says })
/** It works, but do this. */
export const warn = (says: string, mend: string): Found => ({ state: 'warn', says, mend })
/** It doesn't work until this is done. */
export const fail = (says: string, mend: string): Found => ({ state: 'fail', says, mend })

/** The most serious of several findings, or all that are well. */
export function worst(findings: readonly Found[]): Found {
  const worse = findings.find(({ state }) => state === 'fail') ?? findings.find(({ state }) => state === 'warn')
  return worse ?? ok(findings.map(({ says }) => says).join(' '))
}

/**
 * Runs a check. One that throws or takes too long has failed.
 *
 * @param deadline milliseconds
 */
export async function within(deadline: number, check: string, look: () => Promise<Found>): Promise<Finding> {
  const late = Promise.withResolvers<Found>()
  const says = `There was no answer within ${deadline / 1000} s.`
  const timer = setTimeout(
    () => late.resolve(fail(says, 'See that it runs, and that no firewall is in between.')),
    deadline,
  )
  const found = await Promise.race([look().catch(unexpected), late.promise])
  clearTimeout(timer)
  return { check, ...found }
}

function unexpected(error: unknown): Found {
  const { name, message } = error as Error
  return fail(`The check itself failed (${name}: ${message}).`, 'Please report it.')
}
