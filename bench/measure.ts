import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The middle of some numbers, with the ends. */
export interface Summary {
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

const program = fileURLToPath(new URL('turn-run.ts', import.meta.url))

/**
 * Lets contenders take turns (A B C A B C …), so that a machine that is busy for a while is busy for all of them. Each
 * lives in a process of its own: nobody's garbage or compiled code is in another's way.
 *
 * @returns milliseconds per call, of each turn, by name
 */
export async function takeTurns(
  kind: 'mail' | 'pdf',
  names: readonly string[],
  { rounds, turn, warmUp }: Rounds,
): Promise<Map<string, number[]>> {
  const runners = await Promise.all(names.map(name => start(kind, name)))
  const calls: number[] = []
  for (const runner of runners) calls.push(Math.max(2, Math.round(turn / (await warmed(runner, warmUp)))))
  const turns = new Map(names.map(name => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [index, name] of names.entries()) turns.get(name)!.push(await ask(runners[index]!, calls[index]!))
  }
  await Promise.all(runners.map(end))
  return turns
}

/** Median, least and most. */
export function summary(numbers: readonly number[]): Summary {
  const sorted = [...numbers].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1]!, least: sorted[0]!, most: sorted.at(-1)! }
}

/** How many times as long `these` took as `those`: the median over the rounds, each compared within itself. */
export function ratio(these: readonly number[], those: readonly number[]): number {
  return summary(these.map((time, round) => time / those[round]!)).median
}

async function start(kind: string, name: string): Promise<ChildProcess> {
  const runner = fork(program, [kind, name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(runner, 'message')
  return runner
}

async function ask(runner: ChildProcess, calls: number): Promise<number> {
  runner.send(calls)
  const [time] = await once(runner, 'message')
  return time
}

/** Keeps a contender busy for some time; gives the milliseconds of a call at the end. */
async function warmed(runner: ChildProcess, time: number): Promise<number> {
  const begin = performance.now()
  let perCall = await ask(runner, 5)
  while (performance.now() - begin < time) perCall = await ask(runner, Math.max(2, Math.round(100 / perCall)))
  return perCall
}

async function end(runner: ChildProcess): Promise<void> {
  const exited = once(runner, 'exit')
  runner.disconnect()
  await exited
}
