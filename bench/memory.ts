import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { counterfoil } from './counterfoil.ts'
import { receiptOf, receiptOptions } from './receipts.ts'
import type { Figure } from './table.ts'

const section = "Memory of the node process, after a tenth of the work → at the end (the browsers' is not in it)"

/** Growth that isn't a leak: a tenth of the memory, plus a few late compilations. */
const slack = { share: 0.1, megabytes: 5 }

/** Megabytes left after many emails and PDFs, made in a process of their own: this file, run as a program. */
export async function memory(mails: number, pdfs: number): Promise<Figure[]> {
  const program = ['--expose-gc', import.meta.filename, String(mails), String(pdfs)]
  const run: Awaited<ReturnType<typeof measured>> = JSON.parse(
    (await promisify(execFile)(process.execPath, program)).stdout,
  )
  return [...growth(`${mails} mails`, run.mails), ...growth(`${pdfs} PDFs`, run.pdfs)]
}

type Memory = Awaited<ReturnType<typeof after>>

function growth(name: string, [warm, end]: readonly [Memory, Memory]): Figure[] {
  return (['heap', 'resident'] as const).map((kind): Figure => {
    const most = warm[kind] * (1 + slack.share) + slack.megabytes
    return {
      section,
      name: `${name}, ${kind === 'heap' ? 'heap' : 'resident set'}`,
      value: end[kind],
      unit: 'MB',
      beside: `${warm[kind].toFixed(1)} → ${end[kind].toFixed(1)}`,
      ...(kind === 'heap' && { target: { words: 'flat', met: end[kind] <= most } }),
    }
  })
}

if (import.meta.main) process.stdout.write(JSON.stringify(await measured(...process.argv.slice(2).map(Number))))

/** Memory after a first part, and at the end. */
async function measured(mails = 0, pdfs = 0) {
  await using engine = await counterfoil.createEngine()
  const mail = (index: number) => engine.email(receiptOf(index), receiptOptions)
  const pdf = (index: number) => engine.pdf(receiptOf(index), receiptOptions)
  return {
    mails: [await after(0, mails / 10, mail), await after(mails / 10, mails, mail)] as const,
    pdfs: [await after(0, pdfs / 10, pdf), await after(pdfs / 10, pdfs, pdf)] as const,
  }
}

/** Megabytes after garbage collection. */
async function after(from: number, to: number, make: (index: number) => unknown) {
  for (let index = from; index < to; index++) await make(index)
  // Two rounds: buffers are freed by finalizers that the first one runs.
  for (let round = 0; round < 2; round++) {
    globalThis.gc!()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 1e6, resident: rss / 1e6 }
}
