import { withoutIsolates } from './direction.ts'

/** About how wide an amount is in bold letters, in their height. */
export function emsOf(amount: string): number {
  let width = 0
  for (const letter of withoutIsolates(amount))
    width += /\d/.test(letter) ? 0.57 : /[.,\s'’]/.test(letter) ? 0.28 : /\p{Lu}|\p{Sc}/u.test(letter) ? 0.66 : 0.6
  return width
}
