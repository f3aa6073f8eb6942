/** Prints a figure and what it is of. */
export function say(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(78)}${value}\n`)
}

/** Milliseconds. */
export const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`

/** Microseconds. */
export const us = (microseconds: number) => `${microseconds.toFixed(0)} µs`

/** By how much a cost grows with ten times the receipts. */
export function growthOf(few: { receipts: number; cost: number }, many: { receipts: number; cost: number }): string {
  return `× ${((many.cost / few.cost) ** (1 / Math.log10(many.receipts / few.receipts))).toFixed(2)}`
}
