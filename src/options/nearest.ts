/**
 * The name that was probably meant: the one with the fewest letters different, if at most a third. Ignores case and
 * separators.
 */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  if (written.length > maxLength) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(written.length / 3)) + 1
  const letters = plain(written)
  for (const name of names) {
    const distance = lettersApart(letters, plain(name), least)
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

/** UTF-16 units: no name is as long. */
const maxLength = 200

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** Damerau's distance: letters to add, remove, change, or swap with a neighbor; stops at `enough`. */
function lettersApart(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const row = [at]
    for (let to = 1; to <= other.length; to++) {
      const change = last[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(change, last[to]! + 1, row[to - 1]! + 1, swapped ? before[to - 2]! + 1 : enough)
    }
    before = last
    last = row
  }
  return Math.min(last[other.length]!, enough)
}
