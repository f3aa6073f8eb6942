const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits between the attempts of a mail: about 24 hours in all, then it has failed. Milliseconds. */
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
 * How long to wait after a try that got an answer (the first is 1); undefined when it was the last one. Up to a fifth
 * more or less, so that the mails of an outage do not all come back at once.
 *
 * @param chance from 0 to 1
 */
export function waitAfter(tries: number, chance: number, schedule: readonly number[] = waits): number | undefined {
  const wait = schedule[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + 0.4 * chance))
}
