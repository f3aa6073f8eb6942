/**
 * How long to wait after the n-th failure in a row: full jitter, so that many tills don't return in one second.
 *
 * @param failures from 1
 * @param chance from 0 to 1
 * @returns milliseconds
 */
export function backoff(failures: number, chance: number, { base, cap }: { base: number; cap: number }): number {
  return Math.round(chance * Math.min(cap, base * 2 ** Math.min(failures - 1, 30)))
}
