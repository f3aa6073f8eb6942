import type { Lock } from '../spool/lock.ts'

/** Between two renewals of the lock; milliseconds. */
const renewal = 15_000

/** Does something with the lock, and gives it back; undefined if another process has it. */
export async function withLock<Result>(lock: Lock, run: () => Promise<Result>): Promise<Result | undefined> {
  if (!(await lock.hold())) return undefined
  const renewing = setInterval(() => void lock.hold().catch(() => {}), renewal)
  try {
    return await run()
  } finally {
    clearInterval(renewing)
    await lock.release()
  }
}
