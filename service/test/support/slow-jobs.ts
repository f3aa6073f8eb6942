export { finishPdf, isUnderstood } from '../../src/receipts/jobs.ts'

import { makeDocument as make, readLarge as read } from '../../src/receipts/jobs.ts'

/** The jobs of large receipts, with the worst that could be wrong with one: it never ends, or takes all memory. */

export const readLarge: typeof read = request => {
  play(request.body, 'read')
  return read(request)
}

export const makeDocument: typeof make = request => {
  play(request.receipt, 'draw')
  return make(request)
}

/** Plays what a receipt asks for: `endless read`, `endless draw`, `memory`, `memory in leaps`. */
function play(receipt: string, stage: 'read' | 'draw'): void {
  if (receipt.includes(`endless ${stage}`)) for (;;);
  if (receipt.includes('memory')) fill(receipt.includes('leaps') ? 5_000_000 : 1_000_000)
}

function fill(length: number): never {
  for (const all: number[][] = []; ; ) all.push(new Array(length).fill(0.5))
}

/** For the tests of the thread itself. */
export const echo = (input: unknown) => input
export const endless = () => {
  for (;;);
}
export const fail = () => {
  throw new RangeError('no such thing')
}
