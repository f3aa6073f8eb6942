import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../basics/errors/errors.ts'

/** Waits between tries, milliseconds: a database restart takes seconds. */
const waitsMs = [100, 500, 2000, 5000]

/**
 * Records what became of work in hand. What isn't recorded is done again, so a database that is away is waited for.
 *
 * @throws DatabaseUnavailableError if it stays away; whatever else the work throws, at once
 */
export async function keepTrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await pause(waitMs)
    }
  }
  return work()
}
