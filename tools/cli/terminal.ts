import { printable } from '../../src/options/printable.ts'

/** The one door to the terminal: names of files, template lines and keys may be anybody's. */

/** Writes results to the standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text))
}

/** Writes remarks to the standard error stream. */
export function say(text: string): void {
  process.stderr.write(printable(text))
}
