/** Numbers that look random and are the same for a seed. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** One of a list, each as likely. */
  pick<One>(list: readonly One[]): One
  /** Some of a list, without repeating one, in any order. */
  some<One>(list: readonly One[], count: number): One[]
}

/** Mulberry32: 32 bits of state, which is enough for tests. @param seed a whole number */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    happens: probability => next() < probability,
    pick: list => list[whole(0, list.length - 1)]!,
    some(list, count) {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(whole(0, left.length - 1), 1)[0]!)
    },
  }
}
