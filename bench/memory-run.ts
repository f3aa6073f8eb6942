/**
 * Makes emails and PDFs in a separate process and prints its memory after a first part and at the end, as JSON. Needs
 * `--expose-gc`; arguments are the numbers of emails and PDFs.
 */
import { counterfoil } from './counterfoil.ts'
import { language, receiptOf } from './receipts.ts'

/** Megabytes after garbage collection. */
export interface Memory {
  heap: number
  resident: number
}

export interface MemoryRun {
  mails: [warm: Memory, end: Memory]
  pdfs: [warm: Memory, end: Memory]
}

const [mails = 0, pdfs = 0] = process.argv.slice(2).map(Number)
const asked = { acceptLanguage: language } as const
await using engine = await counterfoil.createEngine()

const run: MemoryRun = {
  mails: [await after(0, mails / 10, makeMail), await after(mails / 10, mails, makeMail)],
  pdfs: [await after(0, pdfs / 10, makePdfs), await after(pdfs / 10, pdfs, makePdfs)],
}
process.stdout.write(JSON.stringify(run))

async function after(from: number, to: number, make: (index: number) => unknown): Promise<Memory> {
  for (let index = from; index < to; index++) await make(index)
  // Two rounds: buffers are freed by finalizers that the first one runs.
  for (let round = 0; round < 2; round++) {
    globalThis.gc!()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 1e6, resident: rss / 1e6 }
}

function makeMail(index: number): void {
  engine.email(receiptOf(index), asked)
}

async function makePdfs(index: number): Promise<void> {
  await engine.pdf(receiptOf(index), asked)
}
