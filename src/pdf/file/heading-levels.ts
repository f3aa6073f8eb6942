/**
 * Gives headings levels that skip none (ISO 14289-1, 7.4.2): the depth of each below others. Those of a page that skips none stay.
 *
 * @returns a function to call for one heading after the other, from a level that the page says to one from 1 to 6
 */
export function headingLevels(): (level: number) => number {
  const above: number[] = []
  return level => {
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    return Math.min(above.length, 6)
  }
}
