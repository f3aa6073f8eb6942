/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createChance(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    /** Waiting times of things that happen now and then. */
    around: mean => -Math.log(1 - next()) * mean,
    pick: list => list[Math.floor(next() * list.length)],
  }
}
