import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../test/support/bundle.ts'
import { environmentOf } from '../../test/support/spawn.ts'
import type { Trap } from './trap.ts'

/** Processes of the service that are going to die. */
export type Victims = Awaited<ReturnType<typeof raiseVictims>>

let bundled: Promise<string> | undefined

/** How long a victim usually may live, milliseconds. */
const usualLifeMs = 60_000

/** Keeps a process warm, so that a cycle costs no loading. */
export async function raiseVictims() {
  bundled ??= bundleProgram(fileURLToPath(new URL('victim.ts', import.meta.url)), 'victim')
  const program = await bundled
  let spare: Promise<ChildProcess> | undefined
  return {
    /** Opens the service in a process that has loaded its code already. After one without a trap, which is mostly the last, none is kept. */
    async open(settings: Record<string, string>, trap?: Trap) {
      const child = await (spare ?? raise(program))
      spare = trap && raise(program)
      spare?.catch(() => {})
      const ended = once(child, 'exit')
      const since = performance.now()
      child.send({ settings, trap })
      const [said] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])])
      const { url } = (said ?? {}) as { url?: string }
      return {
        pid: child.pid ?? 0,
        /** Where it listens; undefined if it died before. */
        url,
        /** Milliseconds from the order to open until it listened: migrations, queue and takeover included, loading code not. */
        took: performance.now() - since,
        /** Settles when it is dead. @throws if it lived for so long, and was killed for that */
        async died(maxLifeMs = usualLifeMs) {
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
        /** Ends it in order. */
        async stop() {
          child.send('stop')
          await ended
        },
      }
    },
    async [Symbol.asyncDispose]() {
      const last = await spare
      last?.kill('SIGKILL')
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
