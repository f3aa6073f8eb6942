import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { createGate } from '../basics/gate.ts'

/** Shortest password, in characters (NIST SP 800-63B-4: 15 if nothing else is asked for). */
const minPasswordLength = 15

/** Longest password, in characters. */
const maxPasswordLength = 200

/** Hashes at once: each takes 19 MiB and a thread. The line is as long as one waits for half a second. */
const gate = createGate(2, 20)

/** Refuses a sign-in before anything is done for it. @throws TooBusyError if too many passwords wait to be checked */
export const admitPassword: () => void = gate.admit

/** OWASP's parameters: 19 MiB for argon2id, 32 MiB for scrypt, which Node has even where its OpenSSL lacks argon2. */
const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }

/** A new password for a person to replace: 99 random bits in four groups of letters and digits that can't be mistaken. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const text = Array.from({ length: 20 }, () => letters[crypto.randomInt(letters.length)]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

/** Why a password can't be used; undefined if it can. Any characters are fine, and none are required. */
export function passwordProblem(password: string, name: string): string | undefined {
  const plain = normalized(password)
  const { length } = [...plain]
  if (length < minPasswordLength) return `must have at least ${minPasswordLength} characters`
  if (length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`
  if (new Set(plain).size < 5) return 'must have more different characters'
  if (plain.toLowerCase().includes(name.toLowerCase()) && length < name.length + minPasswordLength)
    return 'must not be built on the name'
  return undefined
}

/** A password's hash in PHC format, which says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16)
  const write = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const made = hasArgon2
    ? `$argon2id$v=19$m=${argon2Cost.memory},t=${argon2Cost.passes},p=${argon2Cost.parallelism}`
    : `$scrypt$ln=15,r=${scryptCost.r},p=${scryptCost.p}`
  return `${made}$${write(salt)}$${write(await gate.pass(() => digest(made, password, salt), true))}`
}

/**
 * Whether a password has this hash. Takes the same time for every password.
 *
 * @param isFirst whether it is checked before those of strangers
 * @throws TooBusyError if too many wait to be checked
 */
export async function verifyPassword(password: string, hash: string, isFirst = false): Promise<boolean> {
  const [, made = '', salt = '', expected = ''] = /^(\$.+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  const found = await gate.pass(() => digest(made, password, Buffer.from(salt, 'base64')), isFirst)
  const wanted = Buffer.from(expected, 'base64')
  return found.length === wanted.length && crypto.timingSafeEqual(found, wanted)
}

const hasArgon2 = typeof crypto.argon2 === 'function'
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)

function digest(made: string, password: string, salt: Buffer): Promise<Buffer> {
  const message = normalized(password)
  const numbers = Object.fromEntries([...made.matchAll(/(\w+)=(\d+)/g)].map(([, name, value]) => [name, Number(value)]))
  if (made.startsWith('$scrypt$')) {
    const { ln = 15, r = 8, p = 3 } = numbers
    return scrypt(message, salt, 32, { ...scryptCost, N: 2 ** ln, r, p })
  }
  const { m = argon2Cost.memory, t = argon2Cost.passes, p = argon2Cost.parallelism } = numbers
  return new Promise((resolve, reject) =>
    crypto.argon2(
      'argon2id',
      { message, nonce: salt, parallelism: p, tagLength: 32, memory: m, passes: t },
      (error, bytes) => (error ? reject(error) : resolve(bytes)),
    ),
  )
}

/** The same letters typed on another system may be composed otherwise. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
