/** One way of doing the work that is measured. */
export interface Contender {
  name: string
  /** Does the work for receipt number `index`; the result is only looked at for its size. */
  run(index: number): unknown
}

/** What a contender took per call, in milliseconds. */
export interface Timing {
  median: number
  least: number
  most: number
}

export interface Rounds {
  /** How often every contender gets its turn. */
  rounds: number
  /** Milliseconds that a turn should take; fast contenders make more calls in it. */
  turn: number
  /** Milliseconds each contender runs before anything counts, so that its code is compiled. */
  warmUp: number
}

/**
 * Warms the contenders up, then lets them take turns (A B C A B C …), so that a machine that is busy for a while is busy
 * for all of them.
 *
 * @returns per contender the median, least and most of its turns, each turn being the mean of its calls
 */
export async function takeTurns(
  contenders: readonly Contender[],
  { rounds, turn, warmUp }: Rounds,
): Promise<Map<string, Timing>> {
  const counter = { next: 0 }
  const calls = new Map<string, number>()
  for (const contender of contenders) {
    const perCall = await warmed(contender, warmUp, counter)
    calls.set(contender.name, Math.max(2, Math.round(turn / perCall)))
  }
  const turns = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      turns.get(contender.name)!.push(await timed(contender, calls.get(contender.name)!, counter))
    }
  }
  return new Map([...turns].map(([name, times]) => [name, summary(times)]))
}

/** The middle of some numbers, with the ends. */
export function summary(numbers: readonly number[]): Timing {
  const sorted = [...numbers].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1]!, least: sorted[0]!, most: sorted.at(-1)! }
}

/** Runs a contender for some time, at least five times; gives the milliseconds of a call at the end. */
async function warmed(contender: Contender, time: number, counter: { next: number }): Promise<number> {
  const start = performance.now()
  let calls = 0
  while (calls < 5 || performance.now() - start < time) {
    await contender.run(counter.next++)
    calls += 1
  }
  return await timed(contender, Math.ceil(calls / 10) + 2, counter)
}

async function timed(contender: Contender, calls: number, counter: { next: number }): Promise<number> {
  const start = performance.now()
  for (let call = 0; call < calls; call++) await contender.run(counter.next++)
  return (performance.now() - start) / calls
}
