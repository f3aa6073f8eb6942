import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The name of the user that this process is, or its number: a container's user may have no name. */
export function thisUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** A user for people: `root`, or `user 61234` if the machine's list doesn't name it. */
export function userOf(uid: number): string {
  const name = list().find(([, , number]) => number === String(uid))?.[0]
  return name ?? `user ${uid}`
}

/** The lines of `/etc/passwd`, in fields (passwd(5)). */
function list(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
  } catch {
    return []
  }
}
