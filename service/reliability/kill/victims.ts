import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../test/support/bundle.ts'
import { environmentOf } from '../../test/support/spawn.ts'
import type { Trap } from './trap.ts'

/** A process of the service that is going to die. */
export interface Victim {
  pid: number
  /** Where it listens; undefined if it died before. */
  url: string | undefined
  /** Milliseconds from the order to open until it listened: migrations, queue and takeover included, loading code not. */
  took: number
  /** Settles when it is dead. @throws if it lived for a minute, and was killed for that */
  died(): Promise<void>
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

export interface Victims extends AsyncDisposable {
  /** Opens the service in a process that has loaded its code already. */
  open(settings: Record<string, string>, trap?: Trap): Promise<Victim>
}

let bundled: Promise<string> | undefined

function victimProgram(): Promise<string> {
  bundled ??= bundleProgram(fileURLToPath(new URL('victim.ts', import.meta.url)), 'victim')
  return bundled
}

/** How long a victim may live, milliseconds. */
const maxLifeMs = 60_000

/** Keeps a process warm, so that a cycle costs no loading. */
export async function raiseVictims(): Promise<Victims> {
  const program = await victimProgram()
  let spare = raise(program)
  return {
    async open(settings, trap) {
      const child = await spare
      spare = raise(program)
      spare.catch(() => {})
      const ended = once(child, 'exit')
      const since = performance.now()
      child.send({ settings, trap })
      const [said] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])])
      const { url } = (said ?? {}) as { url?: string }
      return {
        pid: child.pid ?? 0,
        url,
        took: performance.now() - since,
        async died() {
          const waiting = performance.now()
          const timer = setTimeout(() => child.kill('SIGKILL'), maxLifeMs)
          await ended
          clearTimeout(timer)
          if (performance.now() - waiting > maxLifeMs) throw new Error('The victim never came to its trap.')
        },
        async kill() {
          child.kill('SIGKILL')
          await ended
        },
        async stop() {
          child.send('stop')
          await ended
        },
      }
    },
    async [Symbol.asyncDispose]() {
      const last = await spare
      last.kill('SIGKILL')
    },
  }
}

async function raise(program: string): Promise<ChildProcess> {
  const child = fork(program, { execArgv: [], env: environmentOf({}), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`A victim ended with ${code} before it was warm.`)),
  )
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return child
}
