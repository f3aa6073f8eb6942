/**
 * How long to wait after an answered try (the first is 1), in milliseconds; undefined after the last. Varies by up to 20 %, so that
 * after an outage not all is tried again at once.
 *
 * @param chance from 0 to 1
 * @param schedule the waits after each try, milliseconds
 */
export function waitAfter(tries: number, chance: number, schedule: readonly number[]): number | undefined {
  const wait = schedule[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + 0.4 * chance))
}
