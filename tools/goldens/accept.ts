/** What to accept as golden: everything new or different, only what has no golden yet, or nothing. */
export type Accepted = 'all' | 'new' | 'none'

/**
 * Decides what to accept, by this order: the option `update`, `UPDATE_GOLDENS`, the test runner (`-u` of vitest and jest,
 * `--test-update-snapshots` of node:test), `CI`.
 */
export function whatIsAccepted(update: boolean | undefined, context: readonly unknown[]): Accepted {
  const asked = runnersMode(context)
  if (update ?? (isSet(process.env.UPDATE_GOLDENS) || asked === 'all')) return 'all'
  return asked === 'none' || isSet(process.env.CI) ? 'none' : 'new'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

/** Vitest passes `expect` to each test, jest has it as a global. Both keep the snapshot mode in its state. */
function runnersMode([first]: readonly unknown[]): unknown {
  if (process.execArgv.includes('--test-update-snapshots')) return 'all'
  const { expect } = (first ?? globalThis) as { expect?: RunnersExpect }
  return (expect ?? (globalThis as { expect?: RunnersExpect }).expect)?.getState?.().snapshotState?._updateSnapshot
}

interface RunnersExpect {
  getState?(): { snapshotState?: { _updateSnapshot?: unknown } }
}
