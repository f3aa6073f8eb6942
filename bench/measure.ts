import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Figure } from './table.ts'

export interface Rounds {
  /** Turns per contender. */
  rounds: number
  /** Milliseconds per turn; fast contenders make more calls. */
  turn: number
  /** Milliseconds each contender runs before measuring, so that its code is compiled. */
  warmUp: number
}

/** What is measured: time as on a clock, or of the processor, which another program's work lengthens less. */
type Clock = 'wall' | 'cpu'

/**
 * Lets contenders take turns (A B C A B C …), so that a temporarily busy machine affects all of them. Each has its own
 * process, so that garbage and compiled code don't interfere.
 *
 * @returns milliseconds per call for each turn, by name
 */
export async function takeTurns(
  kind: 'mail' | 'pdf' | 'image',
  names: readonly string[],
  { rounds, turn, warmUp }: Rounds,
  clock: Clock = 'wall',
): Promise<Map<string, number[]>> {
  const runners = await Promise.all(names.map(name => start(import.meta.filename, kind, name, clock)))
  const calls: number[] = []
  for (const runner of runners) calls.push(Math.max(2, Math.round(turn / (await warmed(runner, warmUp)))))
  const turns = await inTurns(runners, rounds, index => calls[index]!)
  return new Map(names.map((name, index) => [name, turns[index]!]))
}

/** Lets runners make their calls in turns, then ends them. @returns milliseconds per call for each turn, by runner */
export async function inTurns(
  runners: readonly ChildProcess[],
  rounds: number,
  callsOf: (index: number) => number,
): Promise<number[][]> {
  const times: number[][] = runners.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, runner] of runners.entries()) times[index]!.push(await ask(runner, callsOf(index)))
  await Promise.all(runners.map(end))
  return times
}

/** Computes median, minimum and maximum. */
export function summary(numbers: readonly number[]): { median: number; least: number; most: number } {
  const sorted = [...numbers].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1]!, least: sorted[0]!, most: sorted.at(-1)! }
}

/** The figure of a contender's times: the median, with the least and the most. */
export function figureOf(section: string, name: string, times: readonly number[], unit = 'ms'): Figure {
  const { median, least, most } = summary(times)
  return { section, name, value: median, unit, range: [least, most] }
}

/** The median, over the rounds, of how many times as long `these` took as `those`. */
export function ratio(these: readonly number[], those: readonly number[]): number {
  return summary(these.map((time, round) => time / those[round]!)).median
}

/** Starts a program that answers each number of calls with a time (`answerWith`); it is ready. @param program the path of its file */
export async function start(program: string, ...args: string[]): Promise<ChildProcess> {
  const runner = fork(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(runner, 'message')
  return runner
}

/** Lets it make so many calls. @returns milliseconds per call */
export async function ask(runner: ChildProcess, calls: number): Promise<number> {
  runner.send(calls)
  const [time] = await once(runner, 'message')
  return time
}

/** Keeps a contender busy for some time, by its clock; returns milliseconds per call at the end. */
async function warmed(runner: ChildProcess, time: number): Promise<number> {
  let perCall = await ask(runner, 5)
  for (let busy = 0; busy < time; ) {
    const calls = Math.max(2, Math.round(100 / perCall))
    perCall = await ask(runner, calls)
    busy += calls * perCall
  }
  return perCall
}

async function end(runner: ChildProcess): Promise<void> {
  const exited = once(runner, 'exit')
  runner.disconnect()
  await exited
}

/** Makes a process such a program: it answers each number of calls with the milliseconds per call, until its parent leaves. */
export function answerWith(timed: (calls: number) => Promise<number>, close: () => unknown): void {
  process.on('message', async (calls: number) => process.send!(await timed(calls)))
  process.on('disconnect', async () => {
    await close()
    process.exit()
  })
  process.send!('ready')
}

/** Milliseconds of the processor that this process has had. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// Run as a program, it is the process of the contender whose kind and name are given.
if (import.meta.main) {
  const { contenders } = await import('./contenders.ts')
  const [kind, name, clock] = process.argv.slice(2)
  const now = clock === 'cpu' ? processorTime : () => performance.now()
  const contender = await contenders[kind as keyof typeof contenders][name!]!()
  let index = 0
  const timed = async (calls: number) => {
    const start = now()
    for (let call = 0; call < calls; call++) await contender.run(index++)
    return (now() - start) / calls
  }
  answerWith(timed, () => contender.close?.())
}
