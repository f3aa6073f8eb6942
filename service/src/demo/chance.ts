/** Numbers that look random and are the same every time (mulberry32). */
export function createChance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 to 1. */
    next,
    /** A whole number from 0, below a limit. */
    below: (limit: number) => Math.floor(next() * limit),
    pick: <Value>(list: readonly Value[]): Value => list[Math.floor(next() * list.length)]!,
    /** One of a list, by weight. */
    weighted<Value extends { share: number }>(list: readonly Value[]): Value {
      let left = next() * list.reduce((sum, { share }) => sum + share, 0)
      return list.find(({ share }) => {
        left -= share
        return left < 0
      })!
    },
  }
}

export type Chance = ReturnType<typeof createChance>
