import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** What it was before: Vitest and Node each load this file. */
const kept = Symbol.for('counterfoil.argon2')
const known = globalThis as { [kept]?: typeof crypto.argon2 }
known[kept] ??= crypto.argon2
const costly = known[kept]

const cheap = ((algorithm, parameters, done) =>
  costly(algorithm, { ...parameters, memory: 64, passes: 1 }, done)) as typeof costly

// Loaded before the service's tests: they sign in hundreds of times, and 19 MiB for each hash would be one percent of all that they take.
use(cheap)

/** Until it is disposed of, passwords are hashed at their whole cost. */
export function costlyPasswords(): Disposable {
  use(costly)
  return { [Symbol.dispose]: () => use(cheap) }
}

function use(argon2: typeof costly): void {
  crypto.argon2 = argon2
  syncBuiltinESMExports()
}
