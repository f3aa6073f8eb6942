const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits between attempts, milliseconds: about 24 hours in total, after which the mail has failed. */
export const waits = [
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
] as const

/**
 * How long to wait after an answered try (the first is 1); undefined after the last. Varies by up to 20 %, so that after an
 * outage mails aren't all retried at once.
 *
 * @param chance from 0 to 1
 */
export function waitAfter(tries: number, chance: number, schedule: readonly number[] = waits): number | undefined {
  const wait = schedule[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + 0.4 * chance))
}
