/** The jobs of large receipts, with the worst that could be wrong with one: it never ends, or takes all memory. */
type Jobs = typeof import('../../src/receipts/jobs.ts')

// The bundle loads in a third of the time.
const jobs: Jobs = await import(process.env.SERVICE_JOBS ?? '../../src/receipts/jobs.ts')

export const { finishPdf, isUnderstood } = jobs

export const readLarge: Jobs['readLarge'] = request => {
  play(request.body, 'read')
  return jobs.readLarge(request)
}

export const makeDocument: Jobs['makeDocument'] = request => {
  play(request.receipt, 'draw')
  return jobs.makeDocument(request)
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
